import CCurl
import Glibc

/// The judge of each address that libcurl is about to dial, and of each connection before a request is sent on it.
///
/// libcurl resolves, connects and keeps connections by itself. Its first callback is called with the very address that
/// it dials, so a name that changes between two look-ups gains nothing. That one is not called for a connection that
/// is used again; the second one is called before every request.
final class DialGuard {
    private let networks: NetworkGuard
    /// True if an address was refused, which libcurl itself reports as a failed connection.
    private(set) var hasRefused = false

    init(_ networks: NetworkGuard) { self.networks = networks }

    /// Makes the handle ask this guard. The guard must exist until the transfer ends.
    func attach(to handle: EasyHandle) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        handle.setOpenSocket { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<DialGuard>.fromOpaque(context).takeUnretainedValue().open(address)
        }
        handle.set(CURLOPT_PREREQDATA, pointer: context)
        handle.setBeforeRequest { context, remote, _, _, _ in
            guard let context, let remote else { return CURL_PREREQFUNC_ABORT }
            let dial = Unmanaged<DialGuard>.fromOpaque(context).takeUnretainedValue()
            return dial.mayAsk(String(cString: remote)) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
        guard let bytes = socketAddressBytes(UnsafeRawPointer(address) + offset), networks.allows(bytes) else {
            hasRefused = true
            return CURL_SOCKET_BAD
        }
        let closesOnExec = Int32(SOCK_CLOEXEC.rawValue)
        return socket(address.pointee.family, address.pointee.socktype | closesOnExec, address.pointee.protocol)
    }

    private func mayAsk(_ remote: String) -> Bool {
        guard networks.allows(text: remote) else {
            hasRefused = true
            return false
        }
        return true
    }
}

import CFastCGI
import Glibc

/// The service manager that started this process, for example systemd for a unit of `Type=notify`.
///
/// It waits for a message that the process is ready. It kills the process if heartbeats stop
/// (`WatchdogSec=`).
///
/// The protocol is that of sd_notify(3): datagrams of `NAME=value` to the socket of NOTIFY_SOCKET.
public struct ServiceManager: Sendable {
    /// The path of a socket, or `@` and the name of an abstract one.
    private let address: String
    /// The nanoseconds between two heartbeats: a third of the manager's limit. nil if it wants none.
    let pingInterval: UInt64?

    /// Finds the service manager; nil if none waits for a message.
    ///
    /// - Parameter environment: the variables of the process.
    public init?(environment: [String: String]) {
        guard let address = environment["NOTIFY_SOCKET"], address.hasPrefix("/") || address.hasPrefix("@") else { return nil }
        self.address = address
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        pingInterval = isForUs && (1...86_400_000_000).contains(microseconds) ? microseconds * 1_000 / 3 : nil
    }

    /// Tells the manager that the process answers requests from now on.
    public func sayReady() {
        send("READY=1")
    }

    /// Tells the manager that the process is about to end.
    public func sayStopping() {
        send("STOPPING=1")
    }

    /// Sends a heartbeat. It is skipped if the manager's socket is full, since the next one follows soon.
    func ping() {
        send("WATCHDOG=1", waits: false)
    }

    /// Sends a message. Errors are ignored: a manager that gets no message acts by itself.
    private func send(_ state: String, waits: Bool = true) {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        let name = Array(address.utf8)
        let room = MemoryLayout.size(ofValue: target.sun_path)
        guard name.count < room else { return }
        withUnsafeMutableBytes(of: &target.sun_path) { path in
            path.copyBytes(from: name)
            if name.first == UInt8(ascii: "@") { path[0] = 0 }
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The length of the address ends an abstract name, which has no NUL at its end.
        let length = MemoryLayout.size(ofValue: target.sun_family) + name.count
        let words = Array(state.utf8)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, words, words.count, flags, $0, socklen_t(length))
            }
        }
    }
}

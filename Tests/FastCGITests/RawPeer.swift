import Glibc

/// The other end of a connection: nginx, or a hostile client.
final class RawPeer {
    /// A decoded response.
    struct Answer: Equatable {
        var status = 0
        var headers: [String] = []
        var body = ""
        /// True if the record that ends a request arrived.
        var isEnded = false
        /// True if the other end closed without an error.
        var isClosed = false
        /// The bytes of FCGI_STDERR.
        var errors = ""
    }

    let descriptor: Int32
    let isConnected: Bool

    init(_ path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        isConnected = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        // With a timeout a fault fails the test and does not block it.
        var timeout = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Sends bytes.
    ///
    /// - Returns: true if all bytes were written.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Closes the connection for writing only.
    func finishSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads until the other end closes.
    func answer() -> Answer {
        let (bytes, isClosed) = readAll()
        return decoded(bytes, isClosed)
    }

    /// Reads one response. The connection may stay open after it.
    func nextAnswer() -> Answer {
        let (bytes, isClosed) = readAll(untilEnd: true)
        return decoded(bytes, isClosed)
    }

    private func decoded(_ bytes: [UInt8], _ isClosed: Bool) -> Answer {
        var answer = Answer(isClosed: isClosed)
        var output: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 8 {
            let header = Array(rest.prefix(8))
            let length = Int(header[4]) << 8 | Int(header[5])
            let content = rest.dropFirst(8).prefix(length)
            switch header[1] {
            case 6: output += content
            case 7: answer.errors += String(decoding: content, as: UTF8.self)
            case 3: answer.isEnded = content.count == 8
            default: break
            }
            rest = rest.dropFirst(8 + length + Int(header[6]))
        }
        var lines = String(decoding: output, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst(), !line.isEmpty {
            answer.headers.append(String(line))
        }
        answer.body = lines.joined(separator: "\r\n")
        let status = answer.headers.first { $0.hasPrefix("Status: ") }?.dropFirst(8).prefix(3)
        answer.status = status.flatMap { Int($0) } ?? 0
        return answer
    }

    private func readAll(untilEnd: Bool = false) -> (bytes: [UInt8], isClosed: Bool) {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        // The record that ends a request is the last one, and its eight bytes are zeros.
        let end = record(3, [0, 0, 0, 0, 0, 0, 0, 0])
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count <= 0 { return (bytes, count == 0) }
            bytes += piece[..<count]
            if untilEnd, bytes.suffix(end.count).elementsEqual(end) { return (bytes, false) }
        }
    }
}

// Records of FastCGI 1.0 §3.3 and §3.4.

func record(_ type: UInt8, _ content: [UInt8], id: UInt8 = 1, padding: UInt8 = 0) -> [UInt8] {
    [1, type, 0, id, UInt8(content.count >> 8), UInt8(content.count & 0xFF), padding, 0]
        + content + [UInt8](repeating: 0xEE, count: Int(padding))
}

func beginRecord(keepsConnection: Bool = false, role: UInt8 = 1, id: UInt8 = 1) -> [UInt8] {
    record(1, [0, role, keepsConnection ? 1 : 0, 0, 0, 0, 0, 0], id: id)
}

func pair(_ name: String, _ value: String) -> [UInt8] {
    length(name.utf8.count) + length(value.utf8.count) + Array(name.utf8) + Array(value.utf8)
}

func length(_ count: Int) -> [UInt8] {
    count < 128 ? [UInt8(count)] : [
        UInt8(count >> 24) | 0x80, UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF),
        UInt8(count & 0xFF),
    ]
}

func pairs(_ variables: [(String, String)]) -> [UInt8] {
    variables.flatMap { pair($0.0, $0.1) }
}

/// Returns the variables that nginx sends for a request without headers.
func variables(
    _ method: String = "GET", _ target: String = "/", bodyLength: Int? = nil
) -> [(String, String)] {
    [
        ("REQUEST_METHOD", method), ("REQUEST_URI", target), ("QUERY_STRING", ""),
        ("CONTENT_TYPE", ""), ("CONTENT_LENGTH", bodyLength.map(String.init) ?? ""),
        ("REMOTE_ADDR", "192.0.2.7"), ("HTTPS", "on"), ("REQUEST_ID", "0123456789abcdef"),
        ("HTTP_PROXY", ""),
    ]
}

/// Cuts a stream into records, and adds the empty record that ends it.
func stream(_ type: UInt8, _ bytes: [UInt8], piece: Int = 65_528) -> [UInt8] {
    var records: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        records += record(type, Array(rest.prefix(piece)))
        rest = rest.dropFirst(piece)
    }
    return records + record(type, [])
}

/// Returns the records before the body.
func head(_ variables: [(String, String)], keepsConnection: Bool = false) -> [UInt8] {
    beginRecord(keepsConnection: keepsConnection) + stream(4, pairs(variables))
}

func request(
    _ method: String = "GET", _ target: String = "/", body: String? = nil, keepsConnection: Bool = false
) -> [UInt8] {
    head(variables(method, target, bodyLength: body?.utf8.count), keepsConnection: keepsConnection)
        + stream(5, Array((body ?? "").utf8))
}

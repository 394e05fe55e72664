import Glibc
import Synchronization

/// A server on this machine, for one connection or a number of them, one after another. Its script runs on its own
/// thread.
public final class ScriptedServer {
    public let port: Int
    private let thread: pthread_t
    private let transcript = Transcript()

    /// Listens at once. The script runs when a client connects, and closes the connection at its end.
    ///
    /// - Parameter connections: the number of connections that it waits for.
    public init(connections: Int = 1, _ script: @escaping @Sendable (Peer) -> Void) throws {
        let (listener, port) = try listenOnLoopback()
        self.port = port
        let transcript = self.transcript
        thread = try startThread {
            defer { close(listener) }
            for _ in 0..<connections {
                // A client that never connects must not block the test for ever.
                var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 10_000) == 1 else { return }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                script(Peer(connection, transcript))
                close(connection)
            }
        }
    }

    /// Returns all that the client sent, after the script has ended. Call it once.
    public func heard() -> String {
        pthread_join(thread, nil)
        return transcript.text.withLock { $0 }
    }
}

/// The connection to the client, for the script.
public struct Peer: Sendable {
    private let connection: Int32
    private let transcript: Transcript

    init(_ connection: Int32, _ transcript: Transcript) {
        self.connection = connection
        self.transcript = transcript
    }

    /// Sends a text; the rest is dropped if the client disconnects.
    public func say(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads up to and with `end`; nil if the client disconnects first.
    public func hear(until end: String) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
            transcript.text.withLock { $0.unicodeScalars.append(Unicode.Scalar(byte)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads `count` bytes; nil if the client disconnects first.
    public func hear(count: Int) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < count {
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
            transcript.text.withLock { $0.unicodeScalars.append(Unicode.Scalar(byte)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the client closes.
    public func staySilent() {
        while hear(until: "\n") != nil {}
    }
}

/// The received bytes as Latin-1, byte for byte.
final class Transcript: Sendable {
    let text = Mutex("")
}

/// An error if this machine gives no port, no thread or no process.
public struct NoServer: Error {
    public init() {}
}

private func listenOnLoopback() throws -> (listener: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
        }
    }
    guard isListening else { throw NoServer() }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
}

private final class Act: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func startThread(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
    var thread = pthread_t()
    let act = Unmanaged.passRetained(Act(body))
    let started = pthread_create(&thread, nil, { context in
        if let context { Unmanaged<Act>.fromOpaque(context).takeRetainedValue().run() }
        return nil
    }, act.toOpaque())
    guard started == 0 else {
        act.release()
        throw NoServer()
    }
    return thread
}

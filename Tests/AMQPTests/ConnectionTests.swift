import Glibc
import Testing

@testable import AMQP

@Suite("Connecting to a broker")
struct ConnectionTests {
    @Test("a wrong password is refused, and the error does not show it")
    func wrongPassword() throws {
        let right = try TestBroker.address
        let wrong = try BrokerAddress("amqp://\(right.user):hunter2@\(right.host):\(right.port)/\(right.virtualHost)")
        let error = #expect(throws: BrokerError.wrongLogin) { _ = try BrokerConnection(wrong, name: "test") }
        #expect(error.map { !"\($0)".contains("hunter2") } == true)
    }

    @Test("a virtual host that does not exist is refused")
    func wrongVirtualHost() throws {
        let right = try TestBroker.address
        let wrong = try BrokerAddress("amqp://\(right.user):\(right.password)@\(right.host):\(right.port)/elsewhere")
        #expect(throws: BrokerError.virtualHostRefused) { _ = try BrokerConnection(wrong, name: "test") }
    }

    @Test("a port on which nobody listens cannot be reached")
    func nobody() throws {
        let listener = try SilentListener(isListening: false)
        let error = #expect(throws: BrokerError.self) {
            _ = try BrokerConnection(BrokerAddress("amqp://u:p@127.0.0.1:\(listener.port)/v"), name: "test")
        }
        guard case .unreachable = error else { Issue.record("\(String(describing: error))"); return }
    }

    @Test("a server that says nothing is given up after the time limit")
    func silent() throws {
        let listener = try SilentListener(isListening: true)
        #expect(throws: BrokerError.timedOut) {
            _ = try BrokerConnection(
                BrokerAddress("amqp://u:p@127.0.0.1:\(listener.port)/v"), name: "test", answerSeconds: 1)
        }
    }

    @Test("a closed connection throws at every call")
    func closed() throws {
        let queue = try TestQueue()
        let connection = try queue.connect()
        #expect(!connection.isClosed)
        connection.close()
        #expect(connection.isClosed)
        #expect(throws: BrokerError.self) { try connection.declare(queue.name) }
        connection.close()
    }
}

/// A TCP port of its own that accepts connections, says nothing, and reads nothing; or that nobody listens on.
private final class SilentListener {
    private let descriptor: Int32
    let port: Int

    init(isListening: Bool) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let bound = bind(descriptor, pointer, length)
                return bound == 0 ? getsockname(descriptor, pointer, &length) : bound
            }
        }
        try #require(status == 0)
        if isListening { try #require(listen(descriptor, 8) == 0) }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}

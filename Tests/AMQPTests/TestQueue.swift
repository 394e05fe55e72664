import CRabbitMQ
import Glibc
import System

@testable import AMQP

/// A queue of one test, on the real broker that `script/test` starts, deleted after the test.
final class TestQueue {
    /// Below the names that the broker's user may declare.
    let name = "wasapp.test.\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let address: BrokerAddress

    init(at address: BrokerAddress? = nil) throws {
        self.address = try address ?? TestBroker.address
    }

    deinit {
        guard let connection = try? connect() else { return }
        delete(over: connection)
    }

    /// A connection to the broker.
    func connect() throws(BrokerError) -> BrokerConnection { try BrokerConnection(address, name: name) }

    /// A connection that consumes from the queue, which exists.
    func consumer(prefetch: Int = 50) throws(BrokerError) -> BrokerConnection {
        let connection = try connect()
        try connection.consume(name, prefetch: prefetch)
        return connection
    }

    /// Makes the queue, and publishes texts to it in their order.
    func publish(_ texts: [String]) throws(BrokerError) {
        let connection = try connect()
        try connection.declare(name)
        for text in texts { try connection.publish(Array(text.utf8), to: name, messageID: "id of \(text)") }
        connection.close()
    }

    /// Makes the queue with an argument, as nobody in the product does: its dead letters go to another queue.
    func declare(deadLettersTo other: String) throws(BrokerError) {
        let connection = try connect()
        let state = try connection.open()
        withBytes(of: name) { name in
            var entries = [entry("x-dead-letter-exchange", ""), entry("x-dead-letter-routing-key", other)]
            entries.withUnsafeMutableBufferPointer { entries in
                let arguments = amqp_table_t(num_entries: Int32(entries.count), entries: entries.baseAddress)
                _ = amqp_queue_declare(state, BrokerConnection.channel, name, 0, 1, 0, 0, arguments)
            }
        }
        try check(amqp_get_rpc_reply(state))
    }

    func delete(over connection: BrokerConnection) {
        guard let state = try? connection.open() else { return }
        withBytes(of: name) { name in _ = amqp_queue_delete(state, BrokerConnection.channel, name, 0, 0) }
    }

    /// The messages that wait.
    func waiting() throws(BrokerError) -> Int {
        let connection = try connect()
        defer { connection.close() }
        return try connection.state(of: name).messages
    }

    /// An argument. Its texts are never freed, since they must outlive the call.
    private func entry(_ key: String, _ value: String) -> amqp_table_entry_t {
        var field = amqp_field_value_t()
        field.kind = UInt8(AMQP_FIELD_KIND_UTF8.rawValue)
        field.value.bytes = amqp_bytes_t(len: value.utf8.count, bytes: strdup(value))
        return amqp_table_entry_t(key: amqp_bytes_t(len: key.utf8.count, bytes: strdup(key)), value: field)
    }
}

/// The broker that `script/test` starts.
enum TestBroker {
    static var address: BrokerAddress {
        get throws { try BrokerAddress(text) }
    }

    /// The address in JADWAL_TEST_RABBITMQ.
    static var text: String {
        get throws {
            guard let text = getenv("JADWAL_TEST_RABBITMQ") else { throw NoTestBroker() }
            return String(cString: text)
        }
    }
}

struct NoTestBroker: Error, CustomStringConvertible {
    let description = """
        These tests need a real RabbitMQ and JADWAL_TEST_RABBITMQ does not name one. \
        Run script/test, which starts one for them.
        """
}

/// Waits until a condition is true, and returns false if it is not after half a minute.
func becomesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Monotonic.deadline(milliseconds: 30_000)
    while Monotonic.nanoseconds() < deadline {
        if try condition() { return true }
        usleep(20_000)
    }
    return false
}

extension Delivery {
    var text: String { String(decoding: body, as: UTF8.self) }
}

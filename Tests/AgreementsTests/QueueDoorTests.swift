import AMQP
import Agreements
import CivilTime
import Conversations
import Glibc
import Postgres
import Runtime
import Storage
import System
import TestSupport
import Testing

/// The queues of the product, on the real broker that `script/test` starts.
@Suite("Messages of a broker", .serialized, .timeLimit(.minutes(2)))
struct QueueDoorTests {
    private let world: ChatWorld
    private let address: BrokerAddress
    private var config: Config { world.app.config }

    init() throws {
        let broker = try #require(getenv("JADWAL_TEST_RABBITMQ"), "script/test starts a broker")
        world = try ChatWorld(["JADWAL_RABBITMQ_URL": String(cString: broker)])
        address = try #require(try QueueDoor.address(world.app.config))
    }

    private func publish(_ bodies: [UInt8]..., to queue: String) throws {
        let connection = try BrokerConnection(address, name: "test")
        defer { connection.close() }
        for body in bodies { try connection.publish(body, to: queue) }
    }

    /// Returns a message of Sara's as a bridge publishes it.
    private func body(_ words: String, id: String) -> [UInt8] {
        Array("""
            {"customer_id":"\(world.customer.id)","id":"\(id)","chat_id":"\(ChatWorld.sara)","sender_name":"Sara",
             "sender_number":"","is_sender_me":false,"body":"\(words)","quoted_message":null,
             "timestamp":\(world.now.secondsSince1970)}
            """.utf8)
    }

    /// Takes messages from the queue until a condition is true.
    private func takeIn(_ app: App, until isDone: () throws -> Bool) throws {
        let deadline = Monotonic.deadline(milliseconds: 30_000)
        var isOver = false
        QueueDoor(app).run(address) {
            if !isOver { isOver = Monotonic.nanoseconds() > deadline || (try? isDone()) ?? false }
            return isOver
        }
        #expect(try isDone())
    }

    /// Waits until the broker has `count` dead letters.
    private func hasDeadLetters(_ count: Int) throws -> Bool {
        for _ in 0..<100 {
            if try DeadLetters.count(config) == count { return true }
            usleep(100_000)
        }
        return false
    }

    @Test("a message whose customer's key does not open is a dead letter, and is stored after the key is back")
    func wrongKey() throws {
        try world.deliver(world.message("Dinner on Thursday at 8?", id: "m1"))
        let wrong = try world.test.anotherApp(messages: KeyRing([UInt8](repeating: 9, count: 32)))
        try publish(body("or at 9?", id: "m2"), to: config.rabbitMQQueue)
        try takeIn(wrong) { try world.test.count("refused_message") == 1 }
        let refused = try #require(try world.test.store.refusedMessages(limit: 1).first)
        #expect(refused.door == "queue" && refused.reason == "the customer's key does not open")
        #expect(try hasDeadLetters(1))
        #expect(try world.keptWords() == 1)
        #expect(try DeadLetters.replay(config) == 1)
        try takeIn(world.app) { try world.keptWords() == 2 }
        #expect(try hasDeadLetters(0))
    }

    @Test("a dead letter that is too large to be read stays while the others are put back, until all are dropped")
    func tooLarge() throws {
        let large = [UInt8](repeating: 0x20, count: 70_000)
        try publish(large, body("Dinner on Thursday at 8?", id: "m1"), large, to: DeadLetters.queue)
        #expect(try hasDeadLetters(3))
        #expect(try DeadLetters.replay(config) == 1)
        try takeIn(world.app) { try world.keptWords() == 1 }
        #expect(try hasDeadLetters(2))
        #expect(try DeadLetters.drop(config) == 2)
        #expect(try hasDeadLetters(0))
    }
}

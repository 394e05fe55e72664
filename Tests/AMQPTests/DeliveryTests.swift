import Glibc
import Testing

@testable import AMQP

@Suite("Deliveries of a broker")
struct DeliveryTests {
    let queue: TestQueue

    init() throws { queue = try TestQueue() }

    @Test("messages come in their order with their ids, and an empty queue gives nothing")
    func order() throws {
        try queue.publish(["one", "two"])
        let consumer = try queue.consumer()
        let first = try #require(try consumer.nextDelivery(waitSeconds: 30))
        let second = try #require(try consumer.nextDelivery(waitSeconds: 30))
        #expect([first.text, second.text] == ["one", "two"])
        #expect(first.messageID == "id of one")
        #expect(!first.isRedelivered && !first.isCut && first.deathCount == 0)
        #expect(try consumer.nextDelivery(waitSeconds: 0.1) == nil)
        #expect(try consumer.nextDelivery(waitSeconds: 0) == nil)
    }

    @Test("an acknowledged message is gone; one without an answer comes again and says so")
    func acknowledgement() throws {
        try queue.publish(["one", "two", "three"])
        let first = try queue.consumer()
        let deliveries = try (1...3).map { _ in try #require(try first.nextDelivery(waitSeconds: 30)) }
        try first.acknowledge(deliveries[0])
        // The connection is cut without a word: the broker sees only the end of the socket.
        first.drop()
        let second = try queue.consumer()
        for text in ["two", "three"] {
            let delivery = try #require(try second.nextDelivery(waitSeconds: 30))
            #expect(delivery.text == text)
            #expect(delivery.isRedelivered)
            try second.acknowledge(delivery)
        }
        second.close()
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("one acknowledgement can include the earlier messages")
    func several() throws {
        try queue.publish(["one", "two", "three"])
        let first = try queue.consumer()
        let deliveries = try (1...3).map { _ in try #require(try first.nextDelivery(waitSeconds: 30)) }
        try first.acknowledge(deliveries[1], includesEarlier: true)
        first.close()
        let second = try queue.consumer()
        #expect(try second.nextDelivery(waitSeconds: 30)?.text == "three")
        #expect(try second.nextDelivery(waitSeconds: 0.2) == nil)
    }

    @Test("no more messages come than the prefetch allows, until one has an answer")
    func prefetch() throws {
        try queue.publish((1...7).map(String.init))
        let consumer = try queue.consumer(prefetch: 5)
        let deliveries = try (1...5).map { _ in try #require(try consumer.nextDelivery(waitSeconds: 30)) }
        #expect(try consumer.nextDelivery(waitSeconds: 0.3) == nil)
        try consumer.acknowledge(deliveries[0])
        #expect(try consumer.nextDelivery(waitSeconds: 30)?.text == "6")
    }

    @Test("a rejected message becomes a dead letter that counts its deaths")
    func deadLetters() throws {
        let dead = try TestQueue()
        try queue.declare(deadLettersTo: dead.name)
        let publisher = try queue.connect()
        try publisher.declare(dead.name)
        try publisher.publish(Array("poison".utf8), to: queue.name, messageID: "p")
        let consumer = try queue.consumer()
        try consumer.reject(try #require(try consumer.nextDelivery(waitSeconds: 30)))
        let letter = try #require(try dead.consumer().nextDelivery(waitSeconds: 30))
        #expect(letter.text == "poison")
        #expect(letter.messageID == "p")
        #expect(letter.deathCount == 1)
        #expect(try consumer.nextDelivery(waitSeconds: 0.2) == nil)
    }

    @Test("the deletion of the queue is noticed by a consumer that waits")
    func deletedQueue() throws {
        try queue.publish([])
        let consumer = try queue.consumer()
        #expect(try consumer.nextDelivery(waitSeconds: 0) == nil)
        queue.delete(over: try queue.connect())
        #expect(throws: BrokerError.consumerCanceled(queue: queue.name)) {
            _ = try consumer.nextDelivery(waitSeconds: 30)
        }
        #expect(consumer.isClosed)
    }

    @Test("a body keeps 64 KiB and says how long it was", arguments: [
        (0, 0), (1, 1), (65_535, 65_535), (65_536, 65_536), (65_537, 65_536),
        (131_073, 65_536), (1_000_000, 65_536),
    ])
    func bodies(bytes: Int, kept: Int) throws {
        let body = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let publisher = try queue.connect()
        try publisher.declare(queue.name)
        try publisher.publish(body, to: queue.name)
        try publisher.publish([7], to: queue.name)
        let consumer = try queue.consumer()
        let delivery = try #require(try consumer.nextDelivery(waitSeconds: 30))
        #expect(delivery.body == Array(body.prefix(kept)))
        #expect(delivery.bodyBytes == bytes)
        #expect(delivery.isCut == (bytes > kept))
        #expect(delivery.messageID == nil)
        #expect(try consumer.nextDelivery(waitSeconds: 30)?.body == [7])
        try consumer.acknowledge(delivery)
    }

    @Test("a cut message can still be rejected, and its dead letter is whole")
    func longDeadLetter() throws {
        let dead = try TestQueue()
        try queue.declare(deadLettersTo: dead.name)
        let publisher = try queue.connect()
        try publisher.declare(dead.name)
        try publisher.publish([UInt8](repeating: 7, count: 100_000), to: queue.name)
        let consumer = try queue.consumer()
        try consumer.reject(try #require(try consumer.nextDelivery(waitSeconds: 30)))
        #expect(try dead.consumer().nextDelivery(waitSeconds: 30)?.bodyBytes == 100_000)
    }

    @Test("heartbeats keep a connection on which nothing happens")
    func heartbeats() throws {
        let queue = try TestQueue(at: BrokerAddress("\(TestBroker.text)?heartbeat=1"))
        try queue.publish([])
        let consumer = try queue.consumer()
        // RabbitMQ closes a connection after two silent intervals.
        #expect(try consumer.nextDelivery(waitSeconds: 5) == nil)
        try queue.publish(["late"])
        let delivery = try #require(try consumer.nextDelivery(waitSeconds: 30))
        try consumer.acknowledge(delivery)
        #expect(try consumer.nextDelivery(waitSeconds: 0.1) == nil)
        consumer.close()
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("a thread that makes no call loses the connection, and its message comes again elsewhere")
    func noHeartbeats() throws {
        let queue = try TestQueue(at: BrokerAddress("\(TestBroker.text)?heartbeat=1"))
        try queue.publish(["one"])
        let stuck = try queue.consumer()
        let delivery = try #require(try stuck.nextDelivery(waitSeconds: 30))
        let other = try queue.consumer()
        let again = try #require(try other.nextDelivery(waitSeconds: 30))
        #expect(again.isRedelivered)
        try other.acknowledge(again)
        #expect(throws: BrokerError.self) {
            // The first write may still fit into the socket of a connection that has ended.
            try stuck.acknowledge(delivery)
            _ = try stuck.nextDelivery(waitSeconds: 30)
        }
        #expect(stuck.isClosed)
    }

    @Test("the description of a delivery shows no content")
    func description() throws {
        try queue.publish(["secret"])
        let delivery = try #require(try queue.consumer().nextDelivery(waitSeconds: 30))
        var dumped = ""
        dump(delivery, to: &dumped)
        #expect(!"\(delivery) \(String(reflecting: delivery)) \([delivery]) \(dumped)".contains("secret"))
    }
}

import Testing

@testable import AMQP

/// The broker as script/server sets it up: its users, its queues, its policy; and TLS. LostBrokerTests.swift adds
/// tests that stop it. All use one broker, one after another.
@Suite("A broker of Jadwal's own", .serialized, .timeLimit(.minutes(3)))
struct OwnBrokerTests {
    private static let shared = Result { try OwnBroker() }
    let broker: OwnBroker

    init() throws { broker = try Self.shared.get() }

    @Test("a rejected message of the bridge becomes a dead letter by the policy, though the queue has no arguments")
    func policy() throws {
        let bridge = try BrokerConnection(broker.address(of: "bridge"), name: "bridge")
        try bridge.declare("wasapp.messages")
        try bridge.publish(Array("poison".utf8), to: "wasapp.messages", messageID: "one")
        let consumer = try BrokerConnection(broker.address(of: "jadwal"), name: "jadwal")
        try consumer.declare("wasapp.messages")
        try consumer.consume("wasapp.messages", prefetch: 50)
        try consumer.reject(try #require(try consumer.nextDelivery(waitSeconds: 30)))
        let letters = try BrokerConnection(broker.address(of: "jadwal"), name: "letters")
        try letters.consume("wasapp.dead", prefetch: 1)
        let letter = try #require(try letters.nextDelivery(waitSeconds: 30))
        #expect(letter.text == "poison")
        #expect(letter.deathCount == 1)
        try letters.acknowledge(letter)
    }

    @Test("the bridge may publish, and is refused consuming, other queues and the dead letters")
    func bridge() throws {
        func refused(_ body: (BrokerConnection) throws -> Void) throws {
            let connection = try BrokerConnection(broker.address(of: "bridge"), name: "bridge")
            let error = #expect(throws: BrokerError.self) { try body(connection) }
            guard case .notPermitted = error else { Issue.record("\(String(describing: error))"); return }
        }
        try refused { try $0.consume("wasapp.messages", prefetch: 1) }
        try refused { try $0.consume("wasapp.dead", prefetch: 1) }
        try refused { try $0.declare("wasapp.other") }
    }

    @Test("RabbitMQ's own user guest does not exist")
    func guest() throws {
        let address = try broker.address(of: "jadwal")
        #expect(throws: BrokerError.wrongLogin) {
            _ = try BrokerConnection(BrokerAddress("amqp://guest:guest@127.0.0.1:\(address.port)/jadwal"), name: "test")
        }
    }

    @Test("TLS works with an authority of one's own")
    func encrypted() throws {
        let queue = try TestQueue(at: broker.encryptedAddress(host: "localhost", authority: broker.authority))
        try queue.publish(["one"])
        let consumer = try queue.consumer()
        let delivery = try #require(try consumer.nextDelivery(waitSeconds: 30))
        #expect(delivery.text == "one")
        try consumer.acknowledge(delivery)
        consumer.close()
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("a certificate of another authority, or for another name, is not trusted")
    func untrusted() throws {
        // 127.1 is a way to write 127.0.0.1, which the certificate does not have among its names.
        for (host, authority) in [
            ("localhost", broker.otherAuthority), ("localhost", nil), ("127.1", broker.authority),
            ("localhost", "/nowhere/authority.pem"),
        ] {
            let address = try broker.encryptedAddress(host: host, authority: authority)
            let error = #expect(throws: BrokerError.self) { _ = try BrokerConnection(address, name: "test") }
            guard case .untrusted = error else { Issue.record("\(host): \(String(describing: error))"); continue }
        }
    }
}

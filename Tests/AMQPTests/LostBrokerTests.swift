import Glibc
import Testing

@testable import AMQP

extension OwnBrokerTests {
    @Test("a broker that hangs is noticed by its missing heartbeats, and consumed from again when it goes on")
    func hangs() throws {
        let address = try broker.address(of: "jadwal", heartbeatSeconds: 1)
        func publish(_ body: [UInt8]) throws {
            let publisher = try BrokerConnection(address, name: "publisher")
            try publisher.publish(body, to: "wasapp.messages")
            publisher.close()
        }
        try publish([1])
        var stored: [[UInt8]] = [], events: [String] = []
        let consumer = QueueConsumer(
            address, queue: "wasapp.messages", name: "test", jitter: { 1 },
            report: { event in
                switch event {
                case .connected: events.append("connected")
                case .lost:
                    events.append("lost")
                    broker.signal(SIGCONT)
                    #expect(throws: Never.self) { try publish([2]) }
                default: break
                }
            })
        consumer.run(until: { stored.contains([2]) }) { deliveries in
            if stored.isEmpty { broker.signal(SIGSTOP) }
            stored += deliveries.map(\.body)
            return deliveries.map { _ in .stored }
        }
        #expect(events == ["connected", "lost", "connected"])
        #expect(Set(stored) == [[1], [2]])
    }

    @Test("after the broker was killed and started again, every message comes, and none is lost")
    func killed() throws {
        let address = try broker.address(of: "jadwal")
        let publisher = try BrokerConnection(address, name: "publisher")
        for number in 1...100 { try publisher.publish(Array("\(number)".utf8), to: "wasapp.messages") }
        var stored: [String] = [], events: [String] = []
        let consumer = QueueConsumer(
            address, queue: "wasapp.messages", name: "test", prefetch: 10, jitter: { 1 },
            report: { event in
                switch event {
                case .connected: events.append("connected")
                case .lost(.unreachable, _):
                    events.append("unreachable")
                    // The pauses grow while nobody listens.
                    if events.count == 4 { #expect(throws: Never.self) { try broker.startAgain() } }
                case .lost: events.append("lost")
                default: break
                }
            })
        consumer.run(until: { Set(stored).count == 100 }) { deliveries in
            if stored.count == 40, events.count == 1 { broker.signal(SIGKILL) }
            stored += deliveries.map(\.text)
            return deliveries.map { _ in .stored }
        }
        #expect(events == ["connected", "lost", "unreachable", "unreachable", "connected"])
        #expect(Set(stored) == Set((1...100).map(String.init)))
        let after = try BrokerConnection(address, name: "after")
        #expect(try becomesTrue { try after.state(of: "wasapp.messages").messages == 0 })
    }
}

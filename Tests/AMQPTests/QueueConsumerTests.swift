import System
import Testing

@testable import AMQP

/// Each test runs the loop on its own thread. The work or the reports tell it to stop.
@Suite("Consuming from a queue", .timeLimit(.minutes(2)))
struct QueueConsumerTests {
    let queue: TestQueue

    init() throws { queue = try TestQueue() }

    private func consumer(
        prefetch: Int = 50, batch: Int = 1, checkSeconds: Int = 60,
        report: @escaping (QueueConsumer.Event) -> Void = { _ in }
    ) -> QueueConsumer {
        QueueConsumer(
            queue.address, queue: queue.name, name: "test", prefetch: prefetch, batch: batch,
            checkSeconds: checkSeconds, jitter: { 1 }, report: report)
    }

    @Test("every message is worked on once, in order, and the queue is empty afterwards")
    func all() throws {
        let texts = (1...120).map(String.init)
        try queue.publish(texts)
        var seen: [String] = []
        consumer(prefetch: 10).run(until: { seen.count == texts.count }) { deliveries in
            seen += deliveries.map(\.text)
            return deliveries.map { _ in .stored }
        }
        #expect(seen == texts)
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("messages that have arrived are handed over together, up to the limit")
    func batches() throws {
        let texts = (1...120).map(String.init)
        try queue.publish(texts)
        var sizes: [Int] = [], seen: [String] = []
        consumer(prefetch: 50, batch: 20).run(until: { seen.count == texts.count }) { deliveries in
            sizes.append(deliveries.count)
            seen += deliveries.map(\.text)
            return deliveries.map { _ in .stored }
        }
        #expect(seen == texts)
        #expect(sizes.max().map { (2...20).contains($0) } == true)
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("of a batch, the unusable messages become dead letters and the others are acknowledged")
    func rejected() throws {
        let dead = try TestQueue()
        try queue.declare(deadLettersTo: dead.name)
        let publisher = try queue.connect()
        try publisher.declare(dead.name)
        for number in 0..<10 { try publisher.publish([UInt8(number)], to: queue.name) }
        let consumer = try queue.consumer()
        let batch = try (0..<10).map { _ in try #require(try consumer.nextDelivery(waitSeconds: 30)) }
        try self.consumer().settle(batch, batch.map { $0.body[0] % 3 == 0 ? .rejected : .stored }, consumer)
        consumer.close()
        let letters = try dead.consumer()
        let bodies = try (0..<4).map { _ in try #require(try letters.nextDelivery(waitSeconds: 30)).body }
        #expect(Set(bodies) == [[0], [3], [6], [9]])
        #expect(try letters.nextDelivery(waitSeconds: 0.2) == nil)
        #expect(try queue.consumer().nextDelivery(waitSeconds: 0.2) == nil)
    }

    @Test("after a stop, that message and the later ones are back in the queue")
    func stopped() throws {
        try queue.publish((1...9).map(String.init))
        var seen: [String] = []
        consumer(batch: 1).run(until: { false }) { deliveries in
            seen += deliveries.map(\.text)
            return [seen.count < 4 ? .stored : .stop]
        }
        #expect(seen == ["1", "2", "3", "4"])
        let next = try #require(try queue.consumer().nextDelivery(waitSeconds: 30))
        #expect(next.text == "4")
        #expect(next.isRedelivered)
    }

    @Test("a stop inside a batch settles only the messages before it")
    func stoppedInside() throws {
        try queue.publish(["1", "2", "3", "4"])
        let first = try queue.consumer()
        let batch = try (0..<4).map { _ in try #require(try first.nextDelivery(waitSeconds: 30)) }
        try consumer().settle(batch, [.stored, .stored, .stop, .stored], first)
        first.close()
        let second = try queue.consumer()
        #expect(try second.nextDelivery(waitSeconds: 30)?.text == "3")
        #expect(try second.nextDelivery(waitSeconds: 30)?.text == "4")
    }

    @Test("a message whose work throws comes again after a pause, and is not lost")
    func workThrows() throws {
        struct DatabaseAway: Error {}
        try queue.publish(["one"])
        var tries: [Bool] = [], reports: [String] = []
        let consumer = consumer { event in
            if case .workFailed(let error, let pause) = event { reports.append("\(type(of: error)) \(pause)") }
        }
        consumer.run(until: { tries.count == 3 }) { deliveries in
            tries += deliveries.map(\.isRedelivered)
            if tries.count < 3 { throw DatabaseAway() }
            return [.stored]
        }
        #expect(tries == [false, true, true])
        // The pauses grow, since nothing was stored between them.
        #expect(reports == ["DatabaseAway 750", "DatabaseAway 1500"])
        #expect(try becomesTrue { try queue.waiting() == 0 })
    }

    @Test("an idle consumer stops as soon as it is asked")
    func idle() {
        var connections = 0, questions = 0
        let consumer = consumer { event in if case .connected = event { connections += 1 } }
        consumer.run(until: {
            questions += 1
            return questions > 4
        }, { _ in [] })
        #expect(connections == 1)
        #expect(questions == 5)
    }

    @Test("the queue is made if it does not exist, and made again after it was deleted")
    func deleted() throws {
        var connections = 0, losses: [BrokerError] = []
        let queue = queue
        let consumer = consumer { event in
            switch event {
            case .connected: connections += 1
            case .lost(let error, _): losses.append(error)
            default: break
            }
        }
        var isDeleted = false
        consumer.run(until: {
            if connections == 1, !isDeleted, let other = try? queue.connect(),
               (try? other.state(of: queue.name))?.consumers == 1 {
                queue.delete(over: other)
                isDeleted = true
            }
            return connections == 2
        }, { _ in [] })
        #expect(losses == [.consumerCanceled(queue: queue.name)])
        #expect(try queue.waiting() == 0)
    }

    @Test("the queue is looked at again and again, and its messages are reported")
    func checked() throws {
        try queue.publish(["one", "two", "three"])
        var states: [QueueState] = []
        let consumer = consumer(prefetch: 1, checkSeconds: 0) { event in
            if case .checked(let state) = event { states.append(state) }
        }
        var seen = 0
        consumer.run(until: { states.count >= 2 }) { deliveries in
            seen += deliveries.count
            return deliveries.map { _ in .stored }
        }
        #expect(states.first?.consumers == 1)
        #expect(states.allSatisfy { (0...2).contains($0.messages) })
    }

    @Test("a queue with other arguments is reported, and tried again until it is right")
    func differs() throws {
        try queue.declare(deadLettersTo: "wasapp.dead")
        var losses = 0, connections = 0
        let queue = queue
        let consumer = consumer { event in
            switch event {
            case .lost(.preconditionFailed, _):
                losses += 1
                if let other = try? queue.connect() { queue.delete(over: other) }
            case .connected: connections += 1
            default: break
            }
        }
        consumer.run(until: { connections == 1 }, { _ in [] })
        #expect(losses == 1)
    }
}

@Suite("Pauses between tries")
struct RetryPausesTests {
    @Test("they double up to half a minute, and begin again after a success")
    func doubling() {
        var pauses = RetryPauses()
        #expect((1...7).map { _ in pauses.next(jitter: 0) } == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
        pauses.reset()
        #expect(pauses.next(jitter: 0) == 1_000)
    }

    @Test("chance shortens them by a quarter at most", arguments: [(0.0, 1_000), (0.5, 875), (1.0, 750), (7.0, 750)])
    func jitter(jitter: Double, milliseconds: Int) {
        var pauses = RetryPauses()
        #expect(pauses.next(jitter: jitter) == milliseconds)
    }
}

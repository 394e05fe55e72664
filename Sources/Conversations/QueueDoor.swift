package import AMQP
import Agreements
import Crypto
import Logging
import Postgres
package import Runtime
import Storage

/// The door for a bridge with a broker: a thread of `jadwal work` that takes messages from the queue, stores them, and
/// acknowledges them after the commit.
///
/// A message that cannot be read becomes a dead letter with its reason in `refused_message`. While the database is away
/// nothing is acknowledged, and the broker keeps everything.
package struct QueueDoor {
    private let app: App

    package init(_ app: App) {
        self.app = app
    }

    /// Reads the address of the broker.
    ///
    /// - Throws: `ConfigError` for an address that cannot be used.
    /// - Returns: nil if this installation has no broker.
    package static func address(_ config: Config) throws(ConfigError) -> BrokerAddress? {
        guard !config.rabbitMQ.isEmpty else { return nil }
        do {
            return try BrokerAddress(config.rabbitMQ)
        } catch {
            throw ConfigError(key: "JADWAL_RABBITMQ_URL", problem: "is not an address of a broker: \(error)")
        }
    }

    /// The most messages of one transaction.
    private static let batch = 50

    /// Takes messages until `shouldStop` returns true.
    package func run(_ address: BrokerAddress, until shouldStop: () -> Bool) {
        let app = self.app
        let consumer = QueueConsumer(
            address, queue: app.config.rabbitMQQueue, name: "jadwal-work", prefetch: Self.batch, batch: Self.batch,
            jitter: { Double.random(in: 0...1) }, report: { Self.report($0, app) })
        consumer.run(until: shouldStop) { deliveries in try store(deliveries) }
    }

    /// Stores messages in one transaction, and returns the answer to each.
    private func store(_ deliveries: [Delivery]) throws -> [QueueConsumer.Verdict] {
        let now = app.now(), store = try app.store
        let read = deliveries.map { delivery in
            Result { () throws(MessageDefect) in
                if delivery.isCut { throw .tooLarge }
                return try IncomingMessage(delivery.body, now: now)
            }
        }
        let answers = try store.transaction {
            var received = try app.receive(read.compactMap { try? $0.get() }).makeIterator()
            return try zip(deliveries, read).map { delivery, message in
                let answer: Answer
                switch message {
                case .success:
                    let outcome = received.next()
                    answer = Answer(received: outcome, refusal: outcome == .again ? Self.keyDoesNotOpen : nil)
                case .failure(let defect): answer = Answer(received: nil, refusal: defect.rawValue)
                }
                if let reason = answer.refusal {
                    try app.recordRefusedDelivery(digest: sha256(delivery.body), door: "queue", reason: reason)
                }
                return answer
            }
        }
        for reason in answers.compactMap(\.refusal) {
            app.log.warning("delivery refused", metadata: ["reason": "\(reason)"])
        }
        app.log.info("messages received", metadata: [
            "stored": "\(answers.count { $0.received == .stored })",
            "known": "\(answers.count { $0.received == .known })",
            "refused": "\(answers.count { $0.refusal != nil })",
            "dropped": "\(answers.count { if case .dropped = $0.received { true } else { false } })",
        ])
        return answers.map { $0.refusal == nil ? .stored : .rejected }
    }

    private struct Answer {
        /// The outcome; nil for a delivery that is no message.
        let received: Received?
        /// The reason why it becomes a dead letter; nil if it does not.
        let refusal: String?
    }

    /// The reason of a dead letter that can be put back when the key is there again.
    private static let keyDoesNotOpen = "the customer's key does not open"

    private static func report(_ event: QueueConsumer.Event, _ app: App) {
        switch event {
        case .connected(let state):
            app.log.info("queue connected", metadata: ["waiting": "\(state.messages)"])
        case .checked: break
        case .lost(let error, let pause):
            app.log.error("queue lost", metadata: ["reason": "\(error)", "pause_ms": "\(pause)"])
        case .workFailed(let error, let pause):
            app.log.error("messages not stored", metadata: ["reason": "\(error)", "pause_ms": "\(pause)"])
        }
    }
}

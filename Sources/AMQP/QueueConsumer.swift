import Glibc
import System

/// The loop of a thread that takes messages from a queue and acknowledges each only after its work is done.
///
/// It connects, declares the queue and hands over the messages that wait, in the queue's order. After a loss it
/// connects again, with growing pauses. No message is lost: one whose work did not end comes again. RabbitMQ writes
/// acknowledgements to disk later than messages, so after a crash of the broker even an acknowledged message can
/// come again. The work must be harmless when it is repeated.
public struct QueueConsumer {
    /// The answer to one message.
    public enum Verdict: Hashable, Sendable {
        /// The work is done, and its result is stored: acknowledge.
        case stored
        /// The message is unusable: it becomes a dead letter.
        case rejected
        /// Stop here. This message and the later ones of the batch go back to the queue.
        case stop
    }

    /// A change that the log should show.
    public enum Event {
        /// Connected; with the messages that waited at that moment.
        case connected(QueueState)
        /// The broker described the queue, once a minute.
        case checked(QueueState)
        /// Not connected, and the pause until the next try.
        case lost(BrokerError, pauseMilliseconds: Int)
        /// The work threw. Its messages go back to the queue, and the next try comes after the pause.
        case workFailed(any Error, pauseMilliseconds: Int)
    }

    private let address: BrokerAddress
    private let queue: String
    private let name: String
    private let prefetch: Int
    private let batch: Int
    private let checkSeconds: Int
    private let jitter: () -> Double
    private let report: (Event) -> Void

    /// Makes a consumer.
    ///
    /// - Parameters:
    ///   - name: the name that the broker's lists of connections show.
    ///   - prefetch: the maximum number of messages that the broker sends without an answer to them.
    ///   - batch: the maximum number of messages that are handed over together, at most `prefetch`. Only messages
    ///     that have arrived are put together; nobody waits for a batch to fill up.
    ///   - checkSeconds: the pause between two checks that the queue still exists.
    ///   - jitter: a number from 0 to 1, by chance.
    ///   - report: called on the consumer's thread for each event.
    public init(
        _ address: BrokerAddress, queue: String, name: String, prefetch: Int = 50, batch: Int = 1,
        checkSeconds: Int = 60, jitter: @escaping () -> Double, report: @escaping (Event) -> Void
    ) {
        precondition((1...prefetch).contains(batch), "a batch has from 1 to `prefetch` messages")
        self.address = address
        self.queue = queue
        self.name = name
        self.prefetch = prefetch
        self.batch = batch
        self.checkSeconds = checkSeconds
        self.jitter = jitter
        self.report = report
    }

    /// Consumes until `shouldStop` returns true or the work says `stop`. It asks twice a second, but not while it
    /// works or connects, which takes five seconds if a host does not answer at all.
    ///
    /// - Parameter work: stores the messages, and returns a verdict for each in their order. If it throws, none of
    ///   them is acknowledged. It may take twice the interval of the heartbeats at most; then the broker delivers
    ///   the messages again.
    public func run(until shouldStop: () -> Bool, _ work: ([Delivery]) throws -> [Verdict]) {
        var pauses = RetryPauses()
        while !shouldStop() {
            do throws(Failure) {
                try consume(until: shouldStop, work) { pauses.reset() }
                return
            } catch {
                let pause = pauses.next(jitter: jitter())
                switch error {
                case .broker(let reason): report(.lost(reason, pauseMilliseconds: pause))
                case .work(let reason): report(.workFailed(reason, pauseMilliseconds: pause))
                }
                wait(milliseconds: pause, until: shouldStop)
            }
        }
    }

    private enum Failure: Error {
        case broker(BrokerError)
        case work(any Error)
    }

    /// Consumes over one connection, until it is asked to stop or something fails.
    ///
    /// - Parameter progressed: called when messages were acknowledged, and when none waits.
    private func consume(
        until shouldStop: () -> Bool, _ work: ([Delivery]) throws -> [Verdict], progressed: () -> Void
    ) throws(Failure) {
        let connection = try broker { () throws(BrokerError) in try BrokerConnection(address, name: name) }
        defer { connection.close() }
        report(.connected(try broker { () throws(BrokerError) in try connection.declare(queue) }))
        try broker { () throws(BrokerError) in try connection.consume(queue, prefetch: prefetch) }
        var nextCheck = Monotonic.deadline(milliseconds: checkSeconds * 1_000)
        while !shouldStop() {
            let deliveries = try broker { () throws(BrokerError) in try nextBatch(connection) }
            if !deliveries.isEmpty {
                let verdicts = try verdicts(on: deliveries, work)
                try broker { () throws(BrokerError) in try settle(deliveries, verdicts, connection) }
                if verdicts.contains(.stop) { return }
            }
            progressed()
            if Monotonic.nanoseconds() >= nextCheck {
                nextCheck = Monotonic.deadline(milliseconds: checkSeconds * 1_000)
                report(.checked(try broker { () throws(BrokerError) in try connection.state(of: queue) }))
            }
        }
    }

    private func verdicts(
        on deliveries: [Delivery], _ work: ([Delivery]) throws -> [Verdict]
    ) throws(Failure) -> [Verdict] {
        let verdicts: [Verdict]
        do {
            verdicts = try work(deliveries)
        } catch {
            throw .work(error)
        }
        precondition(verdicts.count == deliveries.count, "the work returns a verdict for each message")
        return verdicts
    }

    /// Waits half a second at most for a message, and takes those that have arrived with it.
    private func nextBatch(_ connection: BrokerConnection) throws(BrokerError) -> [Delivery] {
        var deliveries: [Delivery] = []
        while deliveries.count < batch,
              let delivery = try connection.nextDelivery(waitSeconds: deliveries.isEmpty ? 0.5 : 0) {
            deliveries.append(delivery)
        }
        return deliveries
    }

    /// Rejects what is unusable, and acknowledges the rest with one answer. Earlier batches are settled, so all
    /// messages up to the last stored one have an answer then.
    func settle(
        _ deliveries: [Delivery], _ verdicts: [Verdict], _ connection: BrokerConnection
    ) throws(BrokerError) {
        var lastStored: Delivery?
        for (delivery, verdict) in zip(deliveries, verdicts).prefix(while: { $0.1 != .stop }) {
            if verdict == .stored {
                lastStored = delivery
            } else {
                try connection.reject(delivery)
            }
        }
        if let lastStored { try connection.acknowledge(lastStored, includesEarlier: true) }
    }

    private func broker<Value>(_ body: () throws(BrokerError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw .broker(error)
        }
    }

    private func wait(milliseconds: Int, until shouldStop: () -> Bool) {
        let deadline = Monotonic.deadline(milliseconds: milliseconds)
        while !shouldStop(), case let left = Monotonic.milliseconds(until: deadline), left > 0 {
            usleep(UInt32(min(left, 100)) * 1_000)
        }
    }
}

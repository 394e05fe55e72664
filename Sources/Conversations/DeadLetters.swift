import AMQP
package import Runtime

/// The messages that were rejected from the queue: dead letters at the broker.
package enum DeadLetters {
    /// The queue of dead letters, as the broker's policy names it.
    package static let queue = "wasapp.dead"

    /// Puts dead letters back into the queue of messages, as after a new release that can read them. Those that are too
    /// large to be read stay where they are.
    ///
    /// Each is acknowledged only after the broker has the copy, so none is lost; after a fault one may come twice.
    ///
    /// - Returns: their number; 0 without a broker.
    package static func replay(_ config: Config) throws -> Int {
        try each(config) { delivery, publisher in
            guard !delivery.isCut else { return false }
            try publisher.publish(delivery.body, to: config.rabbitMQQueue, messageID: delivery.messageID)
            return true
        }
    }

    /// Deletes dead letters.
    ///
    /// - Returns: their number; 0 without a broker.
    package static func drop(_ config: Config) throws -> Int {
        try each(config) { _, _ in true }
    }

    /// Returns the number of dead letters; nil without a broker.
    package static func count(_ config: Config) throws -> Int? {
        guard let address = try QueueDoor.address(config) else { return nil }
        let connection = try BrokerConnection(address, name: "jadwal-messages")
        defer { connection.close() }
        return try connection.state(of: queue).messages
    }

    /// Takes the present dead letters, one after another. Those for which `work` returns false stay.
    private static func each(
        _ config: Config, _ work: (Delivery, BrokerConnection) throws -> Bool
    ) throws -> Int {
        guard let address = try QueueDoor.address(config) else { return 0 }
        let consumer = try BrokerConnection(address, name: "jadwal-messages")
        defer { consumer.close() }
        let publisher = try BrokerConnection(address, name: "jadwal-messages")
        defer { publisher.close() }
        let count = try consumer.state(of: queue).messages
        // Unacknowledged messages return to the queue when the connection closes, so the prefetch must cover them
        // all.
        try consumer.consume(queue, prefetch: min(max(count, 1), Int(UInt16.max)))
        var taken = 0
        for _ in 0..<count {
            guard let delivery = try consumer.nextDelivery(waitSeconds: 5) else { break }
            guard try work(delivery, publisher) else { continue }
            try consumer.acknowledge(delivery)
            taken += 1
        }
        return taken
    }
}

import AMQP
package import Runtime

/// The messages that were rejected from the queue: dead letters at the broker.
package enum DeadLetters {
    /// The queue of dead letters, as the broker's policy names it.
    package static let queue = "wasapp.dead"

    /// Puts dead letters back into the queue of messages, as after a new release that can read them.
    ///
    /// Each is acknowledged only after the broker has the copy, so none is lost; after a fault one may come twice.
    ///
    /// - Returns: their number; 0 without a broker.
    package static func replay(_ config: Config) throws -> Int {
        try each(config) { delivery, publisher in
            try publisher.publish(delivery.body, to: config.rabbitMQQueue, messageID: delivery.messageID)
        }
    }

    /// Deletes dead letters.
    ///
    /// - Returns: their number; 0 without a broker.
    package static func drop(_ config: Config) throws -> Int {
        try each(config) { _, _ in }
    }

    /// Returns the number of dead letters; nil without a broker.
    package static func count(_ config: Config) throws -> Int? {
        guard let address = try QueueDoor.address(config) else { return nil }
        let connection = try BrokerConnection(address, name: "jadwal-messages")
        defer { connection.close() }
        return try connection.state(of: queue).messages
    }

    /// Takes the present dead letters, one after another.
    private static func each(
        _ config: Config, _ work: (Delivery, BrokerConnection) throws -> Void
    ) throws -> Int {
        guard let address = try QueueDoor.address(config) else { return 0 }
        let consumer = try BrokerConnection(address, name: "jadwal-messages")
        defer { consumer.close() }
        let publisher = try BrokerConnection(address, name: "jadwal-messages")
        defer { publisher.close() }
        let count = try consumer.state(of: queue).messages
        try consumer.consume(queue, prefetch: 1)
        for taken in 0..<count {
            guard let delivery = try consumer.nextDelivery(waitSeconds: 5) else { return taken }
            try work(delivery, publisher)
            try consumer.acknowledge(delivery)
        }
        return count
    }
}

import CRabbitMQ
import System

extension BrokerConnection {
    /// The bytes of a body that a delivery keeps. The rest of a longer body is read and dropped.
    public static let bodyLimitBytes = 65_536

    /// Begins to consume from a queue. Each message must be acknowledged or rejected.
    ///
    /// - Parameter prefetch: the maximum number of messages that the broker sends without an answer to them.
    public func consume(_ queue: String, prefetch: Int) throws(BrokerError) {
        precondition((1...Int(UInt16.max)).contains(prefetch), "the prefetch must be from 1 to 65,535")
        precondition(consumedQueue == nil && !isConfirming, "a connection consumes from one queue, or it publishes")
        try closingOnError { state throws(BrokerError) in
            amqp_basic_qos(state, Self.channel, 0, UInt16(prefetch), 0)
            try check(amqp_get_rpc_reply(state))
            withBytes(of: queue) { name in
                _ = amqp_basic_consume(state, Self.channel, name, amqp_bytes_t(), 0, 0, 0, amqp_table_t())
            }
            try check(amqp_get_rpc_reply(state))
        }
        consumedQueue = queue
    }

    /// Waits for the next message.
    ///
    /// - Parameter waitSeconds: the maximum wait; 0 looks only if one has arrived.
    /// - Returns: nil if none came in time.
    /// - Throws: `.consumerCanceled` if the queue was deleted. Messages that the broker sent before a loss may still
    ///   be returned after it, and acknowledging them then throws.
    public func nextDelivery(waitSeconds: Double) throws(BrokerError) -> Delivery? {
        guard let consumedQueue else { preconditionFailure("`consume` comes before `nextDelivery`") }
        let deadline = Monotonic.deadline(milliseconds: Int(waitSeconds * 1_000))
        return try closingOnError { state throws(BrokerError) in
            while let frame = try nextFrame(state, milliseconds: Int(Monotonic.milliseconds(until: deadline))) {
                guard Int32(frame.frame_type) == AMQP_FRAME_METHOD else { continue }
                let method = frame.payload.method
                switch method.id {
                case jadwal_amqp_basic_deliver:
                    return try delivery(method.decoded.load(as: amqp_basic_deliver_t.self), state)
                case jadwal_amqp_basic_cancel: throw .consumerCanceled(queue: consumedQueue)
                case jadwal_amqp_connection_close, jadwal_amqp_channel_close: throw closingError(method)
                default: continue
                }
            }
            return nil
        }
    }

    private func delivery(
        _ announced: amqp_basic_deliver_t, _ state: amqp_connection_state_t
    ) throws(BrokerError) -> Delivery {
        let content = try readContent(state, limitBytes: Self.bodyLimitBytes, seconds: answerSeconds)
        return Delivery(
            body: content.body, bodyBytes: content.bodyBytes, messageID: content.messageID,
            isRedelivered: announced.redelivered != 0, deathCount: content.deathCount, tag: announced.delivery_tag)
    }

    /// Acknowledges a message of this connection: the broker forgets it.
    ///
    /// - Parameter includesEarlier: acknowledges all earlier messages without an answer too.
    /// - Throws: if the connection is lost. The message will come again.
    public func acknowledge(_ delivery: Delivery, includesEarlier: Bool = false) throws(BrokerError) {
        try closingOnError { state throws(BrokerError) in
            try check(amqp_basic_ack(state, Self.channel, delivery.tag, includesEarlier ? 1 : 0))
        }
    }

    /// Rejects a message of this connection. It goes where the queue's policy sends dead letters, or nowhere
    /// without one. It never goes back to the queue, from where it would come again at once, for ever.
    public func reject(_ delivery: Delivery) throws(BrokerError) {
        try closingOnError { state throws(BrokerError) in
            try check(amqp_basic_reject(state, Self.channel, delivery.tag, 0))
        }
    }
}

import CRabbitMQ

/// A queue as the broker described it a moment ago.
public struct QueueState: Hashable, Sendable {
    /// The messages that wait, without those that are delivered and not acknowledged.
    public let messages: Int
    public let consumers: Int

    public init(messages: Int, consumers: Int) {
        self.messages = messages
        self.consumers = consumers
    }
}

extension BrokerConnection {
    /// Declares a durable queue without arguments, and makes it if it does not exist.
    ///
    /// It never has arguments, since the bridge declares it in the same way. RabbitMQ refuses the second of two
    /// declarations that differ, so dead letters are a matter of a policy.
    ///
    /// - Throws: `.preconditionFailed` if the queue has arguments or is not durable.
    @discardableResult
    public func declare(_ queue: String) throws(BrokerError) -> QueueState {
        try declare(queue, passively: false)
    }

    /// Returns the state of a queue, without making it.
    ///
    /// - Throws: `.noQueue` if it does not exist.
    public func state(of queue: String) throws(BrokerError) -> QueueState {
        try declare(queue, passively: true)
    }

    private func declare(_ queue: String, passively: Bool) throws(BrokerError) -> QueueState {
        try closingOnError { state throws(BrokerError) in
            let declared = withBytes(of: queue) { name in
                amqp_queue_declare(state, Self.channel, name, passively ? 1 : 0, 1, 0, 0, amqp_table_t())
            }
            try check(amqp_get_rpc_reply(state))
            guard let declared else { throw .lost("the broker's answer to a declaration is missing") }
            return QueueState(
                messages: Int(declared.pointee.message_count), consumers: Int(declared.pointee.consumer_count))
        }
    }
}

/// Calls a body with a text as librabbitmq takes it, which exists during the call only.
func withBytes<Value>(of text: String, _ body: (amqp_bytes_t) -> Value) -> Value {
    var bytes = Array(text.utf8)
    return bytes.withUnsafeMutableBytes { body(amqp_bytes_t(len: $0.count, bytes: $0.baseAddress)) }
}

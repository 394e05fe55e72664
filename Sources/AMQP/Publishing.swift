import CRabbitMQ
import System

extension BrokerConnection {
    /// Publishes a persistent message to a queue, and waits until the broker has it on disk.
    ///
    /// It is for commands and tests, never for a thread that answers requests: a broker that runs out of memory or
    /// disk stops reading, and librabbitmq then waits without a limit to send a long body.
    ///
    /// - Throws: `.unroutable` if the queue does not exist. A confirmation alone would not tell, since RabbitMQ
    ///   confirms such a message like any other. `.notConfirmed` if the broker could not keep it. After `.timedOut`
    ///   the broker may have the message or not.
    public func publish(_ body: [UInt8], to queue: String, messageID: String? = nil) throws(BrokerError) {
        precondition(consumedQueue == nil, "a connection consumes from one queue, or it publishes")
        let outcome = try closingOnError { state throws(BrokerError) -> PublishOutcome in
            if !isConfirming {
                amqp_confirm_select(state, Self.channel)
                try check(amqp_get_rpc_reply(state))
                isConfirming = true
            }
            try check(send(body, to: queue, messageID: messageID, state))
            return try confirmation(state)
        }
        switch outcome {
        case .kept: return
        case .returned: throw .unroutable
        case .refused: throw .notConfirmed
        }
    }

    private func send(
        _ body: [UInt8], to queue: String, messageID: String?, _ state: amqp_connection_state_t
    ) -> Int32 {
        var body = body
        return body.withUnsafeMutableBytes { body in
            withBytes(of: messageID ?? "") { id in
                withBytes(of: queue) { key in
                    var properties = amqp_basic_properties_t()
                    properties._flags = UInt32(AMQP_BASIC_DELIVERY_MODE_FLAG)
                    properties.delivery_mode = UInt8(AMQP_DELIVERY_PERSISTENT.rawValue)
                    if messageID != nil {
                        properties._flags |= UInt32(AMQP_BASIC_MESSAGE_ID_FLAG)
                        properties.message_id = id
                    }
                    return amqp_basic_publish(
                        state, Self.channel, amqp_bytes_t(), key, 1, 0, &properties,
                        amqp_bytes_t(len: body.count, bytes: body.baseAddress))
                }
            }
        }
    }

    /// Waits for the confirmation of the one message under way. A message without a queue is returned before.
    private func confirmation(_ state: amqp_connection_state_t) throws(BrokerError) -> PublishOutcome {
        let deadline = Monotonic.deadline(milliseconds: answerSeconds * 1_000)
        var isReturned = false
        while let frame = try nextFrame(state, milliseconds: Int(Monotonic.milliseconds(until: deadline))) {
            guard Int32(frame.frame_type) == AMQP_FRAME_METHOD else { continue }
            switch frame.payload.method.id {
            case jadwal_amqp_basic_return:
                isReturned = true
                _ = try readContent(state, limitBytes: 0, seconds: answerSeconds)
            case jadwal_amqp_basic_ack: return isReturned ? .returned : .kept
            case jadwal_amqp_basic_nack: return .refused
            case jadwal_amqp_connection_close, jadwal_amqp_channel_close: throw closingError(frame.payload.method)
            default: continue
            }
        }
        throw .timedOut
    }
}

private enum PublishOutcome {
    case kept, returned, refused
}

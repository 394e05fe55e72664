import CRabbitMQ

// From librabbitmq's replies and codes to a `BrokerError`.

/// Throws if a call that waits for the broker's answer failed.
func check(_ reply: amqp_rpc_reply_t) throws(BrokerError) {
    switch reply.reply_type {
    case AMQP_RESPONSE_NORMAL: return
    case AMQP_RESPONSE_SERVER_EXCEPTION: throw closingError(reply.reply)
    case AMQP_RESPONSE_LIBRARY_EXCEPTION: throw libraryError(reply.library_error)
    default: throw .lost("the broker closed the connection without a word")
    }
}

/// Throws if a call that only sends or receives failed.
func check(_ status: Int32) throws(BrokerError) {
    guard status == AMQP_STATUS_OK.rawValue else { throw libraryError(status) }
}

/// Returns the error of librabbitmq's status code.
func libraryError(_ status: Int32) -> BrokerError {
    status == AMQP_STATUS_TIMEOUT.rawValue ? .timedOut : .lost(explanation(of: status))
}

/// Returns librabbitmq's description of a code: a fixed sentence.
func explanation(of status: Int32) -> String {
    amqp_error_string2(status).map { String(cString: $0) } ?? "librabbitmq's error \(status)"
}

/// Returns the error that a `connection.close` or a `channel.close` of the broker means.
func closingError(_ method: amqp_method_t) -> BrokerError {
    switch method.id {
    case jadwal_amqp_connection_close:
        let close = method.decoded.load(as: amqp_connection_close_t.self)
        return error(code: Int(close.reply_code), words: brokerWords(close.reply_text), ofChannel: false)
    case jadwal_amqp_channel_close:
        let close = method.decoded.load(as: amqp_channel_close_t.self)
        return error(code: Int(close.reply_code), words: brokerWords(close.reply_text), ofChannel: true)
    default:
        return .lost("the broker sent the method \(method.id), which does not belong here")
    }
}

private func error(code: Int, words: String, ofChannel: Bool) -> BrokerError {
    switch (Int32(code), ofChannel) {
    case (AMQP_ACCESS_REFUSED, false): .wrongLogin
    case (AMQP_ACCESS_REFUSED, true): .notPermitted(words)
    case (AMQP_NOT_ALLOWED, false): .virtualHostRefused
    case (AMQP_NOT_FOUND, true): .noQueue(words)
    case (AMQP_PRECONDITION_FAILED, true): .preconditionFailed(words)
    default: .closedByBroker(code: code, words)
    }
}

/// Returns the broker's words in one line without control characters, 300 bytes at most.
private func brokerWords(_ text: amqp_bytes_t) -> String {
    let line = UnsafeRawBufferPointer(start: text.bytes, count: min(text.len, 300))
    return String(decoding: line.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
}

import CRabbitMQ
import Glibc

/// Logs in and opens the channel.
///
/// librabbitmq does not announce by itself that this client understands `consumer_cancel_notify`. RabbitMQ then
/// says nothing when a queue is deleted, and the consumer waits for ever.
///
/// - Parameter seconds: the time limit for the login, and for each answer from now on.
func logIn(
    _ state: amqp_connection_state_t, to address: BrokerAddress, name: String, seconds: Int
) throws(BrokerError) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    try check(amqp_set_handshake_timeout(state, &timeout))
    try check(amqp_set_rpc_timeout(state, &timeout))
    let reply = withProperties(name: name) { properties in
        jadwal_amqp_login(
            state, address.virtualHost, 0, frameBytes, Int32(address.heartbeatSeconds), properties,
            address.user, address.password)
    }
    try check(reply)
    amqp_channel_open(state, BrokerConnection.channel)
    try check(amqp_get_rpc_reply(state))
}

/// The maximum length of a frame: RabbitMQ's own default.
private let frameBytes: Int32 = 131_072

/// Calls a body with the properties of this client, which exist during the call only.
private func withProperties<Value>(name: String, _ body: (UnsafePointer<amqp_table_t>) -> Value) -> Value {
    var capabilities = [flag("consumer_cancel_notify"), flag("connection.blocked")]
    var nameBytes = Array(name.utf8)
    return capabilities.withUnsafeMutableBufferPointer { capabilities in
        nameBytes.withUnsafeMutableBytes { nameBytes in
            var known = amqp_field_value_t()
            known.kind = UInt8(AMQP_FIELD_KIND_TABLE.rawValue)
            known.value.table = amqp_table_t(
                num_entries: Int32(capabilities.count), entries: capabilities.baseAddress)
            var title = amqp_field_value_t()
            title.kind = UInt8(AMQP_FIELD_KIND_UTF8.rawValue)
            title.value.bytes = amqp_bytes_t(len: nameBytes.count, bytes: nameBytes.baseAddress)
            var entries = [
                amqp_table_entry_t(key: bytes(of: "capabilities"), value: known),
                amqp_table_entry_t(key: bytes(of: "connection_name"), value: title),
            ]
            return entries.withUnsafeMutableBufferPointer { entries in
                var properties = amqp_table_t(num_entries: Int32(entries.count), entries: entries.baseAddress)
                return body(&properties)
            }
        }
    }
}

/// A capability that this client has.
private func flag(_ key: StaticString) -> amqp_table_entry_t {
    var value = amqp_field_value_t()
    value.kind = UInt8(AMQP_FIELD_KIND_BOOLEAN.rawValue)
    value.value.boolean = 1
    return amqp_table_entry_t(key: bytes(of: key), value: value)
}

/// The bytes of a constant, which librabbitmq only reads.
private func bytes(of text: StaticString) -> amqp_bytes_t {
    amqp_bytes_t(len: text.utf8CodeUnitCount, bytes: UnsafeMutableRawPointer(mutating: text.utf8Start))
}

import CRabbitMQ

/// Returns the sum of the counts in a header `x-death`, which has a table for each queue and reason; 0 without one.
///
/// Whoever publishes can write the header, so nothing but a number is read.
func deathCount(in headers: amqp_table_t) -> Int {
    guard let deaths = headers["x-death"], deaths.kind == UInt8(AMQP_FIELD_KIND_ARRAY.rawValue) else { return 0 }
    let entries = UnsafeBufferPointer(start: deaths.value.array.entries, count: Int(deaths.value.array.num_entries))
    return entries.reduce(0) { sum, entry in
        guard entry.kind == UInt8(AMQP_FIELD_KIND_TABLE.rawValue),
              let count = entry.value.table["count"], count.kind == UInt8(AMQP_FIELD_KIND_I64.rawValue)
        else { return sum }
        return sum + Int(max(0, min(count.value.i64, 1_000_000)))
    }
}

extension amqp_table_t {
    /// The first value with a key; nil without one.
    fileprivate subscript(key: StaticString) -> amqp_field_value_t? {
        UnsafeBufferPointer(start: entries, count: Int(num_entries)).first { entry in
            let bytes = UnsafeRawBufferPointer(start: entry.key.bytes, count: entry.key.len)
            return key.withUTF8Buffer { bytes.elementsEqual($0) }
        }?.value
    }
}

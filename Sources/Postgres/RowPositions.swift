import CPostgres

// Values by position, for rows that come by the thousand. Reading by name looks the name up, and a generic read looks
// its types up, for each value. The statement and the positions are beside each other in one file.

extension Row {
    /// Returns the text at a position, from 0; it must not be NULL.
    public func text(at position: Int) throws(PostgresError) -> String {
        let octets = try required(position, TypeOID.text)
        // libpq puts a NUL behind each value, and no text of Postgres holds one. This initializer is not generic, which
        // makes it some times as fast as the others.
        guard let start = octets.baseAddress,
              let text = String(validatingCString: start.assumingMemoryBound(to: CChar.self))
        else { throw .decoding("is not UTF-8") }
        return text
    }

    /// Returns the text at a position; nil for NULL.
    public func optionalText(at position: Int) throws(PostgresError) -> String? {
        isNull(at: position) ? nil : try text(at: position)
    }

    /// Returns the `bytea` at a position; it must not be NULL.
    public func octets(at position: Int) throws(PostgresError) -> [UInt8] {
        [UInt8](try required(position, TypeOID.bytea))
    }

    /// Returns the first octets of the `bytea` at a position; it must not be NULL.
    public func octets(at position: Int, first count: Int) throws(PostgresError) -> [UInt8] {
        [UInt8](try required(position, TypeOID.bytea).prefix(count))
    }

    /// Returns the `bytea` at a position; nil for NULL.
    public func optionalOctets(at position: Int) throws(PostgresError) -> [UInt8]? {
        isNull(at: position) ? nil : try octets(at: position)
    }

    /// Returns the `bigint` or `integer` at a position; it must not be NULL.
    public func number(at position: Int) throws(PostgresError) -> Int64 {
        let column = try column(position)
        if PQftype(result.pointer, column) == TypeOID.int4 {
            return Int64(Int32(bigEndian: try required(position, TypeOID.int4, size: 4).loadUnaligned(as: Int32.self)))
        }
        return Int64(bigEndian: try required(position, TypeOID.int8, size: 8).loadUnaligned(as: Int64.self))
    }

    /// Returns the `bigint` or `integer` at a position; nil for NULL.
    public func optionalNumber(at position: Int) throws(PostgresError) -> Int64? {
        isNull(at: position) ? nil : try number(at: position)
    }

    /// Returns the `boolean` at a position; it must not be NULL.
    public func flag(at position: Int) throws(PostgresError) -> Bool {
        try required(position, TypeOID.bool, size: 1)[0] != 0
    }

    /// Returns the `boolean` at a position; nil for NULL.
    public func optionalFlag(at position: Int) throws(PostgresError) -> Bool? {
        isNull(at: position) ? nil : try flag(at: position)
    }

    /// Returns the `timestamptz` at a position; nil for NULL.
    public func optionalTimestamp(at position: Int) throws(PostgresError) -> Timestamp? {
        guard !isNull(at: position) else { return nil }
        let column = try column(position)
        let bytes = try required(position, TypeOID.timestamptz, size: 8)
        return try Timestamp(decoding: Field(type: PQftype(result.pointer, column), bytes: bytes))
    }

    /// Returns the `timestamptz` at a position; it must not be NULL.
    public func timestamp(at position: Int) throws(PostgresError) -> Timestamp {
        guard let timestamp = try optionalTimestamp(at: position) else {
            throw .decoding("column \(position) is NULL")
        }
        return timestamp
    }

    /// Returns the `uuid` at a position; it must not be NULL.
    public func uuid(at position: Int) throws(PostgresError) -> UUIDValue {
        try UUIDValue(decoding: Field(type: TypeOID.uuid, bytes: required(position, TypeOID.uuid, size: 16)))
    }

    /// Returns the `text[]` at a position; it must not be NULL.
    public func texts(at position: Int) throws(PostgresError) -> [String] {
        try String.decode(Field(type: String.arrayTypeOID, bytes: required(position, String.arrayTypeOID)))
    }

    /// Returns the `bigint[]` at a position; it must not be NULL.
    public func numbers(at position: Int) throws(PostgresError) -> [Int] {
        try Int.decode(Field(type: Int.arrayTypeOID, bytes: required(position, Int.arrayTypeOID)))
    }

    private func isNull(at position: Int) -> Bool {
        PQgetisnull(result.pointer, number, Int32(truncatingIfNeeded: position)) != 0
    }

    private func column(_ position: Int) throws(PostgresError) -> Int32 {
        guard position >= 0, position < Int(PQnfields(result.pointer)) else {
            throw .decoding("has no column \(position)")
        }
        return Int32(position)
    }

    /// Returns the octets of a value, in the memory of libpq.
    private func required(
        _ position: Int, _ type: UInt32, size: Int? = nil
    ) throws(PostgresError) -> UnsafeRawBufferPointer {
        let column = try column(position)
        guard PQftype(result.pointer, column) == type else { throw .decoding("column \(position) has another type") }
        guard PQgetisnull(result.pointer, number, column) == 0, let start = PQgetvalue(result.pointer, number, column)
        else { throw .decoding("column \(position) is NULL") }
        let count = Int(PQgetlength(result.pointer, number, column))
        guard size ?? count == count else { throw .decoding("column \(position) has \(count) octets") }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}

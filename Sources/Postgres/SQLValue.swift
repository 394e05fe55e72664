/// A type that goes into a statement as a bound value and comes out of a column.
///
/// Values cross in Postgres's binary format, both ways: nothing is escaped, formatted or parsed,
/// and no setting of the server (`DateStyle`, `TimeZone`, …) can change what they mean. The
/// types of this target conform themselves; a type of another target conforms by adopting
/// `SQLConvertible`, which needs no knowledge of that format.
public protocol SQLValue: Sendable {
    /// The `pg_type.oid` a parameter of this type is sent as.
    static var typeOID: UInt32 { get }

    /// Appends the value in binary format, without a length.
    ///
    /// - Throws: kind `.encoding` where Postgres has no such value (NUL in text, an instant
    ///   outside its calendar). The message must not hold the value.
    func encode(into bytes: inout [UInt8]) throws(PostgresError)

    /// - Throws: kind `.decoding` where the column's type or content is not one of this type's.
    init(decoding field: borrowing Field) throws(PostgresError)
}

/// A type that is kept in Postgres as one of the types that already are `SQLValue`s.
///
///     extension CustomerID: SQLConvertible {
///         public var sqlForm: Int64 { number }
///         public init(sqlForm: Int64) { self.init(number: sqlForm) }
///     }
///
/// An enum whose raw value is an `SQLValue` needs nothing but the conformance; a column that
/// holds none of its cases is a decoding error.
public protocol SQLConvertible: SQLValue {
    associatedtype SQLForm: SQLValue
    var sqlForm: SQLForm { get }
    init(sqlForm: SQLForm) throws(PostgresError)
}

extension SQLConvertible {
    public static var typeOID: UInt32 { SQLForm.typeOID }

    public func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        try sqlForm.encode(into: &bytes)
    }

    public init(decoding field: borrowing Field) throws(PostgresError) {
        try self.init(sqlForm: SQLForm(decoding: field))
    }
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLValue, SQLForm == RawValue {
    public var sqlForm: RawValue { rawValue }

    public init(sqlForm: RawValue) throws(PostgresError) {
        guard let value = Self(rawValue: sqlForm) else {
            throw .decoding("holds a value that is no \(Self.self)")
        }
        self = value
    }
}

extension [UInt8] {
    /// The integer as Postgres sends every number: most significant byte first.
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// A value as it stands in `SQL.values` and in arrays: its length in four bytes, then itself.
    ///
    /// The length is written after the value, when it is known. A value that throws leaves NULL.
    mutating func appendLengthPrefixed(_ value: some SQLValue) throws(PostgresError) {
        let start = count
        appendBigEndian(Int32(-1))
        do {
            try value.encode(into: &self)
        } catch {
            removeSubrange((start + 4)...)
            throw error
        }
        guard let length = Int32(exactly: count - start - 4) else {
            removeSubrange((start + 4)...)
            throw .encoding("a value is larger than Postgres can hold")
        }
        for byte in 0..<4 {
            self[start + byte] = UInt8(truncatingIfNeeded: length >> Int32(24 - 8 * byte))
        }
    }
}

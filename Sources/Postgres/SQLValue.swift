/// A type whose values can be bound in a statement and read from a column.
///
/// Values have Postgres's binary format in both directions: nothing is escaped, formatted or parsed, and
/// no setting of the server (`DateStyle`, `TimeZone`, …) changes their meaning. Types of other modules
/// adopt `SQLConvertible`, which needs no knowledge of the format.
public protocol SQLValue: Sendable {
    /// The `pg_type.oid` of parameters of this type.
    static var typeOID: UInt32 { get }

    /// Appends the value in binary format, without a length.
    ///
    /// - Throws: kind `.encoding` if Postgres has no such value (a NUL in text, an instant outside its
    ///   calendar). The message must not contain the value.
    func encode(into bytes: inout [UInt8]) throws(PostgresError)

    /// Reads the value of a field.
    ///
    /// - Throws: kind `.decoding` if the type or the content of the column does not fit this type.
    init(decoding field: borrowing Field) throws(PostgresError)
}

/// A type that is stored in Postgres in the form of another `SQLValue`.
///
///     extension CustomerID: SQLConvertible {
///         public var sqlForm: Int64 { number }
///         public init(sqlForm: Int64) { self.init(number: sqlForm) }
///     }
///
/// An enum whose raw value is an `SQLValue` needs the conformance only. A value that is not one of its cases
/// is a decoding error.
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
            throw .decoding("has a value that is not a \(Self.self)")
        }
        self = value
    }
}

extension [UInt8] {
    /// Appends an integer in the byte order of Postgres: most significant byte first.
    mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends a value as in `SQL.values` and in arrays: its length in four bytes, then its bytes.
    ///
    /// The length is filled in after the value. If encoding throws, NULL remains.
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

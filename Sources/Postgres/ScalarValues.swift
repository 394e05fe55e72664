// The scalar types of the standard library. A column may be read as a wider type (a smallint as an Int),
// never as a narrower one. So a larger value in the same column can always be read too.

/// Sent as `bigint`; read from `bigint`, `integer` and `smallint`.
extension Int64: SQLValue {
    public static var typeOID: UInt32 { TypeOID.int8 }
    public func encode(into bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
    public init(decoding field: borrowing Field) throws(PostgresError) {
        switch field.type {
        case TypeOID.int8: self = try field.integer(as: Int64.self)
        case TypeOID.int4: self = try Int64(field.integer(as: Int32.self))
        case TypeOID.int2: self = try Int64(field.integer(as: Int16.self))
        default: throw field.unreadable(as: Self.self)
        }
    }
}

/// Stored as `Int64`, which has the same range on every platform of Jadwal.
extension Int: SQLConvertible {
    public var sqlForm: Int64 { Int64(self) }
    public init(sqlForm: Int64) { self.init(sqlForm) }
}

/// Sent as `integer`; read from `integer` and `smallint`.
extension Int32: SQLValue {
    public static var typeOID: UInt32 { TypeOID.int4 }
    public func encode(into bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
    public init(decoding field: borrowing Field) throws(PostgresError) {
        switch field.type {
        case TypeOID.int4: self = try field.integer(as: Int32.self)
        case TypeOID.int2: self = try Int32(field.integer(as: Int16.self))
        default: throw field.unreadable(as: Self.self)
        }
    }
}

/// Sent as and read from `smallint`.
extension Int16: SQLValue {
    public static var typeOID: UInt32 { TypeOID.int2 }
    public func encode(into bytes: inout [UInt8]) { bytes.appendBigEndian(self) }
    public init(decoding field: borrowing Field) throws(PostgresError) {
        guard field.type == TypeOID.int2 else { throw field.unreadable(as: Self.self) }
        self = try field.integer(as: Int16.self)
    }
}

/// Sent as and read from `boolean`.
extension Bool: SQLValue {
    public static var typeOID: UInt32 { TypeOID.bool }
    public func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
    public init(decoding field: borrowing Field) throws(PostgresError) {
        guard field.type == TypeOID.bool else { throw field.unreadable(as: Self.self) }
        self = try field.integer(as: UInt8.self) != 0
    }
}

/// Sent as `double precision`; read from it and from `real`. NaN and the infinities are values.
extension Double: SQLValue {
    public static var typeOID: UInt32 { TypeOID.float8 }
    public func encode(into bytes: inout [UInt8]) { bytes.appendBigEndian(bitPattern) }
    public init(decoding field: borrowing Field) throws(PostgresError) {
        switch field.type {
        case TypeOID.float8: self.init(bitPattern: try field.integer(as: UInt64.self))
        case TypeOID.float4: self.init(Float(bitPattern: try field.integer(as: UInt32.self)))
        default: throw field.unreadable(as: Self.self)
        }
    }
}

/// Sent as `text`; read from every type whose binary form is its text, also `json`.
///
/// Postgres cannot store U+0000 in text, so such a string is refused before it is sent. A refusal by the
/// server would end the transaction.
extension String: SQLValue {
    public static var typeOID: UInt32 { TypeOID.text }

    public func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        let start = bytes.count
        bytes.append(contentsOf: utf8)
        guard !bytes[start...].contains(0) else {
            throw .encoding("text with a NUL cannot be stored")
        }
    }

    public init(decoding field: borrowing Field) throws(PostgresError) {
        switch field.type {
        case TypeOID.text, TypeOID.varchar, TypeOID.bpchar, TypeOID.name, TypeOID.json, TypeOID.unknown:
            // Text of a UTF-8 database is always valid. A SQL_ASCII database can have any bytes.
            guard let text = String(validating: field.bytes, as: UTF8.self) else {
                throw .decoding("has text that is not UTF-8")
            }
            self = text
        default:
            throw field.unreadable(as: Self.self)
        }
    }
}

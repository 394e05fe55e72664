/// A type whose arrays are values. `= ANY(\(ids))` binds a whole list as one parameter, so that the text
/// of the statement does not depend on its length.
public protocol SQLElement: Sendable {
    static var arrayTypeOID: UInt32 { get }
    static func encode(_ elements: [Self], into bytes: inout [UInt8]) throws(PostgresError)
    static func decode(_ field: borrowing Field) throws(PostgresError) -> [Self]
}

/// One-dimensional arrays without NULLs, and `bytea`, which is `[UInt8]`.
extension Array: SQLValue where Element: SQLElement {
    public static var typeOID: UInt32 { Element.arrayTypeOID }

    public func encode(into bytes: inout [UInt8]) throws(PostgresError) {
        try Element.encode(self, into: &bytes)
    }

    public init(decoding field: borrowing Field) throws(PostgresError) {
        self = try Element.decode(field)
    }
}

extension UInt8: SQLElement {
    public static var arrayTypeOID: UInt32 { TypeOID.bytea }

    public static func encode(_ elements: [UInt8], into bytes: inout [UInt8]) {
        bytes.append(contentsOf: elements)
    }

    public static func decode(_ field: borrowing Field) throws(PostgresError) -> [UInt8] {
        guard field.type == TypeOID.bytea else {
            throw field.unreadable(as: [UInt8].self)
        }
        return [UInt8](field.bytes)
    }
}

extension String: SQLElement { public static var arrayTypeOID: UInt32 { 1009 } }
extension Int64: SQLElement { public static var arrayTypeOID: UInt32 { 1016 } }
extension Int: SQLElement { public static var arrayTypeOID: UInt32 { 1016 } }
extension Int32: SQLElement { public static var arrayTypeOID: UInt32 { 1007 } }
extension Double: SQLElement { public static var arrayTypeOID: UInt32 { 1022 } }
extension UUIDValue: SQLElement { public static var arrayTypeOID: UInt32 { 2951 } }
/// Lists of `bytea`.
extension Array: SQLElement where Element == UInt8 { public static var arrayTypeOID: UInt32 { 1001 } }

/// The binary format of `array_send` in Postgres's `arrayfuncs.c`: the number of dimensions, a flag for
/// NULLs, the type of the elements, the size and lower bound of each dimension, the elements.
extension SQLElement where Self: SQLValue {
    public static func encode(_ elements: [Self], into bytes: inout [UInt8]) throws(PostgresError) {
        guard let count = Int32(exactly: elements.count) else {
            throw .encoding("a list is longer than Postgres can hold")
        }
        bytes.appendBigEndian(Int32(elements.isEmpty ? 0 : 1))
        bytes.appendBigEndian(Int32(0))
        bytes.appendBigEndian(typeOID)
        guard !elements.isEmpty else { return }
        bytes.appendBigEndian(count)
        bytes.appendBigEndian(Int32(1))
        for element in elements { try bytes.appendLengthPrefixed(element) }
    }

    public static func decode(_ field: borrowing Field) throws(PostgresError) -> [Self] {
        guard field.type == arrayTypeOID else { throw field.unreadable(as: [Self].self) }
        var reader = ArrayReader(rest: field.bytes)
        let dimensions = try reader.number()
        _ = try reader.number()
        let elementType = UInt32(bitPattern: try reader.number())
        guard dimensions != 0 else { return [] }
        guard dimensions == 1 else { throw .decoding("is a list of \(dimensions) dimensions") }
        let count = try reader.number()
        _ = try reader.number()
        var elements: [Self] = []
        elements.reserveCapacity(min(Int(count), field.bytes.count / 4))
        for _ in 0..<count {
            let length = try reader.number()
            guard length >= 0 else { throw .decoding("has NULL in its list") }
            try elements.append(Self(decoding: Field(type: elementType, bytes: reader.take(Int(length)))))
        }
        return elements
    }
}

/// A reader of an array's parts, which never reads past the end of the field.
private struct ArrayReader {
    var rest: UnsafeRawBufferPointer

    mutating func number() throws(PostgresError) -> Int32 {
        try Int32(bigEndian: take(4).loadUnaligned(as: Int32.self))
    }

    mutating func take(_ count: Int) throws(PostgresError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= rest.count else { throw .decoding("has a list that is cut short") }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }
}

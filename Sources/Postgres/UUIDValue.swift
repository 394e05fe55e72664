/// The sixteen bytes of a `uuid` column. The caller makes them, since this module has no randomness.
public struct UUIDValue: SQLValue, Hashable, LosslessStringConvertible {
    /// The first eight bytes and the last, each as a big-endian number.
    private let high: UInt64, low: UInt64

    /// Makes a UUID of sixteen bytes; nil for another number of bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads the form of RFC 9562 §4: 32 hexadecimal digits of either case, grouped 8-4-4-4-12.
    public init?(_ text: String) {
        var digits: [UInt8] = []
        digits.reserveCapacity(32)
        for (place, character) in text.utf8.enumerated() {
            let isHyphen = character == UInt8(ascii: "-")
            guard isHyphen == Self.hyphens.contains(place) else { return nil }
            if isHyphen { continue }
            guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
            digits.append(UInt8(digit))
        }
        guard digits.count == 32 else { return nil }
        self.init(bytes: stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    /// The text in lower case (RFC 9562 §4).
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for byte in bytes {
            if Self.hyphens.contains(text.count) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    public static var typeOID: UInt32 { TypeOID.uuid }

    public func encode(into bytes: inout [UInt8]) {
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
    }

    public init(decoding field: borrowing Field) throws(PostgresError) {
        guard field.type == TypeOID.uuid, field.bytes.count == 16 else {
            throw field.unreadable(as: Self.self)
        }
        high = UInt64(bigEndian: field.bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: field.bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    private static let hyphens: Set = [8, 13, 18, 23]
}

import Text

/// A reader of JSON (RFC 8259) with limits, for answers of servers that nobody can vouch for.
///
/// Of a key that stands twice, the first value counts.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var values = 0

    /// The levels that values may be inside each other.
    static let mostLevels = 32
    /// The number of values in one answer: more than a matrix of a hundred places.
    static let mostValues = 100_000

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the value of a whole text.
    static func read(_ bytes: [UInt8]) throws(RoutingError) -> JSONTree {
        var reader = JSONReader(bytes)
        reader.skipSpace()
        // A page in HTML, an empty body and bare words are no answers of an engine.
        guard let first = reader.peek, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { throw .notJSON }
        let tree = try reader.value(level: 0)
        reader.skipSpace()
        guard reader.peek == nil else { throw .notJSON }
        return tree
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Takes one byte that must be there.
    private mutating func take(_ wanted: UInt8) throws(RoutingError) {
        guard let byte = peek else { throw .cutShort }
        guard byte == wanted else { throw .notJSON }
        position += 1
    }

    /// Takes a byte if it comes next, after white space.
    private mutating func takes(_ wanted: UInt8) -> Bool {
        skipSpace()
        guard peek == wanted else { return false }
        position += 1
        return true
    }

    private mutating func value(level: Int) throws(RoutingError) -> JSONTree {
        values += 1
        guard level < Self.mostLevels, values <= Self.mostValues else { throw .tooLarge }
        skipSpace()
        guard let byte = peek else { throw .cutShort }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object(level))
        case UInt8(ascii: "["): return .list(try list(level))
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: JSONTree) throws(RoutingError) -> JSONTree {
        for byte in word.utf8 { try take(byte) }
        return value
    }

    private mutating func object(_ level: Int) throws(RoutingError) -> [String: JSONTree] {
        var members: [String: JSONTree] = [:]
        try take(UInt8(ascii: "{"))
        if takes(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            let key = try text()
            skipSpace()
            try take(UInt8(ascii: ":"))
            let value = try value(level: level + 1)
            if members[key] == nil { members[key] = value }
        } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "}"))
        return members
    }

    private mutating func list(_ level: Int) throws(RoutingError) -> [JSONTree] {
        var values: [JSONTree] = []
        try take(UInt8(ascii: "["))
        if takes(UInt8(ascii: "]")) { return values }
        repeat { values.append(try value(level: level + 1)) } while takes(UInt8(ascii: ","))
        try take(UInt8(ascii: "]"))
        return values
    }

    private mutating func number() throws(RoutingError) -> Double {
        let start = position
        while let byte = peek, isDigit(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
        guard position > start else { throw .notJSON }
        // At the end of the bytes the number may have been cut.
        guard peek != nil else { throw .cutShort }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard position - start <= 40, let number = Double(text), number.isFinite else { throw .notJSON }
        return number
    }
}

// Strings.
extension JSONReader {
    private mutating func text() throws(RoutingError) -> String {
        try take(UInt8(ascii: "\""))
        var content: [UInt8] = []
        while true {
            guard let byte = peek else { throw .cutShort }
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw .notJSON }
                return text
            case UInt8(ascii: "\\"): content.append(contentsOf: String(Character(try escaped())).utf8)
            case 0..<0x20: throw .notJSON
            default: content.append(byte)
            }
        }
    }

    /// Takes what stands behind a backslash. Half of a surrogate pair becomes U+FFFD.
    private mutating func escaped() throws(RoutingError) -> Unicode.Scalar {
        guard let byte = peek else { throw .cutShort }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .notJSON
        }
        let first = try fourDigits()
        guard (0xD800..<0xDC00).contains(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        position += 2
        let second = try fourDigits()
        guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() throws(RoutingError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw .cutShort }
        let text = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        guard text.utf8.allSatisfy({ isDigit($0) || isLetter($0) }), let number = UInt32(text, radix: 16) else {
            throw .notJSON
        }
        position += 4
        return number
    }
}

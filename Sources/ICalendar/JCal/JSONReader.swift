/// Reads JSON (RFC 8259), strictly. The depth is at most 100, and the number of values is limited by the
/// length of the text, because each takes some dozens of octets of memory.
struct JSONReader {
    private let octets: [UInt8]
    private var position = 0
    private var valuesLeft: Int

    static func value(_ octets: [UInt8]) throws(JCalError) -> JSONValue {
        var reader = JSONReader(octets: octets)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == octets.count else { throw .notJSON(offset: reader.position) }
        return value
    }

    private init(octets: [UInt8]) {
        self.octets = octets
        valuesLeft = 10_000 + octets.count / 4
    }

    private var next: UInt8? { position < octets.count ? octets[position] : nil }
    private var failure: JCalError { .notJSON(offset: position) }

    private mutating func value(depth: Int) throws(JCalError) -> JSONValue {
        guard depth < 100 else { throw failure }
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw .tooManyParts }
        skipSpace()
        switch next {
        case UInt8(ascii: "["): return .array(try items(depth))
        case UInt8(ascii: "{"): return .object(try members(depth))
        case quote: return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func items(_ depth: Int) throws(JCalError) -> [JSONValue] {
        position += 1
        var items: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return items }
        while true {
            items.append(try value(depth: depth + 1))
            if skip(UInt8(ascii: "]")) { return items }
            guard skip(comma) else { throw failure }
        }
    }

    private mutating func members(_ depth: Int) throws(JCalError) -> [JSONValue.Member] {
        position += 1
        var members: [JSONValue.Member] = []
        if skip(UInt8(ascii: "}")) { return members }
        while true {
            skipSpace()
            guard next == quote else { throw failure }
            let name = try string()
            guard skip(colon) else { throw failure }
            members.append(JSONValue.Member(name, try value(depth: depth + 1)))
            if skip(UInt8(ascii: "}")) { return members }
            guard skip(comma) else { throw failure }
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JCalError) -> JSONValue {
        guard octets[position...].starts(with: word.utf8) else { throw failure }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JCalError) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let hasLeadingZero = next == UInt8(ascii: "0")
        let whole = skipDigits()
        guard whole > 0, !hasLeadingZero || whole == 1 else { throw failure }
        if next == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw failure }
        }
        if let mark = next, mark | 0b0010_0000 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { position += 1 }
            guard skipDigits() > 0 else { throw failure }
        }
        return String(decoding: octets[start..<position], as: UTF8.self)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let next, decimalDigit(next) != nil { position += 1 }
        return position - start
    }

    private mutating func string() throws(JCalError) -> String {
        position += 1
        var text: [UInt8] = []
        while let octet = next {
            position += 1
            switch octet {
            case quote:
                guard let string = String(validating: text, as: UTF8.self) else { throw failure }
                return string
            case backslash: try escape(&text)
            case 0..<blank: throw failure
            default: text.append(octet)
            }
        }
        throw failure
    }

    private mutating func escape(_ text: inout [UInt8]) throws(JCalError) {
        guard let octet = next else { throw failure }
        position += 1
        switch octet {
        case quote, backslash, UInt8(ascii: "/"): text.append(octet)
        case UInt8(ascii: "n"): text.append(lineFeed)
        case UInt8(ascii: "r"): text.append(carriageReturn)
        case UInt8(ascii: "t"): text.append(tabulator)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "u"): text += try scalar().utf8
        default: throw failure
        }
    }

    /// Reads the character behind `\u`, or the first half of one whose second half follows as `\u` again.
    private mutating func scalar() throws(JCalError) -> String {
        let first = try codeUnit()
        var units = [first]
        if UTF16.isLeadSurrogate(first), octets[position...].starts(with: "\\u".utf8) {
            position += 2
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw failure }
        return text
    }

    private mutating func codeUnit() throws(JCalError) -> UInt16 {
        guard octets.count - position >= 4,
              octets[position..<(position + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
              let unit = UInt16(String(decoding: octets[position..<(position + 4)], as: UTF8.self), radix: 16)
        else { throw failure }
        position += 4
        return unit
    }

    private mutating func skip(_ octet: UInt8) -> Bool {
        skipSpace()
        guard next == octet else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let next, isSpace(next) || next == lineFeed || next == carriageReturn { position += 1 }
    }
}

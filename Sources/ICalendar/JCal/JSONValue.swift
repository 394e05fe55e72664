/// A JSON value (RFC 8259), the form of jCal.
///
/// Members of an object keep their order.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// A number as it is written, so that integers beyond a Double's 53 bits keep their digits.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }
}

extension JSONValue {
    /// The text in UTF-8, without white space. It can be placed inside an HTML `script` element.
    public var octets: [UInt8] {
        var octets: [UInt8] = []
        write(to: &octets)
        return octets
    }

    func write(to octets: inout [UInt8]) {
        switch self {
        case .null: octets += "null".utf8
        case .boolean(let value): octets += (value ? "true" : "false").utf8
        case .number(let text): octets += text.utf8
        case .string(let text): Self.write(text, to: &octets)
        case .array(let items):
            octets.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { octets.append(comma) }
                item.write(to: &octets)
            }
            octets.append(UInt8(ascii: "]"))
        case .object(let members):
            octets.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { octets.append(comma) }
                Self.write(member.name, to: &octets)
                octets.append(colon)
                member.value.write(to: &octets)
            }
            octets.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to octets: inout [UInt8]) {
        octets.append(quote)
        for octet in text.utf8 {
            switch octet {
            case quote, backslash: octets += [backslash, octet]
            case lineFeed: octets += [backslash, UInt8(ascii: "n")]
            // `<` could begin `</script>` inside a page.
            case 0..<blank, UInt8(ascii: "<"): octets += "\\u00\(hexadecimal(octet >> 4))\(hexadecimal(octet & 15))".utf8
            default: octets.append(octet)
            }
        }
        octets.append(quote)
    }

    private static func hexadecimal(_ digit: UInt8) -> Character {
        Character(Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10))
    }
}

/// A value of JSON to be written, with the keys of an object in their order.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case list([JSONValue])
    case object([Member])

    /// A key of an object with its value.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value as JSON (RFC 8259), in one line.
    public var json: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number): String(number)
        case .text(let text): quoted(text)
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0.0, $0.1) })
    }

    public init(arrayLiteral values: JSONValue...) { self = .list(values) }

    public init(stringLiteral text: String) { self = .text(text) }
}

/// Returns a string of JSON with its quotes. Control characters are escaped (RFC 8259 §7).
private func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": json += "\\\""
        case "\\": json += "\\\\"
        case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
            let digits = String(scalar.value, radix: 16)
            json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
    }
    return json + "\""
}

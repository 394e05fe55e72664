extension JSONTree {
    /// The value as JSON (RFC 8259), in one line. Keys are sorted, so that equal values have equal texts.
    var json: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .text(let text): quoted(text)
        case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { quoted($0.key) + ":" + $0.value.json }.joined(separator: ",")
                + "}"
        }
    }
}

/// Returns a string of JSON with its quotes. Control characters are escaped (RFC 8259 §7).
private func quoted(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": json += "\\\""
        case "\\": json += "\\\\"
        case "\u{0}"..<"\u{20}":
            let digits = String(scalar.value, radix: 16)
            json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
    }
    return json + "\""
}

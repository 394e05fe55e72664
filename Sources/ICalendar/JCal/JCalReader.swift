extension Property {
    init(jCal value: JSONValue) throws(JCalError) {
        guard case .array(let parts) = value, parts.count >= 4, case .string(let name) = parts[0], isName(name)
        else { throw .notAProperty("") }
        guard case .object(let members) = parts[1], case .string(let type) = parts[2], isName(type)
        else { throw .notAProperty(name) }
        self.init(upperCased(name.utf8), value: "")
        // §3.5.1: VALUE is not allowed, because the type has its own place.
        for member in members where upperCased(member.name.utf8) != "VALUE" {
            parameters.append(try Self.parameter(member, of: name))
        }
        let declared = upperCased(type.utf8)
        let standard = PropertyType.of(self.name)
        if declared != "UNKNOWN", declared != standard?.value.rawValue || PropertyType.untyped.contains(self.name) {
            parameters.append(Parameter("VALUE", declared))
        }
        var texts: [String] = []
        for part in parts[3...] {
            guard let text = part.iCalendarText(ValueType(rawValue: declared)) else { throw .notAProperty(name) }
            texts.append(text)
        }
        self.value = texts.joined(separator: ",")
    }

    private static func parameter(_ member: JSONValue.Member, of property: String) throws(JCalError) -> Parameter {
        guard isName(member.name) else { throw .notAProperty(property) }
        var values: [String] = []
        let items = if case .array(let items) = member.value { items } else { [member.value] }
        for item in items {
            guard case .string(let text) = item else { throw .notAProperty(property) }
            values.append(text)
        }
        return Parameter(upperCased(member.name.utf8), values)
    }
}

extension JSONValue {
    /// Returns the value as it is in a content line; nil if its type does not allow it.
    fileprivate func iCalendarText(_ type: ValueType?) -> String? {
        switch self {
        case .string(let text):
            switch type {
            case .text: escapedText(text)
            case .date, .dateTime, .time, .utcOffset: withoutSigns(text, type)
            // Two values in an array by §3.6.10, one text in the example of appendix B.2.
            case .period: text.split(separator: "/", omittingEmptySubsequences: false)
                .map { withoutSigns(String($0), .dateTime) }.joined(separator: "/")
            default: text
            }
        case .number(let text): type == .integer ? integerText(text) : type == .float ? plainText(text) : text
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .array(let parts): structureText(parts, type)
        case .object(let members): type == .recurrence ? ruleText(members) : nil
        case .null: nil
        }
    }

    private func structureText(_ parts: [JSONValue], _ type: ValueType?) -> String? {
        let inner: ValueType? = type == .period ? .dateTime : type
        let texts = parts.compactMap { part -> String? in
            if case .array = part { return nil }
            return part.iCalendarText(inner)
        }
        guard texts.count == parts.count else { return nil }
        return texts.joined(separator: type == .period ? "/" : ";")
    }

    private func ruleText(_ members: [Member]) -> String? {
        var parts: [String] = []
        for member in members {
            let items = if case .array(let items) = member.value { items } else { [member.value] }
            let isUntil = member.name.lowercased() == "until"
            let texts = items.compactMap { item -> String? in
                switch item {
                case .string(let text): isUntil ? withoutSigns(text, .dateTime) : text
                case .number(let text): text
                default: nil
                }
            }
            guard texts.count == items.count, isName(member.name) else { return nil }
            parts.append("\(upperCased(member.name.utf8))=\(texts.joined(separator: ","))")
        }
        return parts.joined(separator: ";")
    }
}

/// Returns an INTEGER. JSON has one number for 5, 5.0 and 5e0 (RFC 8259 §6); an INTEGER is only the first.
private func integerText(_ text: String) -> String {
    guard Int(text) == nil, let number = Double(text), let integer = Int(exactly: number) else { return text }
    return String(integer)
}

/// Returns a FLOAT, which has no exponent (RFC 5545 §3.3.7).
private func plainText(_ text: String) -> String {
    let hasExponent = text.utf8.contains { $0 | 0b0010_0000 == UInt8(ascii: "e") }
    guard hasExponent, let number = Double(text), number.isFinite else { return text }
    return floatText(number)
}

/// Returns `2026-11-21T12:00:00Z` as `20261121T120000Z`, and `+03:00` as `+0300`. A duration, which can end a
/// period, and the sign of an offset are unchanged.
private func withoutSigns(_ text: String, _ type: ValueType?) -> String {
    guard let first = text.utf8.first, first != UInt8(ascii: "P") else { return text }
    let isOffset = type == .utcOffset
    return String(decoding: text.utf8.filter { $0 != colon && (isOffset || $0 != UInt8(ascii: "-")) }, as: UTF8.self)
}

/// Returns true if a content line can have this name. All names that lenient reading keeps are allowed, as
/// `X_FOO`, so that every text can be read back from jCal.
func isName(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(where: endsName) }

/// Escapes backslash, semicolon, comma and line break of a TEXT (RFC 5545 §3.3.11).
public func escapedText(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecialInText) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for octet in text.utf8 {
        switch octet {
        case lineFeed:
            escaped += [backslash, UInt8(ascii: "n")]
        case carriageReturn:
            break
        default:
            if isSpecialInText(octet) { escaped.append(backslash) }
            escaped.append(octet)
        }
    }
    return String(decoding: escaped, as: UTF8.self)
}

private func isSpecialInText(_ octet: UInt8) -> Bool {
    switch octet {
    case backslash, semicolon, comma, carriageReturn, lineFeed: true
    default: false
    }
}

/// Undoes the escapes of a TEXT (RFC 5545 §3.3.11).
public func unescapedText(_ value: some StringProtocol, _ reading: Reading = .lenient) throws(Irregularity) -> String {
    let isPlain = !value.utf8.contains { $0 == backslash || reading == .strict && ($0 == semicolon || $0 == comma) }
    if isPlain { return String(value) }
    return try TextItems(separator: nil, reading).read(value).joined()
}

/// Splits a list of TEXT, as in `CATEGORIES:one,two\, or three`, and undoes the escapes.
///
/// - Parameter separator: a comma, or a semicolon for structured values such as REQUEST-STATUS.
public func unescapedTexts(
    _ value: some StringProtocol, separator: Character = ",", _ reading: Reading = .lenient
) throws(Irregularity) -> [String] {
    try TextItems(separator: separator.asciiValue, reading).read(value)
}

/// Reads escaped text up to each separator.
private struct TextItems {
    /// Nil if there is one text only.
    let separator: UInt8?
    let reading: Reading

    init(separator: UInt8?, _ reading: Reading) {
        self.separator = separator
        self.reading = reading
    }

    func read(_ value: some StringProtocol) throws(Irregularity) -> [String] {
        var cursor = Cursor(value)
        var items: [String] = []
        var item: [UInt8] = []
        while let octet = cursor.take() {
            switch octet {
            case separator:
                items.append(String(decoding: item, as: UTF8.self))
                item = []
            case backslash:
                try readEscape(&cursor, &item)
            default:
                if octet == semicolon || octet == comma, reading == .strict { throw .unescapedSeparator }
                item.append(octet)
            }
        }
        items.append(String(decoding: item, as: UTF8.self))
        return items
    }

    private func readEscape(_ cursor: inout Cursor, _ item: inout [UInt8]) throws(Irregularity) {
        let escaped = cursor.next
        switch escaped {
        case UInt8(ascii: "n"), UInt8(ascii: "N"):
            item.append(lineFeed)
        case backslash, semicolon, comma:
            item.append(escaped ?? backslash)
        case colon, quote:
            if reading == .strict { throw .unknownEscape }
            item.append(escaped ?? backslash)
        default:
            if reading == .strict { throw .unknownEscape }
            item.append(backslash)
            return
        }
        _ = cursor.take()
    }
}

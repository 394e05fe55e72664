// Parameter values between text and tree: quotes (RFC 5545 §3.2), and circumflex escapes for characters that
// quotes cannot hold (RFC 6868).

/// Replaces `^n`, `^'` and `^^` by a line break, a quotation mark and a circumflex. Any other circumflex is
/// unchanged (RFC 6868 §3.2).
func withoutCircumflexEscapes(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard octets.contains(circumflex) else { return octets }
    var plain: [UInt8] = []
    plain.reserveCapacity(octets.count)
    var position = octets.startIndex
    while position < octets.endIndex {
        let octet = octets[position]
        let following = octet == circumflex && position + 1 < octets.endIndex ? octets[position + 1] : 0
        position += 2
        switch following {
        case UInt8(ascii: "n"): plain.append(lineFeed)
        case UInt8(ascii: "'"): plain.append(quote)
        case circumflex: plain.append(circumflex)
        default:
            plain.append(octet)
            position -= 1
        }
    }
    return plain[...]
}

/// Returns a value as it is written: escaped, and quoted if a delimiter is in it.
///
/// Quotes are also needed for white space at an end, which some readers remove. And they are needed where a
/// lenient reader would read on behind the value: after a parenthesis, or a backslash before the next
/// delimiter.
///
/// - Parameter isZone: true for TZID, where lenient readers take a comma without quotes as part of one value.
func writtenParameterValue(_ value: String, isZone: Bool = false) -> String {
    let octets = value.utf8
    let mayBeReadOn = isZone || isSpaced(value) || octets.last == backslash
    guard mayBeReadOn || octets.contains(where: isSpecialInParameter) else { return value }
    let needsQuotes = mayBeReadOn
        || octets.contains { $0 == colon || $0 == semicolon || $0 == comma || $0 == parenthesis }
    var written: [UInt8] = needsQuotes ? [quote] : []
    for octet in octets {
        switch octet {
        case lineFeed: written += [circumflex, UInt8(ascii: "n")]
        case quote: written += [circumflex, UInt8(ascii: "'")]
        case circumflex: written += [circumflex, circumflex]
        default: written.append(octet)
        }
    }
    if needsQuotes { written.append(quote) }
    return String(decoding: written, as: UTF8.self)
}

private func isSpecialInParameter(_ octet: UInt8) -> Bool {
    switch octet {
    case colon, semicolon, comma, quote, circumflex, lineFeed, parenthesis: true
    default: false
    }
}

/// Returns true if the value begins or ends with white space.
func isSpaced(_ value: String) -> Bool {
    guard let first = value.utf8.first, let last = value.utf8.last else { return false }
    return isSpace(first) || isSpace(last)
}

private let parenthesis = UInt8(ascii: "(")

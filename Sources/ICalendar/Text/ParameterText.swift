// Parameter values between the text and the tree: quotes (RFC 5545 §3.2) and the circumflex escapes
// for what quotes cannot hold (RFC 6868).

/// `^n`, `^'` and `^^` are a line break, a quotation mark and a circumflex; any other circumflex is
/// itself (RFC 6868 §3.2).
func undoingCircumflexes(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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

/// A value as it is written: escaped, and in quotes where a delimiter is in it, or white space at an
/// end, which some readers would take away, or what lenient readers believe to go on where it should have
/// been quoted: a parenthesis, or a backslash before the next delimiter.
///
/// - Parameter isZone: of TZID, where a comma without quotes is believed to be part of one value.
func writtenParameterValue(_ value: String, isZone: Bool = false) -> String {
    let octets = value.utf8
    let goesOn = isZone || isSpaced(value) || octets.last == backslash
    guard goesOn || octets.contains(where: isSpecialInParameter) else { return value }
    let needsQuotes = goesOn
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

/// White space at an end.
func isSpaced(_ value: String) -> Bool {
    guard let first = value.utf8.first, let last = value.utf8.last else { return false }
    return isSpace(first) || isSpace(last)
}

private let parenthesis = UInt8(ascii: "(")

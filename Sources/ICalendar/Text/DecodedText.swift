/// Decodes octets as UTF-8, and octets that are not UTF-8 as Windows-1252.
///
/// iCalendar is UTF-8 (RFC 5545 §3.1.4). Old exporters write the code page of their machine, and some
/// programs cut long values inside a character. Such an octet is decoded alone, so that the text around it is
/// kept.
func decodedText(_ octets: ArraySlice<UInt8>) -> String {
    validText(octets) ?? mixedText(Array(octets))
}

/// Decodes UTF-8.
///
/// - Returns: nil if the octets are not UTF-8.
func validText(_ octets: ArraySlice<UInt8>) -> String? { validText(octets.span) }

func validText(_ octets: Span<UInt8>) -> String? {
    // The same as String(validating:as:), which looks up generic types again for every value.
    do throws(UTF8.ValidationError) {
        return String(copying: try UTF8Span(validating: octets))
    } catch {
        return nil
    }
}

private func mixedText(_ octets: [UInt8]) -> String {
    var text = ""
    text.reserveCapacity(octets.count)
    var position = 0
    while position < octets.count {
        let end = min(position + length(ofCharacterBeginningWith: octets[position]), octets.count)
        if let character = validText(octets[position..<end]) {
            text += character
            position = end
        } else {
            text.unicodeScalars.append(windows1252(octets[position]))
            position += 1
        }
    }
    return text
}

/// Returns the length of a character in octets, from its first octet (RFC 3629 §3).
private func length(ofCharacterBeginningWith octet: UInt8) -> Int {
    switch octet {
    case 0xF0...: 4
    case 0xE0...: 3
    case 0xC0...: 2
    default: 1
    }
}

/// Returns the character of the code page. Outside 0x80 to 0x9F it is Latin 1, the beginning of Unicode.
private func windows1252(_ octet: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(octet) else { return Unicode.Scalar(octet) }
    return differences[Int(octet - 0x80)]
}

/// The characters from 0x80 to 0x9F. Five are undefined in the code page; they become the replacement
/// character.
private let differences = Array("""
    €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\
    \u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ
    """.unicodeScalars)

/// Converts a text in UTF-16 to UTF-8, without its byte order mark.
///
/// - Returns: nil if it does not begin with a byte order mark of UTF-16.
func utf8FromUTF16(_ octets: [UInt8]) -> [UInt8]? {
    let isBigEndian = octets.starts(with: [0xFE, 0xFF])
    guard isBigEndian || octets.starts(with: [0xFF, 0xFE]) else { return nil }
    let units = stride(from: 2, to: octets.count - 1, by: 2).map { place in
        let (first, second) = (UInt16(octets[place]), UInt16(octets[place + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
}

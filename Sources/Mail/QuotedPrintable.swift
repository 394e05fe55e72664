/// Encodes a text body as quoted-printable, with at most 76 ASCII characters in a line (RFC 2045 §6.7).
///
/// Every kind of line break becomes CRLF. No line break is added at the end.
func quotedPrintable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 5 / 4)
    var column = 0
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        let next = index + 1 < bytes.count ? bytes[index + 1] : nil
        index += 1
        if byte == carriageReturn || byte == lineFeed {
            if byte == carriageReturn && next == lineFeed { index += 1 }
            output += [carriageReturn, lineFeed]
            column = 0
            continue
        }
        let token = quotedPrintable(byte, endsLine: next == nil || next == carriageReturn || next == lineFeed)
        // The 76th character is the `=` of a line that continues.
        if column + token.count > 75 {
            output += [UInt8(ascii: "="), carriageReturn, lineFeed]
            column = 0
        }
        output += token
        column += token.count
    }
    return String(decoding: output, as: UTF8.self)
}

/// Returns `=` and two upper-case hexadecimal digits.
func escaped(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "=" + (digits.utf8.count < 2 ? "0" : "") + digits
}

/// Encodes an octet. White space at the end of a line is escaped, because relays may remove it.
private func quotedPrintable(_ byte: UInt8, endsLine: Bool) -> [UInt8] {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"): endsLine ? Array(escaped(byte).utf8) : [byte]
    case UInt8(ascii: "="): Array(escaped(byte).utf8)
    case 0x21...0x7E: [byte]
    default: Array(escaped(byte).utf8)
    }
}

private let carriageReturn = UInt8(ascii: "\r"), lineFeed = UInt8(ascii: "\n")

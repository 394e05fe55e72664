extension Property {
    /// Returns the property with its text decoded; nil if the text is not in quoted-printable.
    ///
    /// vCalendar 1.0 had it, RFC 5545 has not. Old exporters still write it in files of version 2.0.
    func decodedFromQuotedPrintable() -> Property? {
        guard keyword("ENCODING") == "QUOTED-PRINTABLE" else { return nil }
        var decoded = self
        decoded.parameters.removeAll { $0.name == "ENCODING" || $0.name == "CHARSET" }
        decoded.value = textOfQuotedPrintable(value)
        return decoded
    }
}

/// Decodes quoted-printable (RFC 2045 §6.7). Line breaks become `\n`, the escape of RFC 5545; other control characters
/// are dropped. An equals sign before another one, or at the end, was a soft line break.
private func textOfQuotedPrintable(_ text: String) -> String {
    let octets = Array(text.utf8)
    var decoded: [UInt8] = [], position = 0
    while position < octets.count {
        let octet = octets[position]
        position += 1
        if octet == equalsSign {
            if position + 1 < octets.count, let high = hexadecimal(octets[position]),
               let low = hexadecimal(octets[position + 1]) {
                decoded.append(high << 4 | low)
                position += 2
                continue
            }
            if position == octets.count || octets[position] == equalsSign { continue }
        }
        decoded.append(octet)
    }
    var plain: [UInt8] = []
    for (index, octet) in decoded.enumerated() {
        let isSecond = octet == lineFeed && index > 0 && decoded[index - 1] == carriageReturn
        if octet == carriageReturn || octet == lineFeed && !isSecond {
            plain += [backslash, UInt8(ascii: "n")]
        } else if !isControl(octet) {
            plain.append(octet)
        }
    }
    return decodedText(plain[...])
}

private func hexadecimal(_ octet: UInt8) -> UInt8? {
    if let digit = decimalDigit(octet) { return UInt8(digit) }
    let letter = octet | 0b0010_0000
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "f") ? letter - UInt8(ascii: "a") + 10 : nil
}

/// Replaces every `%XX` in a text by its byte, once.
///
/// - Returns: nil if a `%` lacks its two hexadecimal digits, if the bytes are not UTF-8, or if one of them is zero,
///   which no text of C can hold.
func percentDecoded(_ text: Substring) -> String? {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte)
            continue
        }
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
            return nil
        }
        decoded.append(value)
        rest = rest.dropFirst(2)
    }
    return decoded.contains(0) ? nil : String(validating: decoded, as: UTF8.self)
}

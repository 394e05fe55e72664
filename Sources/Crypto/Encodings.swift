// Bytes as text and back (RFC 4648). In base64, only one text decodes to given bytes, so that the text
// of a secret cannot be changed and still be accepted.

/// Encodes bytes as hexadecimal digits in lower case, two for each byte.
public func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
}

/// Decodes hexadecimal digits of either case; nil for anything else.
public func hexDecoded(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

/// Encodes bytes as base64 with padding (RFC 4648 §4).
public func base64(_ bytes: [UInt8]) -> String {
    let text = base64Text(bytes, alphabet: standardAlphabet)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
}

/// Decodes base64 with its padding; nil for anything else, also for line breaks.
public func base64Decoded(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    return base64Bytes(characters.dropLast(padding), alphabet: standardAlphabet)
}

/// Encodes bytes as base64url for addresses and cookies: with `-` and `_`, without padding (RFC 4648 §5).
public func base64URL(_ bytes: [UInt8]) -> String {
    base64Text(bytes, alphabet: urlAlphabet)
}

/// Decodes base64url without padding; nil for anything else.
public func base64URLDecoded(_ text: String) -> [UInt8]? {
    base64Bytes(Array(text.utf8)[...], alphabet: urlAlphabet)
}

private let standardAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
private let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

private func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

private func base64Text(_ bytes: [UInt8], alphabet: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var waiting: UInt32 = 0, bits = 0
    for byte in bytes {
        waiting = waiting << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
            bits -= 6
            text.append(alphabet[Int(waiting >> bits & 0x3F)])
        }
    }
    if bits > 0 { text.append(alphabet[Int(waiting << (6 - bits) & 0x3F)]) }
    return String(decoding: text, as: UTF8.self)
}

private func base64Bytes(_ characters: ArraySlice<UInt8>, alphabet: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var waiting: UInt32 = 0, bits = 0
    for character in characters {
        guard let value = alphabet.firstIndex(of: character) else { return nil }
        waiting = waiting << 6 | UInt32(value)
        bits += 6
        if bits >= 8 {
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: waiting >> bits))
        }
    }
    // Six bits left over mean a single character. Left-over bits that are not 0 would be a second text for
    // the same bytes.
    guard bits < 6, waiting & (1 << bits - 1) == 0 else { return nil }
    return bytes
}

// Percent-encoding (RFC 3986 §2.1). All functions work on bytes: a slash and a combining mark after it
// are one `Character`, which would hide the slash.

/// Replaces every `%XX` in a text by its byte, once.
///
/// - Returns: nil if a `%` lacks its two hexadecimal digits, or if the bytes are not UTF-8.
public func percentDecoded(_ text: String) -> String? {
    guard let bytes = percentDecoded(Array(text.utf8)[...], plusIsSpace: false) else { return nil }
    return String(validating: bytes, as: UTF8.self)
}

/// Encodes all characters except the unreserved ones of RFC 3986.
///
/// The result is safe as one path segment, one query name or one query value.
public func percentEncoded(_ text: String) -> String {
    percentEncoded(text, keeping: isUnreserved)
}

/// Encodes a path. Slashes and the other characters of paths (RFC 3986 §3.3, `pchar`) stay.
public func percentEncodedPath(_ path: String) -> String {
    percentEncoded(path, keeping: isPathByte)
}

func percentEncoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(isKept) else { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
        if isKept(byte) {
            encoded.append(byte)
        } else {
            encoded.append(UInt8(ascii: "%"))
            encoded.append(hexDigit(byte >> 4))
            encoded.append(hexDigit(byte & 0x0F))
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// Replaces every `%XX` in bytes by its byte.
///
/// - Returns: nil if a `%` lacks its two hexadecimal digits.
func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "+"), plusIsSpace {
            decoded.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%") {
            guard bytes.endIndex - position >= 2,
                  let high = hexValue(bytes[position]),
                  let low = hexValue(bytes[position + 1])
            else { return nil }
            decoded.append(high << 4 | low)
            position += 2
        } else {
            decoded.append(byte)
        }
    }
    return decoded
}

func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
         UInt8(ascii: "0")...UInt8(ascii: "9"),
         UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
    default:
        false
    }
}

func isPathByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "!"),
         UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
         UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
         UInt8(ascii: ";"), UInt8(ascii: "="):
        true
    default:
        isUnreserved(byte)
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

private func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

// The character classes of RFC 9110 §5.5 and §5.6.2, on bytes.

/// Returns true if the bytes are a token: a method, or the name of a header or a cookie.
func isToken(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
}

func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
         UInt8(ascii: "0")...UInt8(ascii: "9"),
         UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
         UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
         UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
         UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
        true
    default:
        false
    }
}

/// Returns true if a header value has no control character except tabs.
func isFieldValue(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.allSatisfy { !isControl($0) || $0 == UInt8(ascii: "\t") }
}

func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F
}

func lowerCased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

func lowerCased(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map { lowerCased($0) }, as: UTF8.self)
}

// The octets that mean something in a content line (RFC 5545 §3.1).

let carriageReturn = UInt8(ascii: "\r")
let lineFeed = UInt8(ascii: "\n")
let tabulator = UInt8(ascii: "\t")
let blank = UInt8(ascii: " ")
let colon = UInt8(ascii: ":")
let semicolon = UInt8(ascii: ";")
let comma = UInt8(ascii: ",")
let equalsSign = UInt8(ascii: "=")
let quote = UInt8(ascii: "\"")
let backslash = UInt8(ascii: "\\")
let circumflex = UInt8(ascii: "^")

/// What `name` and `param-name` are made of: letters, digits and the hyphen.
func isNameOctet(_ octet: UInt8) -> Bool {
    let letter = octet | 0b0010_0000
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
        || octet >= UInt8(ascii: "0") && octet <= UInt8(ascii: "9")
        || octet == UInt8(ascii: "-")
}

/// What no name can hold, however leniently it is read: its line would be taken apart elsewhere.
func endsName(_ octet: UInt8) -> Bool {
    isControl(octet) || isSpace(octet) || octet == quote || octet == comma || octet == equalsSign
        || octet == semicolon || octet == colon
}

/// CONTROL: everything below the blank but the tabulator, and DELETE.
func isControl(_ octet: UInt8) -> Bool {
    octet < blank && octet != tabulator || octet == 0x7F
}

func isSpace(_ octet: UInt8) -> Bool {
    octet == blank || octet == tabulator
}

/// Names are compared without regard to case, and kept in upper case.
func upperCased(_ octets: ArraySlice<UInt8>) -> String {
    let isLower: (UInt8) -> Bool = { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    guard octets.contains(where: isLower) else { return decodedText(octets) }
    return decodedText(octets.map { isLower($0) ? $0 & 0b1101_1111 : $0 }[...])
}

func upperCased(_ octets: some Sequence<UInt8>) -> String { upperCased(Array(octets)[...]) }

/// As jCal has names (RFC 7265 §3.3): other letters than ASCII's have one case only, here as above.
func lowerCased(_ name: String) -> String {
    let lowered = name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0b0010_0000 : $0 }
    return String(decoding: lowered, as: UTF8.self)
}

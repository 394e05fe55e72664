// Content lines (RFC 5545 §3.1): octets to properties and back.
//
// - `LineReader` unfolds the lines of a text.
// - `ContentLineParser` splits one line into name, parameters and value.
// - `ContentLineWriter` writes and folds lines.
// - ParameterText.swift quotes and escapes parameter values.
// - QuotedPrintable.swift decodes the texts of vCalendar 1.0.
// - DecodedText.swift decodes octets that are not UTF-8.
// - `CalendarText` keeps the lines of an object that an edit leaves as they were.
//
// This file names the octets that have a meaning in a content line.

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

/// Returns true for the octets of `name` and `param-name`: letters, digits and the hyphen.
func isNameOctet(_ octet: UInt8) -> Bool {
    let letter = octet | 0b0010_0000
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
        || octet >= UInt8(ascii: "0") && octet <= UInt8(ascii: "9")
        || octet == UInt8(ascii: "-")
}

/// Returns true for octets that no name can hold, even in lenient reading. The written line would be split at
/// them.
func endsName(_ octet: UInt8) -> Bool {
    isControl(octet) || isSpace(octet) || octet == quote || octet == comma || octet == equalsSign
        || octet == semicolon || octet == colon
}

/// Returns true for CONTROL: every octet below the blank except the tabulator, and DELETE.
func isControl(_ octet: UInt8) -> Bool {
    octet < blank && octet != tabulator || octet == 0x7F
}

func isSpace(_ octet: UInt8) -> Bool {
    octet == blank || octet == tabulator
}

/// Returns the octets as text, with ASCII letters in upper case. Names are compared and kept so.
func upperCased(_ octets: ArraySlice<UInt8>) -> String {
    let isLower: (UInt8) -> Bool = { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    guard octets.contains(where: isLower) else { return decodedText(octets) }
    return decodedText(octets.map { isLower($0) ? $0 & 0b1101_1111 : $0 }[...])
}

func upperCased(_ octets: some Sequence<UInt8>) -> String { upperCased(Array(octets)[...]) }

/// Returns a name as jCal writes it, with ASCII letters in lower case (RFC 7265 §3.3). Other letters stay, as
/// in `upperCased`.
func lowerCased(_ name: String) -> String {
    let lowered = name.utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0b0010_0000 : $0 }
    return String(decoding: lowered, as: UTF8.self)
}

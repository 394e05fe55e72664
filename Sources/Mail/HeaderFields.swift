// Header fields: RFC 5322 §2.2 and 3.2, with RFC 2047 for text outside ASCII.
//
// A plain and short value is written unchanged. Any other is written as encoded-words. So one rule covers
// Arabic, long lines, spaces at the ends and text that looks like an encoded-word.

import Text

/// Returns a field of free text, with its line break.
func headerField(_ name: String, _ value: String) throws(MailError) -> String {
    if holdsControl(value) { throw .controlCharacter(field: name) }
    let start = "\(name): "
    let plain = isPlain(value) && start.utf8.count + value.utf8.count <= longestLine
    return start + (plain ? value : encodedWords(value, after: start.utf8.count)) + "\r\n"
}

/// Returns a field with a mailbox, with its line break.
func headerField(_ name: String, _ mailbox: Mailbox) throws(MailError) -> String {
    if holdsControl(mailbox.name) { throw .controlCharacter(field: name) }
    let start = "\(name): "
    if mailbox.name.isEmpty { return "\(start)\(mailbox.address.wire)\r\n" }

    let quoted = quotedString(mailbox.name)
    let plain = isPlain(mailbox.name) && start.utf8.count + quoted.utf8.count <= longestLine
    if !plain {
        return "\(start)\(encodedWords(mailbox.name, after: start.utf8.count))\r\n <\(mailbox.address.wire)>\r\n"
    }
    let oneLine = "\(start)\(quoted) <\(mailbox.address.wire)>"
    return oneLine.utf8.count <= longestLine ? "\(oneLine)\r\n" : "\(start)\(quoted)\r\n <\(mailbox.address.wire)>\r\n"
}

/// Returns true for a text with a control character or a Unicode line break, which no header value may
/// have.
func holdsControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// The recommended lengths of RFC 5322 §2.1.1, and of RFC 2047 §2 for lines with encoded-words.
private let longestLine = 78
private let longestEncodedLine = 76
private let longestEncodedWord = 75

/// Returns true for printable ASCII that a reader shows unchanged.
private func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        && value.utf8.first != UInt8(ascii: " ") && value.utf8.last != UInt8(ascii: " ")
        && !value.contains("=?")
}

/// Returns a display name in quotes, so that a comma in it does not start a second mailbox.
private func quotedString(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
    }
    return text + "\""
}

/// Encodes a text as `=?UTF-8?Q?…?=` words, one on each line. No word ends inside a character (RFC 2047 §5).
///
/// All languages use Q and not B. Base64 would save only a few bytes for Arabic, and with Q the ASCII letters
/// can be read in the raw mail.
///
/// - Parameter used: the number of octets of the first line that the name of the field takes.
private func encodedWords(_ text: String, after used: Int) -> String {
    let opening = "=?UTF-8?Q?", closing = "?="
    let overhead = opening.utf8.count + closing.utf8.count
    var room = min(longestEncodedWord, longestEncodedLine - used) - overhead
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
        let encoded = String(scalar).utf8.map(qEncoded).joined()
        if word.utf8.count + encoded.utf8.count > room {
            words.append(word)
            word = ""
            room = longestEncodedWord - overhead
        }
        word += encoded
    }
    words.append(word)
    return words.map { opening + $0 + closing }.joined(separator: "\r\n ")
}

/// Encodes an octet for an encoded-word, with the small alphabet that a display name allows (RFC 2047 §5.3).
private func qEncoded(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: " ") { return "_" }
    let stays = isLetterOrDigit(byte) || "!*+-/".utf8.contains(byte)
    return stays ? String(UnicodeScalar(byte)) : escaped(byte)
}

func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

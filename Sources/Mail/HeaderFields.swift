// Header fields: RFC 5322 §2.2 and 3.2, with RFC 2047 for what is not ASCII.
//
// A value that is plain and short stands as it is; any other becomes encoded-words as a whole. So
// one rule covers Arabic, long lines, lone spaces and text that only looks like an encoded-word.

import Text

/// A field of free text, with its line break.
func headerField(_ name: String, _ value: String) throws(MailError) -> String {
    if holdsControl(value) { throw .controlCharacter(field: name) }
    let start = "\(name): "
    let plain = isPlain(value) && start.utf8.count + value.utf8.count <= longestLine
    return start + (plain ? value : encodedWords(value, after: start.utf8.count)) + "\r\n"
}

/// A field that names a mailbox, with its line break.
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

/// Whether text holds a control character or a Unicode line break, which no header value may.
func holdsControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// RFC 5322 §2.1.1's and, where there are encoded-words, RFC 2047 §2's recommended lengths.
private let longestLine = 78
private let longestEncodedLine = 76
private let longestEncodedWord = 75

/// Printable ASCII that no reader takes for anything but itself.
private func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        && value.utf8.first != UInt8(ascii: " ") && value.utf8.last != UInt8(ascii: " ")
        && !value.contains("=?")
}

/// A display name in quotes, so that a comma in it does not start a second mailbox.
private func quotedString(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
    }
    return text + "\""
}

/// Text as `=?UTF-8?Q?…?=` words, one a line, no word holding part of a character (RFC 2047 §5).
///
/// Q, not B, for every language: the few bytes base64 would save on Arabic are not worth a second
/// encoding, and the letters that are ASCII stay legible to whoever reads the raw mail.
///
/// - Parameter used: how much of the first line the field's name has taken.
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

/// One octet of an encoded-word, in the narrow alphabet that a display name allows (RFC 2047 §5.3).
private func qEncoded(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: " ") { return "_" }
    let stays = isLetterOrDigit(byte) || "!*+-/".utf8.contains(byte)
    return stays ? String(UnicodeScalar(byte)) : escaped(byte)
}

func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

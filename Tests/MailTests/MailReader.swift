// A reader of mails, written from the standards and not from the writer that it checks.

/// A mail: its unfolded fields, and its body after the empty line.
struct MailReader {
    let fields: [(name: String, value: String)]
    let lines: [String]
    let body: String

    init?(_ bytes: [UInt8]) {
        guard let mail = String(validating: bytes, as: UTF8.self) else { return nil }
        let halves = mail.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        lines = mail.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        body = String(halves[1])
        var fields: [(name: String, value: String)] = []
        for line in halves[0].split(separator: "\r\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(" "), let last = fields.popLast() {
                fields.append((last.name, last.value + line))  // RFC 5322 §2.2.3: only the CRLF is removed
            } else {
                guard let colon = line.firstRange(of: ": ") else { return nil }
                fields.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            }
        }
        self.fields = fields
    }

    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns the parts of a multipart body, each as a mail.
    func parts(boundary: String) -> [MailReader] {
        ("\r\n" + body).components(between: "\r\n--\(boundary)").dropFirst().dropLast()
            .compactMap { MailReader(Array($0.dropFirst(1).utf8)) }
    }
}

/// Decodes encoded-words; nil if one breaks RFC 2047: too long, not UTF-8 by itself, invalid Q.
func decodedWords(_ value: String) -> String? {
    var text = ""
    for word in value.split(separator: " ") {
        guard word.utf8.count <= 75, word.hasPrefix("=?UTF-8?Q?"), word.hasSuffix("?="),
              let bytes = unescaped(Array(word.dropFirst(10).dropLast(2).utf8).map { $0 == 0x5F ? 0x20 : $0 }),
              let part = String(validating: bytes, as: UTF8.self)
        else { return nil }
        text += part
    }
    return text
}

/// Decodes a quoted-printable body (RFC 2045 §6.7); nil if it breaks the rules.
func decodedQuotedPrintable(_ text: String) -> [UInt8]? {
    let lines = text.components(between: "\r\n")
    for line in lines {
        guard line.utf8.count <= 76, line.utf8.allSatisfy({ $0 == 9 || (0x20...0x7E).contains($0) }),
              line.utf8.last != 0x20, line.utf8.last != 0x09
        else { return nil }
    }
    var joined = ""
    for (number, line) in lines.enumerated() {
        if line.hasSuffix("=") { joined += line.dropLast() } else { joined += line + (number == lines.count - 1 ? "" : "\r\n") }
    }
    return unescaped(Array(joined.utf8))
}

private func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "=") {
            guard index + 2 < bytes.count,
                  let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            else { return nil }
            output.append(value)
            index += 3
        } else {
            output.append(bytes[index])
            index += 1
        }
    }
    return output
}

extension String {
    fileprivate func components(between separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

import CivilTime
public import Logging

/// Log lines as JSON objects on standard error, each written at once (`LogOutput`).
///
/// The caller decides on the content of a line: never tokens, codes, cookies, addresses,
/// query strings, titles or bodies.
public struct JSONLog: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level = .info
    private let process: String

    /// - Parameter process: who speaks, as in `serve`.
    public init(process: String) {
        self.process = process
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        LogOutput.standardError.write(line(event, at: systemNow()))
    }

    func line(_ event: LogEvent, at moment: Instant) -> String {
        var line = "{\"time\":\"\(moment.iso8601)\",\"level\":\"\(event.level)\",\"process\":\"\(process)\",\"event\":"
        line.appendJSON("\(event.message)")
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }
        for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
            line += ","
            line.appendJSON(key)
            line += ":"
            let text = "\(value)"
            // Only what JSON itself would write: no plus sign, no leading zeros.
            if let number = Int64(text), String(number) == text { line += text } else { line.appendJSON(text) }
        }
        return line + "}\n"
    }
}

extension String {
    /// Appends a text as a JSON string (RFC 8259 §7).
    mutating func appendJSON(_ text: String) {
        append("\"")
        defer { append("\"") }
        if text.utf8.allSatisfy(isPlainInJSON) {
            append(text)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            case "\n": append("\\n")
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let hex = String(scalar.value, radix: 16)
                append("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
            default: unicodeScalars.append(scalar)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a text as a JSON string (RFC 8259 §7).
    mutating func appendJSON(_ text: String) {
        if text.utf8.allSatisfy(isPlainInJSON) {
            append(UInt8(ascii: "\""))
            append(contentsOf: text.utf8)
            append(UInt8(ascii: "\""))
        } else {
            var escaped = ""
            escaped.appendJSON(text)
            append(contentsOf: escaped.utf8)
        }
    }
}

/// Returns true for an ASCII character that stands for itself in a JSON string.
private func isPlainInJSON(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

import Text

/// Reads lines of the form `key = value`, as in settings files and catalogues.
///
/// Empty lines and lines that begin with `#` are skipped. White space around a key or value is not part
/// of it.
///
/// - Throws: the error that `malformed` makes from a line's number, or `repeated` from its number and key.
package func keyValueLines<Failure: Error>(
    _ content: String, malformed: (_ line: Int) -> Failure, repeated: (_ line: Int, _ key: String) -> Failure
) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    let lines = content.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
        let trimmed = line.trimmingSpaces()
        if trimmed.isEmpty || trimmed.first == UInt8(ascii: "#") { continue }
        guard let equals = trimmed.firstIndex(of: UInt8(ascii: "=")) else { throw malformed(index + 1) }
        let key = String(Substring(trimmed[..<equals].trimmingSpaces()))
        let value = String(Substring(trimmed[trimmed.index(after: equals)...].trimmingSpaces()))
        guard values.updateValue(value, forKey: key) == nil else { throw repeated(index + 1, key) }
    }
    return values
}

extension Substring.UTF8View {
    fileprivate func trimmingSpaces() -> Self {
        trimmed { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}

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
    for (index, line) in content.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let trimmed = line.trimmingSpaces()
        if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
        guard let equals = trimmed.firstIndex(of: "=") else { throw malformed(index + 1) }
        let key = trimmed[..<equals].trimmingSpaces()
        let value = trimmed[trimmed.index(after: equals)...].trimmingSpaces()
        guard values.updateValue(value, forKey: key) == nil else { throw repeated(index + 1, key) }
    }
    return values
}

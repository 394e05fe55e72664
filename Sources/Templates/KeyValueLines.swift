/// Lines of the form `key = value`, as settings files and catalogues have them. Empty lines and those
/// that begin with `#` are passed over; white space around key and value is not part of them.
///
/// - Throws: what `malformed` makes of a line's number, or `repeated` of its number and key.
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

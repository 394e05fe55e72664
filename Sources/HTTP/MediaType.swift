import Text

/// The value of `Content-Type` or `Content-Disposition`: a name and parameters (RFC 9110 §8.3.1).
struct MediaType {
    /// The name in lower case.
    let name: String
    /// The parameters by their names in lower case. The first one of a name counts.
    let parameters: [String: String]

    /// Reads a value up to its first syntax error. The rest is ignored.
    init(_ value: String) {
        let bytes = Array(value.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        name = lowerCased(bytes[..<end].trimmed(while: isBlank))
        var parameters: [String: String] = [:]
        var rest = bytes[end...]
        while let (name, value) = takeParameter(&rest) {
            if parameters[name] == nil { parameters[name] = value }
        }
        self.parameters = parameters
    }
}

/// Reads `; name=value` or `; name="value"` and removes it from the front; nil if there is none.
private func takeParameter(_ rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst()
    guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = rest[..<equals].trimmed(while: isBlank)
    guard isToken(name) else { return nil }
    rest = rest[(equals + 1)...].trimmed(while: isBlank)
    let value: [UInt8]
    if rest.first == UInt8(ascii: "\"") {
        guard let quoted = takeQuoted(&rest) else { return nil }
        value = quoted
    } else {
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        value = Array(rest[..<end].trimmed(while: isBlank))
        rest = rest[end...]
    }
    rest = rest.trimmed(while: isBlank)
    guard let text = String(validating: value, as: UTF8.self) else { return nil }
    return (lowerCased(name), text)
}

/// Reads a quoted string and removes it from the front; nil if its end is missing.
///
/// Only `\"` is an escape. Any other backslash is part of the value, since some browsers send a
/// Windows path as a file name.
private func takeQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    var value: [UInt8] = []
    var position = rest.startIndex + 1
    while position < rest.endIndex {
        let byte = rest[position]
        if byte == UInt8(ascii: "\\"), position + 1 < rest.endIndex,
           rest[position + 1] == UInt8(ascii: "\"") {
            value.append(UInt8(ascii: "\""))
            position += 2
        } else if byte == UInt8(ascii: "\"") {
            rest = rest[(position + 1)...]
            return value
        } else {
            value.append(byte)
            position += 1
        }
    }
    return nil
}

import Text

/// A `Content-Type` or `Content-Disposition` value: a word and its parameters (RFC 9110 §8.3.1).
struct MediaType {
    /// In lower case.
    let name: String
    /// By lower-case name; the first of a name counts.
    let parameters: [String: String]

    /// Reads as far as the value makes sense; what does not parse is left out.
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

/// Takes `; name=value` or `; name="value"` from the front.
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

/// Takes a quoted string from the front.
///
/// Only `\"` is an escape: a backslash before anything else is one of a Windows path, which some
/// browsers put into a file name.
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

// `multipart/form-data`: RFC 7578, as browsers write it (WHATWG HTML §4.10.21.8).

import Text

extension Form {
    /// Reads a body whose parts are separated by `--boundary`.
    ///
    /// - Throws: 400 for a syntax error, a missing closing boundary, and a text field with invalid UTF-8
    ///   or a NUL; 413 for too many parts.
    public init(multipart bytes: [UInt8], boundary: String) throws(RequestError) {
        guard (1...70).contains(boundary.utf8.count), !boundary.utf8.contains(where: isControl)
        else { throw .badRequest("the boundary of a multipart form is malformed") }
        let mark = Array("--\(boundary)".utf8)
        let delimiter = Array("\r\n--\(boundary)".utf8)

        var rest: ArraySlice<UInt8>
        if bytes.starts(with: mark) {
            rest = bytes[mark.count...]
        } else if let preambleEnd = find(delimiter, in: bytes[...]) {
            rest = bytes[(preambleEnd + delimiter.count)...]
        } else {
            throw .badRequest("a multipart form does not contain its boundary")
        }
        while !rest.starts(with: "--".utf8) {
            guard let lineEnd = endOfLine(rest), let end = find(delimiter, in: rest[lineEnd...])
            else { throw .badRequest("a multipart form ends too early") }
            guard fields.count + files.count < Form.maximumFields else {
                throw .tooLarge("more than \(Form.maximumFields) form fields")
            }
            try addPart(rest[lineEnd..<end])
            rest = rest[(end + delimiter.count)...]
        }
    }

    private mutating func addPart(_ part: ArraySlice<UInt8>) throws(RequestError) {
        guard let blank = find(Array("\r\n\r\n".utf8), in: part) else {
            throw .badRequest("the headers of a part of a multipart form have no end")
        }
        let headers = try Headers(wire: Array(part[..<(blank + 2)]))
        let disposition = MediaType(headers["Content-Disposition"] ?? "")
        guard disposition.name == "form-data", let name = disposition.parameters["name"] else {
            throw .badRequest("a part of a multipart form has no name")
        }
        guard name.utf8.count <= Form.maximumNameLength else {
            throw .badRequest("the name of a form field is too long")
        }
        let content = Array(part[(blank + 4)...])
        if let filename = disposition.parameters["filename"] {
            files.append(File(
                name: fieldName(name), filename: fieldName(filename),
                contentType: headers["Content-Type"] ?? "application/octet-stream", bytes: content))
        } else {
            fields.append(Field(name: fieldName(name), value: try checkedText(content)))
        }
    }
}

/// Decodes the name of a field. Browsers write `"`, CR and LF in it as `%22`, `%0D` and `%0A` and
/// encode nothing else.
private func fieldName(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    let written: [(String, UInt8)] = [
        ("%22", UInt8(ascii: "\"")), ("%0D", UInt8(ascii: "\r")), ("%0A", UInt8(ascii: "\n")),
    ]
    var decoded: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.first {
        if let (code, meaning) = written.first(where: { rest.starts(with: $0.0.utf8) }) {
            decoded.append(meaning)
            rest = rest.dropFirst(code.utf8.count)
        } else {
            decoded.append(byte)
            rest = rest.dropFirst()
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}

/// Returns the position after the line break of a boundary; nil if there is none. Spaces and tabs may
/// stand before it (RFC 2046 §5.1.1).
private func endOfLine(_ bytes: ArraySlice<UInt8>) -> Int? {
    let rest = bytes.drop(while: isBlank)
    return rest.starts(with: "\r\n".utf8) ? rest.startIndex + 2 : nil
}

/// Returns the first position of a pattern; nil if it is missing.
///
/// Every pattern starts with CR, and a boundary has no CR. So each byte is compared only a few times,
/// and a hostile body cannot make this slow.
private func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var position = bytes.startIndex
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "\r")) {
        guard bytes.endIndex - start >= pattern.count else { return nil }
        if bytes[start...].starts(with: pattern) { return start }
        position = start + 1
    }
    return nil
}

/// The target of a request line: a path and a query.
///
/// nginx compares its rules with a normalized path. An address whose segments this would change is refused,
/// so that the rules of nginx and the routes see the same segments.
struct RequestTarget {
    /// The maximum length in bytes: that of a header line.
    static let maximumLength = 16_384

    let path: String
    let query: Form

    /// Reads an origin-form target (RFC 9112 §3.2.1) such as `/a%20b?x=1`.
    init(_ target: String) throws(RequestError) {
        let bytes = Array(target.utf8)
        guard bytes.count <= RequestTarget.maximumLength else {
            throw RequestError(status: .targetTooLong, message: "the address is too long")
        }
        guard !bytes.contains(UInt8(ascii: "#")) else {
            throw .badRequest("the address has a fragment")
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        guard let decoded = percentDecoded(bytes[..<mark], plusIsSpace: false) else {
            throw .badRequest("the path has a malformed percent-encoding")
        }
        guard let path = String(validating: decoded, as: UTF8.self) else {
            throw .badRequest("the path is not UTF-8")
        }
        try checkPath(path)
        self.path = canonicalPath(bytes[..<mark])
        query = try Form(query: bytes[mark...].dropFirst())
    }
}

/// Returns the one spelling of a path: percent-encoded are `/` inside a segment and all characters that a
/// segment cannot hold (RFC 3986 §3.3), with capital digits.
///
/// - Parameter bytes: a path whose percent-encoding is well-formed.
private func canonicalPath(_ bytes: ArraySlice<UInt8>) -> String {
    guard !bytes.allSatisfy(isPathByte) else { return String(decoding: bytes, as: UTF8.self) }
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
        let decoded = percentDecoded(segment, plusIsSpace: false) ?? []
        return percentEncoded(String(decoding: decoded, as: UTF8.self)) { $0 != UInt8(ascii: "/") && isPathByte($0) }
    }
    return segments.joined(separator: "/")
}

/// Checks a decoded path.
///
/// - Throws: 400 unless it starts with `/` and has no control character and no `.` or `..` segment; 404 if it has an
///   empty segment before the last, since nothing has such an address.
func checkPath(_ path: String) throws(RequestError) {
    guard path.utf8.first == UInt8(ascii: "/") else {
        throw .badRequest("the path does not start with a slash")
    }
    guard !path.utf8.contains(where: isControl) else {
        throw .badRequest("the path has a control character")
    }
    var length = 0
    var hasOnlyDots = true
    var isFirst = true
    for byte in path.utf8 {
        if byte == UInt8(ascii: "/") {
            guard isFirst || length > 0 else {
                throw RequestError(status: .notFound, message: "the path has an empty segment")
            }
            if !isFirst { try checkSegment(length, hasOnlyDots) }
            isFirst = false
            length = 0
            hasOnlyDots = true
        } else {
            length += 1
            hasOnlyDots = hasOnlyDots && byte == UInt8(ascii: ".")
        }
    }
    try checkSegment(length, hasOnlyDots)
}

private func checkSegment(_ length: Int, _ hasOnlyDots: Bool) throws(RequestError) {
    guard !(hasOnlyDots && (length == 1 || length == 2)) else {
        throw .badRequest("the path has a dot segment")
    }
}

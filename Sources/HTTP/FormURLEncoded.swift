// `application/x-www-form-urlencoded`: WHATWG URL standard §5, but stricter. No browser sends a `%`
// without two digits or invalid UTF-8, so both are errors.

extension Form {
    /// Reads a body.
    ///
    /// - Throws: 400 for a malformed `%`, invalid UTF-8, a NUL, or a name that is too long; 413 for too
    ///   many fields.
    public init(urlEncoded bytes: [UInt8]) throws(RequestError) {
        try self.init(bytes[...], tooMany: .payloadTooLarge)
    }

    /// Reads the query of an address, which follows the `?`.
    ///
    /// - Throws: the same as for a body, but 414 for too many fields.
    public init(query: String) throws(RequestError) {
        try self.init(query: Array(query.utf8)[...])
    }

    /// The text fields as a query or a body, without a `?`.
    public var urlEncoded: String {
        fields.map { percentEncoded($0.name) + "=" + percentEncoded($0.value) }
            .joined(separator: "&")
    }

    init(query bytes: ArraySlice<UInt8>) throws(RequestError) {
        try self.init(bytes, tooMany: .targetTooLong)
    }

    private init(_ bytes: ArraySlice<UInt8>, tooMany: Status) throws(RequestError) {
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            guard fields.count < Form.maximumFields else {
                throw RequestError(
                    status: tooMany, message: "more than \(Form.maximumFields) form fields")
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try formText(pair[..<equals])
            guard name.utf8.count <= Form.maximumNameLength else {
                throw .badRequest("the name of a form field is too long")
            }
            fields.append(Field(name: name, value: try formText(pair[equals...].dropFirst())))
        }
    }
}

private func formText(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> String {
    guard let decoded = percentDecoded(bytes, plusIsSpace: true) else {
        throw .badRequest("a form field has a malformed percent-encoding")
    }
    return try checkedText(decoded)
}

/// Decodes UTF-8.
///
/// - Throws: 400 for invalid UTF-8, and for a NUL, which Postgres cannot store as text.
func checkedText(_ bytes: [UInt8]) throws(RequestError) -> String {
    guard !bytes.contains(0) else { throw .badRequest("a form field contains a NUL") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .badRequest("a form field is not UTF-8")
    }
    return text
}

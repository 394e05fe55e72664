/// A body that arrives while it is read. It can be read until the handler returns.
public protocol RequestBody: Sendable {
    /// The announced length in bytes.
    var length: Int { get }

    /// Reads the next bytes.
    ///
    /// - Returns: `count` bytes, or fewer at the end of the body; none after it.
    /// - Throws: 400 if the body is not as long as announced.
    func read(_ count: Int) throws(RequestError) -> [UInt8]
}

extension Request {
    /// Reads the whole body into `body`, and its fields into `form`.
    ///
    /// - Parameter limit: the maximum length in bytes.
    /// - Throws: 413 if it is longer; 400 if it is not as long as announced, or is not the form that its
    ///   `Content-Type` names.
    public mutating func receiveBody(limit: Int) throws(RequestError) {
        guard (stream?.length ?? body.count) <= limit else {
            throw .tooLarge("the body is longer than \(limit) bytes")
        }
        guard let stream else { return }
        body = try stream.read(stream.length)
        // The end of the body shows that nothing follows it.
        guard try stream.read(1).isEmpty else { throw .badRequest("the body is longer than announced") }
        form = try Request.form(headers, body)
        self.stream = nil
    }
}

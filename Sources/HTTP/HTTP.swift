// Requests and responses of HTTP as plain values. This module is pure.
//
// - HTTP.swift: `Request`. Response.swift: `Response`. RequestError.swift: a request that cannot be read.
// - Method.swift, Status.swift and Headers.swift: their parts.
// - RequestTarget.swift, PathPattern.swift and Percent.swift: paths and their encoding.
// - Form.swift, FormURLEncoded.swift and Multipart.swift: the fields of queries and forms.
// - Cookies.swift, EntityTags.swift, AcceptEncoding.swift and MediaType.swift: header values.
// - HTMLEscape.swift: text for HTML. Bytes.swift: character classes.

/// A request as a plain value. The responder makes it, and tests do.
public struct Request: Sendable {
    /// nginx's `$request_id`, which is the same in the logs of nginx and Jadwal.
    public var id: String
    public var method: Method
    /// The path, percent-encoded in one way: `/a%20b`, where `%2F` is a letter of its segment. The route
    /// decodes the segments that it names. Decoded, the path starts with `/` and has no control character, no
    /// `.` or `..` segment and no empty segment except the last.
    public var path: String
    public var query: Form
    public var headers: Headers
    /// The body; empty while it can be read from `stream`.
    public var body: [UInt8]
    /// The body that has not been read yet; nil if there is none.
    public var stream: (any RequestBody)?
    /// The fields of an urlencoded or multipart body; empty for any other.
    public var form: Form
    /// The client's address, from nginx. It never comes from a header, which a client could write.
    public var remoteAddress: String
    /// The values of the names in the route's pattern. The router sets them.
    public var pathParameters: [String: String] = [:]

    /// Makes a request from a decoded path.
    ///
    /// - Throws: if the path breaks the rules of `path`, or if the body is not the form that its
    ///   `Content-Type` names.
    public init(
        method: Method = .get, path: String, query: Form = Form(), headers: Headers = [:],
        body: [UInt8] = [], remoteAddress: String = "", id: String = ""
    ) throws(RequestError) {
        try checkPath(path)
        self.id = id
        self.method = method
        self.path = percentEncodedPath(path)
        self.query = query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        form = try Request.form(headers, body)
    }

    /// Makes a request from the target of a request line, such as `/a%20b?x=1`.
    public init(
        method: Method = .get, target: String, headers: Headers = [:], body: [UInt8] = [],
        remoteAddress: String = "", id: String = ""
    ) throws(RequestError) {
        let target = try RequestTarget(target)
        self.id = id
        self.method = method
        path = target.path
        query = target.query
        self.headers = headers
        self.body = body
        self.remoteAddress = remoteAddress
        form = try Request.form(headers, body)
    }

    public var cookies: Cookies {
        Cookies(headers["Cookie"] ?? "")
    }

    /// Returns the part of the path that matched `{name}`, decoded; `""` if the pattern has no such name.
    public func parameter(_ name: String) -> String {
        pathParameters[name] ?? ""
    }

    static func form(_ headers: Headers, _ body: [UInt8]) throws(RequestError) -> Form {
        guard !body.isEmpty, let type = headers["Content-Type"] else { return Form() }
        let mediaType = MediaType(type)
        switch mediaType.name {
        case "application/x-www-form-urlencoded":
            return try Form(urlEncoded: body)
        case "multipart/form-data":
            guard let boundary = mediaType.parameters["boundary"] else {
                throw .badRequest("a multipart form without a boundary")
            }
            return try Form(multipart: body, boundary: boundary)
        default:
            return Form()
        }
    }
}

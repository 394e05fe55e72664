import HTTP

/// A request to an engine, without its host.
public struct EngineRequest: Hashable, Sendable {
    public struct Pair: Hashable, Sendable {
        public var name: String
        public var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var method: String
    /// The path behind the address of the engine. Its characters need no escaping.
    public var path: String
    public var query: [Pair]
    public var headers: [Pair]
    public var body: [UInt8]
    /// The number of requests as which the engine counts this one.
    public var cost = 1

    /// Makes a GET.
    init(get path: String, query: [Pair] = [], headers: [Pair] = []) {
        self.init(method: "GET", path: path, query: query, headers: headers, body: [])
    }

    /// Makes a POST of JSON.
    init(post path: String, headers: [Pair] = [], _ body: JSONTree) {
        self.init(
            method: "POST", path: path, query: [], headers: headers + [Pair("Content-Type", "application/json")],
            body: Array(body.json.utf8))
    }

    private init(method: String, path: String, query: [Pair], headers: [Pair], body: [UInt8]) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers + [Pair("Accept", "application/json")]
        self.body = body
    }

    /// The path with the query.
    public var target: String {
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
}

/// A response of an engine.
public struct EngineResponse: Hashable, Sendable {
    public var status: Int
    public var body: [UInt8]
    /// The value of the header Retry-After.
    public var retryAfter: String?

    public init(status: Int, body: [UInt8], retryAfter: String? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }
}

extension EngineResponse {
    /// Returns the JSON of the response, whatever its status.
    func tree() throws(RoutingError) -> JSONField {
        // A proxy between here and the engine has changed the answer (RFC 9110 §15.3.4).
        if status == 203 { throw .changedOnTheWay }
        return JSONField(try JSONReader.read(body), "the answer")
    }

    /// Returns the JSON of an error; nil if the body has none, as a page in HTML.
    func errorTree() -> JSONField? { try? tree() }

    /// The refusal that every engine means by the status.
    func refusal() -> RoutingError {
        switch status {
        case 401, 403: .keyRefused
        case 429: .quotaUsedUp(retrySeconds: retrySeconds)
        case 413, 414: .tooManyPlaces(limit: nil)
        case 500...599: .serverFault(status: status)
        case 203: .changedOnTheWay
        default: .notUnderstood("status \(status)")
        }
    }

    /// The seconds of Retry-After, at most a day; nil without a number.
    private var retrySeconds: Int? {
        retryAfter.flatMap { Int($0) }.map { min(max($0, 1), 86_400) }
    }
}

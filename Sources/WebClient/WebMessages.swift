import CCurl

/// A request to another server. Its description shows the method only, since addresses, headers and
/// bodies contain keys and people's mail.
public struct WebRequest: Sendable {
    public var method: String
    /// The address: absolute, with `https://`, without a user name and a password.
    public var url: String
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(
        method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension WebRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "WebRequest(\(method) …)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The versions of HTTP that a client allows. Over TLS it prefers HTTP/2.
public enum WebVersion: Sendable {
    case any
    /// A response by HTTP/1.1 is an error.
    case onlyHTTP2
}

/// The whole response of a server.
public struct WebResponse: Sendable {
    public let status: Int
    /// The headers in their order, with their names unchanged.
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]

    /// Returns the first header with a name, compared without case; nil if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// An error of a request without a response. None of the texts contains a part of the request.
public enum WebClientError: Error, Hashable, Sendable {
    /// The request is not allowed. Nothing was sent.
    case notAllowed(String)
    /// There is no connection, or its certificate is wrong. Nothing was sent, so it is safe to try again.
    case unreachable(String)
    /// The deadline passed. The server may have acted on the request.
    case timedOut
    case tooLarge(limitBytes: Int)
    /// The response ended too early or is not HTTP. The server may have acted on the request.
    case broken(String)

    init(_ code: CURLcode) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR,
             CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            self = .unreachable(explanation(of: code))
        default:
            self = .broken(explanation(of: code))
        }
    }
}

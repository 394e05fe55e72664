import CCurl

/// A request to another server. Its description hides all but the method: addresses, headers and
/// bodies carry keys and people's mail.
public struct WebRequest: Sendable {
    public var method: String
    /// Absolute, `https://`, without a user name or a password.
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

/// The whole answer of a server.
public struct WebResponse: Sendable {
    public let status: Int
    /// In the order they came, names as they were written.
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]

    /// The first header of that name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Why there is no answer. None of the texts holds anything of the request.
public enum WebClientError: Error, Hashable, Sendable {
    /// The request breaks one of our rules; nothing was sent.
    case notAllowed(String)
    /// No connection, or not with whom we meant: nothing was sent, so trying again is safe.
    case unreachable(String)
    /// The deadline passed; the other side may have acted on the request.
    case timedOut
    case tooLarge(limitBytes: Int)
    /// The answer broke off or is not HTTP; the other side may have acted on the request.
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

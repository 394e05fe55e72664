/// A request for what is at an address.
public struct GuardedRequest: Sendable {
    public var address: OutsideAddress
    public var method = "GET"
    /// Headers beside those of the client.
    public var headers: [(name: String, value: String)] = []
    public var body: [UInt8] = []
    /// The user whose password is sent; nil for the one of the address, if it has one.
    public var login: GuardedLogin?
    /// The headers of an earlier answer, sent back exactly as they came.
    public var etag: String?
    public var lastModified: String?

    public init(_ address: OutsideAddress, etag: String? = nil, lastModified: String? = nil) {
        self.address = address
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// A user with a password, for one origin and the hosts of its provider. Its description shows neither.
public struct GuardedLogin: Sendable, CustomStringConvertible, CustomReflectable {
    let user: String
    let password: String
    /// The address that the person typed. An address that an answer names never takes its place.
    public let origin: OutsideAddress
    /// The domain of a provider, whose other hosts get the password as well; nil for the origin alone.
    let domain: String?

    public init(user: String, password: String, for origin: OutsideAddress, domain: String? = nil) {
        self.user = user
        self.password = password
        self.origin = origin
        self.domain = domain
    }

    public var description: String { "GuardedLogin(…)" }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// True if the password may be sent to an address: the origin, or another host of the provider at its port.
    public func belongs(to address: OutsideAddress) -> Bool {
        if address.isSameOrigin(as: origin) { return true }
        guard let domain, address.scheme == "https", address.port == origin.port else { return false }
        return [origin, address].allSatisfy { $0.host == domain || $0.host.hasSuffix("." + domain) }
    }
}

/// The last answer of a fetch, after its redirects.
public struct GuardedAnswer: Sendable {
    public let response: WebResponse
    /// The address that gave it.
    public let address: OutsideAddress
    /// The address that permanent redirects alone lead to; nil if there were none, or if another redirect came first.
    public let movedTo: OutsideAddress?
}

/// An error of a fetch. None of the texts contains a part of an address.
///
/// The first three look alike to a person, so that a page is no scanner of ports.
public enum GuardedError: Error, Hashable, Sendable {
    /// A name led to a network that is not dialled. Nothing was sent.
    case refused
    case unreachable(String)
    case timedOut
    /// The certificate is expired, of another name, or of nobody that is trusted.
    case certificate
    case tooLarge(limitBytes: Int)
    /// The body is packed twice, or in another way than the one that was asked for.
    case packed
    /// There are too many redirects, or they come back to an address.
    case redirectLoop
    /// A redirect leads to an address that is not allowed.
    case redirectRefused(AddressProblem)
    /// The answer ended too early, or is not HTTP.
    case broken(String)

    /// A word for logs and counters.
    public var name: String {
        switch self {
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .timedOut: "timed-out"
        case .certificate: "certificate"
        case .tooLarge: "too-large"
        case .packed: "packed"
        case .redirectLoop: "redirect-loop"
        case .redirectRefused: "redirect-refused"
        case .broken: "broken"
        }
    }
}

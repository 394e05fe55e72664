/// A request for what is at an address.
public struct GuardedRequest: Sendable {
    public var address: OutsideAddress
    /// The headers of an earlier answer, sent back exactly as they came.
    public var etag: String?
    public var lastModified: String?

    public init(_ address: OutsideAddress, etag: String? = nil, lastModified: String? = nil) {
        self.address = address
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// The last answer of a fetch, after its redirects.
public struct GuardedAnswer: Sendable {
    public let response: WebResponse
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

import HTTP
public import Runtime

/// The owner of a request that may take long. Of each owner, one such request runs at a time in each process.
public enum RequestOwner: Hashable, Sendable {
    /// The customer who asks, or their credentials if they are not known yet.
    case caller(CustomerShares.Owner)
    /// The address of a feed. It has no customer who asks.
    case feed(String)
}

extension Router {
    /// Returns the owner of a request that may take long, before a thread takes it; nil for any other request.
    ///
    /// - Parameter value: the values that nginx sends, by their names in CGI (RFC 3875 §4.1).
    public func owner(_ shares: CustomerShares, value: (StaticString) -> String?) -> RequestOwner? {
        // Most requests are GETs, and of those only the feeds of calendars are demanding.
        guard let method = value("REQUEST_METHOD"), let target = value("REQUEST_URI") else { return nil }
        let isRead = method == "GET" || method == "HEAD"
        guard !isRead || demandingReads.contains(where: target.dropFirst().hasPrefix),
              isDemanding(
                Method(rawValue: method), target: target, depth: value("HTTP_DEPTH"),
                length: value("CONTENT_LENGTH").flatMap { Int($0) } ?? 0)
        else { return nil }
        // It is exported once at a time, whoever asks, and with whatever query.
        if isRead { return .feed(String(target.prefix { $0 != "?" })) }
        // Calendar programs send the one, browsers the other. A request without them is refused at once.
        let credentials = value(target.hasPrefix("/dav/") ? "HTTP_AUTHORIZATION" : "HTTP_COOKIE")
        return credentials.map { .caller(shares.owner(of: $0)) }
    }
}

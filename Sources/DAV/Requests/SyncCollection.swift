import Text
import XML

/// A DAV:sync-collection: the changes of a collection since a token (RFC 6578 §3.2).
public struct SyncCollection: Hashable, Sendable {
    /// The token as it was sent; nil for a first synchronization. An empty element means that.
    public let token: String?
    /// True for DAV:sync-level `infinite`, with the members of inner collections.
    public let isInfinite: Bool
    /// The largest number of changes to return; nil if any number is welcome.
    public let limit: Int?
    public let properties: PropertyRequest
    /// The part of each object to return; nil if CALDAV:calendar-data is not asked for.
    public let data: CalendarDataRequest?

    /// - Parameter depth: the header `Depth`. Apple's older programs send it in place of DAV:sync-level, as drafts
    ///   of the standard had it (appendix A).
    /// - Throws: 400 for a malformed element.
    init(_ root: XMLElement, depth: Depth?) throws(DAVError) {
        let token = root.first(.dav("sync-token"))?.text.trimmed() ?? ""
        self.token = token.isEmpty ? nil : String(token)
        switch root.first(.dav("sync-level"))?.text.trimmed() {
        case "1": isInfinite = false
        case "infinite": isInfinite = true
        case nil where depth == .one || depth == .infinity: isInfinite = depth == .infinity
        default: throw .badRequest("sync-level is not 1 or infinite")
        }
        limit = try root.first(.dav("limit")).map { element throws(DAVError) in try resultLimit(element) }
        properties = try PropertyRequest(in: root) ?? .these([])
        data = try root.first(.dav("prop"))?.first(.calDAV("calendar-data"))
            .map { element throws(DAVError) in try CalendarDataRequest(element) }
    }
}

/// Reads a limit of results, a positive number (RFC 5323 §5.17). Apple's reports have it in their own namespace.
func resultLimit(_ element: XMLElement) throws(DAVError) -> Int {
    let number = element.elements.first { $0.name.local == "nresults" }?.text.trimmed()
    guard let limit = number.flatMap({ Int($0) }), limit > 0
    else { throw .badRequest("nresults is not a positive number") }
    return limit
}

public import XML

/// The body of a REPORT.
public enum Report: Sendable {
    case calendarQuery(CalendarQuery)
    case calendarMultiget(CalendarMultiget)
    case freeBusyQuery(FreeBusyQuery)
    case syncCollection(SyncCollection)
    case expandProperty([ExpandedProperty])
    case principalMatch(PrincipalMatch)
    case principalPropertySearch(PrincipalPropertySearch)
    case principalSearchPropertySet
    case aclPrincipalPropertySet(PropertyRequest)
    case calendarServerPrincipalSearch(CalendarServerPrincipalSearch)
}

extension Report {
    /// - Parameter depth: the header `Depth`; nil if it is missing.
    /// - Throws: `supported-report` for another report (RFC 3253 §3.6), 400 for a report about people with another
    ///   depth than 0, and what the report's own reader throws.
    public init(_ octets: [UInt8], depth: Depth?) throws(DAVError) {
        guard let root = try XMLElement.body(octets) else { throw .badRequest("the body is missing") }
        if Self.flatNames.contains(root.name), let depth, depth != .zero {
            throw .badRequest("this report is defined for Depth 0 only")
        }
        switch root.name {
        case .calDAV("calendar-query"): self = .calendarQuery(try CalendarQuery(root))
        case .calDAV("calendar-multiget"): self = .calendarMultiget(try CalendarMultiget(root))
        case .calDAV("free-busy-query"): self = .freeBusyQuery(try FreeBusyQuery(root))
        case .dav("sync-collection"): self = .syncCollection(try SyncCollection(root, depth: depth))
        case .dav("expand-property"): self = .expandProperty(try ExpandedProperty.all(in: root))
        case .dav("principal-match"): self = .principalMatch(try PrincipalMatch(root))
        case .dav("principal-property-search"): self = .principalPropertySearch(try PrincipalPropertySearch(root))
        case .dav("principal-search-property-set"): self = .principalSearchPropertySet
        case .dav("acl-principal-prop-set"):
            self = .aclPrincipalPropertySet(try PropertyRequest(in: root) ?? .these([]))
        case .calendarServer("calendarserver-principal-search"):
            self = .calendarServerPrincipalSearch(try CalendarServerPrincipalSearch(root))
        default: throw DAVError(.supportedReport, "this report is not supported")
        }
    }

    /// The reports that are defined for Depth 0 only (RFC 3744 §9.2 to §9.5).
    private static let flatNames: Set<XMLName> = [
        .dav("acl-principal-prop-set"), .dav("principal-match"), .dav("principal-property-search"),
        .dav("principal-search-property-set"),
    ]

    /// The names of all reports, for `supported-report-set`.
    public static let names: [XMLName] = [
        .calDAV("calendar-query"), .calDAV("calendar-multiget"), .calDAV("free-busy-query"), .dav("sync-collection"),
        .dav("expand-property"), .dav("principal-match"), .dav("principal-property-search"),
        .dav("principal-search-property-set"), .dav("acl-principal-prop-set"),
        .calendarServer("calendarserver-principal-search"),
    ]
}

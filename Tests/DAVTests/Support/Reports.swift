import DAV

/// Reads a report of CalDAV, whose namespaces are `D` and `C`.
func report(_ name: String, _ content: String, depth: Depth? = nil) throws(DAVError) -> Report {
    try Report(octets("""
        <?xml version="1.0" encoding="utf-8" ?>
        <\(name) xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/">
        \(content)
        </\(name.prefix { $0 != " " })>
        """), depth: depth)
}

/// Reads a calendar-query with this filter and no property.
func query(_ filter: String, _ content: String = "") throws -> CalendarQuery {
    guard case .calendarQuery(let query) = try report("C:calendar-query", "\(content)<C:filter>\(filter)</C:filter>")
    else { throw NoQuery() }
    return query
}

struct NoQuery: Error {}

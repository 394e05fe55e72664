public import XML

// WebDAV and CalDAV as values: requests to values, values to answers. This module is pure.
//
// - DAV.swift: the namespaces, and `XMLWriter.dav`. Href.swift: the paths of resources.
// - DAVError.swift and Preconditions.swift: requests that are refused, and the elements that say why.
// - Headers: `Depth`, `IfHeader`, `Preferences`, `Destination`, `WriteConditions`.
// - Requests: the bodies of PROPFIND, PROPPATCH, MKCOL, MKCALENDAR and REPORT.
// - Answers: multistatus and error bodies, the values of properties.
// - Filters: which stored objects a query may match, and which parts of them it returns.
// - Objects: the checks of an object before it is stored, and its facts.
// - Sync: sync tokens and entity tags.
//
// LOCK is not here. No calendar program that we know of locks; they all compare entity tags. A server without
// locks announces compliance class 1 and 3, and litmus skips its lock tests then.

extension XMLName {
    /// Returns a name of WebDAV (RFC 4918).
    public static func dav(_ local: String) -> XMLName { XMLName("DAV:", local) }
    /// Returns a name of CalDAV (RFC 4791).
    public static func calDAV(_ local: String) -> XMLName { XMLName("urn:ietf:params:xml:ns:caldav", local) }
    /// Returns a name of Apple's server extensions, as in `getctag`.
    public static func calendarServer(_ local: String) -> XMLName { XMLName("http://calendarserver.org/ns/", local) }
    /// Returns a name of Apple's programs, as in `calendar-color`.
    public static func apple(_ local: String) -> XMLName { XMLName("http://apple.com/ns/ical/", local) }
}

extension XMLWriter {
    /// Makes a writer of answers: `d`, `c`, `cs` and `a` are the prefixes of the four namespaces.
    ///
    /// - Parameter capacity: the expected length in octets.
    public static func dav(reserving capacity: Int = 1_024) -> XMLWriter {
        XMLWriter(
            prefixes: [
                "DAV:": "d", "urn:ietf:params:xml:ns:caldav": "c", "http://calendarserver.org/ns/": "cs",
                "http://apple.com/ns/ical/": "a",
            ],
            reserving: capacity)
    }

    /// Writes a whole document: the declaration, and a root that declares the four prefixes.
    ///
    /// - Parameter root: a name with its prefix, as in `d:multistatus`.
    public mutating func document<E: Error>(
        _ root: StaticString, _ content: (inout XMLWriter) throws(E) -> Void
    ) throws(E) {
        raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<")
        raw(root)
        raw(" xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" xmlns:cs=\"http://calendarserver.org/ns/\"")
        raw(" xmlns:a=\"http://apple.com/ns/ical/\">")
        try content(&self)
        end(root)
    }
}

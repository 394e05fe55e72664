public import XML

// Requests to other servers, and their answers. A client and a server read what the other one writes.
//
// - Client.swift: `ClientRequest`, a request as a method, a depth and a body.
// - MultiStatus.swift: `MultiStatus`, the answer.

/// A request of a client to a CalDAV server.
public enum ClientRequest: Hashable, Sendable {
    /// Asks for properties of a resource, and with depth 1 of its members.
    case propFind([XMLName], depth: Depth)
    /// Asks for the changes of a collection since a token; nil for all members (RFC 6578 §3.2).
    case syncCollection(token: String?)
    /// Asks for objects at these addresses, as the server wrote them (RFC 4791 §7.9).
    case multiget([String])
    /// Asks for the addresses of objects with a component that touches a time, open to the future (RFC 4791 §7.8).
    ///
    /// The start is a UTC time in its basic form: `20260101T000000Z`.
    case since(String, component: String)

    public var method: String {
        if case .propFind = self { "PROPFIND" } else { "REPORT" }
    }

    /// The header `Depth`. A sync-collection is defined for 0 alone; its level is in the body.
    public var depth: Depth {
        switch self {
        case .propFind(_, let depth): depth
        case .syncCollection: .zero
        case .multiget: .zero
        case .since: .one
        }
    }

    public var body: [UInt8] {
        var writer = XMLWriter.dav()
        switch self {
        case .propFind(let names, _):
            writer.document("d:propfind") { $0.properties(names) }
        case .syncCollection(let token):
            writer.document("d:sync-collection") { writer in
                writer.element("d:sync-token", token ?? "")
                writer.element("d:sync-level", "1")
                writer.properties([.dav("getetag")])
            }
        case .multiget(let hrefs):
            writer.document("c:calendar-multiget") { writer in
                writer.properties([.dav("getetag"), .calDAV("calendar-data")])
                for href in hrefs { writer.element("d:href", href) }
            }
        case .since(let start, let component):
            writer.document("c:calendar-query") { writer in
                writer.properties([.dav("getetag")])
                let range = XMLElement(.calDAV("time-range"), attributes: [XMLAttribute(XMLName("", "start"), start)])
                // Some servers refuse a filter without the component, and cut off an answer without a filter.
                writer.element(XMLElement(.calDAV("filter"), [.element(
                    .filter("VCALENDAR", [.element(.filter(component, [.element(range)]))]))]))
            }
        }
        return writer.bytes
    }
}

extension XMLElement {
    fileprivate static func filter(_ name: String, _ content: [XMLNode]) -> XMLElement {
        XMLElement(.calDAV("comp-filter"), attributes: [XMLAttribute(XMLName("", "name"), name)], content)
    }
}

extension XMLWriter {
    fileprivate mutating func properties(_ names: [XMLName]) {
        element("d:prop") { writer in
            for name in names { writer.empty(name) }
        }
    }
}

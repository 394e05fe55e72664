import HTTP
import Text
public import XML

/// The body of MKCOL or MKCALENDAR: the properties of the new collection (RFC 5689 §3, RFC 4791 §5.3.1).
public struct MakeCollection: Hashable, Sendable {
    /// The properties to set, in their order. A property that cannot be set fails the whole request.
    public let properties: [XMLElement]

    /// Reads the body of MKCOL. Without a body the collection is plain.
    ///
    /// - Parameter contentType: the header `Content-Type`.
    /// - Throws: 415 for a body that is not XML or has another root (RFC 4918 §9.3).
    public init(mkCol octets: [UInt8], contentType: String?) throws(DAVError) {
        let type = contentType?.prefix { $0 != ";" }.trimmed().lowercased()
        guard octets.isEmpty || type == nil || type == "text/xml" || type == "application/xml",
              try XMLElement.body(octets).map({ $0.name == .dav("mkcol") }) ?? true
        else { throw DAVError(.unsupportedMediaType, "MKCOL takes no body, or a mkcol element") }
        properties = try Self.properties(XMLElement.body(octets))
    }

    /// Reads the body of MKCALENDAR, which may be empty.
    ///
    /// - Throws: 415 for a body with another root (RFC 4791 §5.3.1.1).
    public init(mkCalendar octets: [UInt8]) throws(DAVError) {
        let root = try XMLElement.body(octets)
        guard root.map({ $0.name == .calDAV("mkcalendar") }) ?? true
        else { throw DAVError(.unsupportedMediaType, "MKCALENDAR takes no body, or a mkcalendar element") }
        properties = try Self.properties(root)
    }

    private static func properties(_ root: XMLElement?) throws(DAVError) -> [XMLElement] {
        guard let root else { return [] }
        let sets = root.all(.dav("set")).flatMap { $0.all(.dav("prop")) }
        // The caldav library of Python sends an empty DAV:prop for a calendar without a name.
        guard !sets.isEmpty || root.elements.isEmpty else { throw .badRequest("the body has no set with a prop") }
        let properties = sets.flatMap(\.elements)
        guard Set(properties.map(\.name)).count == properties.count else {
            throw .badRequest("the body sets a property twice")
        }
        guard properties.count <= 200 else { throw .badRequest("the body sets more than 200 properties") }
        return properties
    }

    /// Returns the types of the new collection by DAV:resourcetype; nil if the property is not there.
    public var resourceTypes: Set<XMLName>? {
        properties.first { $0.name == .dav("resourcetype") }.map { Set($0.elements.map(\.name)) }
    }
}

/// An ORGANIZER or ATTENDEE (RFC 5545 §3.8.4.1, §3.8.4.3), with the standard's defaults for missing
/// parameters.
///
/// For reading, and for making a new property. To change an existing property, as a reply changes PARTSTAT,
/// edit the property: it may have parameters that are not here.
public struct Person: Hashable, Sendable {
    /// A URI, usually `mailto:`.
    public var address: String
    /// CN.
    public var name: String?
    /// CUTYPE, as in INDIVIDUAL or ROOM.
    public var kind = "INDIVIDUAL"
    /// ROLE, as in REQ-PARTICIPANT.
    public var role = "REQ-PARTICIPANT"
    /// PARTSTAT, as in NEEDS-ACTION.
    public var participation = "NEEDS-ACTION"
    /// RSVP: true if a reply is requested.
    public var isAskedToReply = false
    /// SENT-BY: the URI of the person who acts for this one.
    public var sentBy: String?
    /// DELEGATED-FROM and DELEGATED-TO: URIs of the people before and after this one (§3.2.4, §3.2.5).
    public var delegatedFrom: [String] = [], delegatedTo: [String] = []

    public init(address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }

    public init(_ property: Property) {
        func list(_ name: String) -> [String] { property.parameters.first { $0.name == name }?.values ?? [] }
        address = property.value
        name = property.parameter("CN")
        kind = property.keyword("CUTYPE") ?? kind
        role = property.keyword("ROLE") ?? role
        participation = property.keyword("PARTSTAT") ?? participation
        isAskedToReply = property.keyword("RSVP") == "TRUE"
        sentBy = property.parameter("SENT-BY")
        delegatedFrom = list("DELEGATED-FROM")
        delegatedTo = list("DELEGATED-TO")
    }

    /// The address of a `mailto:` URI, as it is written; nil if the URI has another scheme. `MAILTO:` is the
    /// same scheme (RFC 3986 §3.1).
    public var mailAddress: String? {
        let scheme = "mailto:"
        guard address.utf8.count > scheme.utf8.count, address.prefix(scheme.count).lowercased() == scheme else { return nil }
        return String(address.dropFirst(scheme.count))
    }
}

// What else may be said of an event, a to-do or a journal entry: properties that hold more than a value.

extension CalendarItem {
    public var attachments: [Attachment] { component.all("ATTACH").map(Attachment.init) }
    /// IMAGE (RFC 7986 §5.10).
    public var images: [Attachment] { component.all("IMAGE").map(Attachment.init) }
    /// RELATED-TO (RFC 5545 §3.8.4.5, RFC 9253 §9.1).
    public var relations: [Relation] { get throws(Problem) { try component.all("RELATED-TO").mapEach(Relation.init) } }
    /// REQUEST-STATUS (RFC 5545 §3.8.8.3): how a request was answered.
    public var requestStatuses: [RequestStatus] {
        get throws(Problem) { try component.all("REQUEST-STATUS").mapEach(RequestStatus.init) }
    }
    /// CONFERENCE (RFC 7986 §5.11): how to join by telephone or video.
    public var conferences: [Conference] { component.all("CONFERENCE").map(Conference.init) }
    public var comments: [String] {
        get throws(Problem) { try component.all("COMMENT").mapEach { property throws(Problem) in try property.text() } }
    }
    public var contacts: [String] {
        get throws(Problem) { try component.all("CONTACT").mapEach { property throws(Problem) in try property.text() } }
    }
    /// A URI with more about it (§3.8.4.6); nil where the property has no value.
    public var url: String? { component.first("URL").flatMap { $0.isBlank ? nil : $0.value } }
    public var geo: Geo? {
        get throws(Problem) {
            guard let property = component.first("GEO"), !property.isBlank else { return nil }
            return try property.geo()
        }
    }
    /// A CSS colour's name (RFC 7986 §5.9).
    public var color: String? { get throws(Problem) { try text("COLOR") } }

    /// Who takes part, with more than ATTENDEE can say (RFC 9073 §7.1).
    public var participants: [ParticipantComponent] { component.views(ParticipantComponent.self) }
    /// Where it is, with more than LOCATION can say (RFC 9073 §7.2).
    public var locations: [LocationComponent] { component.views(LocationComponent.self) }
    /// What is needed for it (RFC 9073 §7.3).
    public var resources: [ResourceComponent] { component.views(ResourceComponent.self) }
}

/// An ATTACH (RFC 5545 §3.8.1.1) or IMAGE (RFC 7986 §5.10): a document at an address, or the document itself.
public struct Attachment: Hashable, Sendable {
    public let property: Property

    public init(_ property: Property) { self.property = property }

    /// Where it is; nil for one that is in the property itself.
    public var uri: String? { isInside ? nil : property.value }
    /// The document; nil for one that is elsewhere.
    public var octets: [UInt8]? { get throws(Problem) { isInside ? try property.binary() : nil } }
    /// FMTTYPE, as in text/plain.
    public var mediaType: String? { property.parameter("FMTTYPE") }
    /// FILENAME (RFC 8607 §4.2), else what Apple writes.
    public var fileName: String? { property.parameter("FILENAME") ?? property.parameter("X-FILENAME") }
    /// MANAGED-ID: the server keeps it (RFC 8607 §4.3).
    public var managedID: String? { property.parameter("MANAGED-ID") }

    private var isInside: Bool {
        property.valueType == .binary || property.parameter("ENCODING").map { upperCased($0.utf8) } == "BASE64"
    }
}

/// A RELATED-TO: another object, by its UID mostly, and what it is to this one.
public struct Relation: Hashable, Sendable {
    public let uid: String
    /// RELTYPE in upper case; PARENT where it is not said (RFC 5545 §3.2.15).
    public let kind: String

    public init(_ property: Property) throws(Problem) {
        uid = try property.text()
        kind = upperCased((property.parameter("RELTYPE") ?? "PARENT").utf8)
    }
}

/// A REQUEST-STATUS, as in `3.1;Invalid property value;DTSTART:96-Apr-01`.
public struct RequestStatus: Hashable, Sendable {
    /// As in 2.0; its first digit says how it went: 1 not yet, 2 well, 3 the client's mistake, 4 or 5 the
    /// server's (RFC 5546 §3.6).
    public let code: String
    /// For people to read.
    public let text: String
    /// What could not be done, mostly a property as it was sent.
    public let data: String?

    /// - Throws: `.malformed(.text)` for a value without a code and a text.
    public init(_ property: Property) throws(Problem) {
        let parts = try property.textParts()
        guard parts.count >= 2, let first = parts[0].utf8.first, decimalDigit(first) != nil else {
            throw Problem(.malformed(.text), line: property.line, name: property.name)
        }
        code = parts[0]
        text = parts[1]
        data = parts.count > 2 ? parts[2...].joined(separator: ";") : nil
    }
}

/// A CONFERENCE (RFC 7986 §5.11).
public struct Conference: Hashable, Sendable {
    public let uri: String
    /// FEATURE in upper case, as in AUDIO or VIDEO.
    public let features: [String]
    /// LABEL: what it is, for people to read.
    public let label: String?

    public init(_ property: Property) {
        uri = property.value
        features = property.parameters.first { $0.name == "FEATURE" }?.values.map { upperCased($0.utf8) } ?? []
        label = property.parameter("LABEL")
    }
}

extension Array {
    /// `map` with a typed error.
    func mapEach<Result>(_ transform: (Element) throws(Problem) -> Result) throws(Problem) -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try transform(element)) }
        return results
    }
}

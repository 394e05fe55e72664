// Further properties of an event, a to-do or a journal entry, each with more than one value.

extension CalendarItem {
    public var attachments: [Attachment] { component.all("ATTACH").map(Attachment.init) }
    /// IMAGE (RFC 7986 §5.10).
    public var images: [Attachment] { component.all("IMAGE").map(Attachment.init) }
    /// RELATED-TO (RFC 5545 §3.8.4.5, RFC 9253 §9.1).
    public var relations: [Relation] { get throws(Problem) { try component.all("RELATED-TO").mapEach(Relation.init) } }
    /// REQUEST-STATUS: the results of a request (RFC 5545 §3.8.8.3).
    public var requestStatuses: [RequestStatus] {
        get throws(Problem) { try component.all("REQUEST-STATUS").mapEach(RequestStatus.init) }
    }
    /// CONFERENCE: the ways to join by telephone or video (RFC 7986 §5.11).
    public var conferences: [Conference] { component.all("CONFERENCE").map(Conference.init) }
    public var comments: [String] {
        get throws(Problem) { try component.all("COMMENT").mapEach { property throws(Problem) in try property.text() } }
    }
    public var contacts: [String] {
        get throws(Problem) { try component.all("CONTACT").mapEach { property throws(Problem) in try property.text() } }
    }
    /// URL, with more information (§3.8.4.6); nil if it has no value.
    public var url: String? { component.first("URL").flatMap { $0.isBlank ? nil : $0.value } }
    public var geo: Geo? {
        get throws(Problem) {
            guard let property = component.first("GEO"), !property.isBlank else { return nil }
            return try property.geo()
        }
    }
    /// COLOR: the name of a CSS colour (RFC 7986 §5.9).
    public var color: String? { get throws(Problem) { try text("COLOR") } }

    /// PARTICIPANT: people, with more than ATTENDEE can say (RFC 9073 §7.1).
    public var participants: [ParticipantComponent] { component.views(ParticipantComponent.self) }
    /// VLOCATION: places, with more than LOCATION can say (RFC 9073 §7.2).
    public var locations: [LocationComponent] { component.views(LocationComponent.self) }
    /// VRESOURCE: things that are needed (RFC 9073 §7.3).
    public var resources: [ResourceComponent] { component.views(ResourceComponent.self) }
}

/// An ATTACH (RFC 5545 §3.8.1.1) or IMAGE (RFC 7986 §5.10): a document at an address, or the document itself.
public struct Attachment: Hashable, Sendable {
    public let property: Property

    public init(_ property: Property) { self.property = property }

    /// The address of the document; nil if the document is in the property.
    public var uri: String? { isInside ? nil : property.value }
    /// The document; nil if it is at an address.
    public var octets: [UInt8]? { get throws(Problem) { isInside ? try property.binary() : nil } }
    /// FMTTYPE, the media type, as in text/plain.
    public var mediaType: String? { property.parameter("FMTTYPE") }
    /// FILENAME (RFC 8607 §4.2), else Apple's X-FILENAME.
    public var fileName: String? { property.parameter("FILENAME") ?? property.parameter("X-FILENAME") }
    /// MANAGED-ID of an attachment that the server keeps (RFC 8607 §4.3).
    public var managedID: String? { property.parameter("MANAGED-ID") }

    private var isInside: Bool {
        property.valueType == .binary || property.parameter("ENCODING").map { upperCased($0.utf8) } == "BASE64"
    }
}

/// A RELATED-TO: another object, usually by its UID, and its relation to this one.
public struct Relation: Hashable, Sendable {
    public let uid: String
    /// RELTYPE in upper case; PARENT if it is missing (RFC 5545 §3.2.15).
    public let kind: String

    public init(_ property: Property) throws(Problem) {
        uid = try property.text()
        kind = upperCased((property.parameter("RELTYPE") ?? "PARENT").utf8)
    }
}

/// A REQUEST-STATUS, as in `3.1;Invalid property value;DTSTART:96-Apr-01`.
public struct RequestStatus: Hashable, Sendable {
    /// The code, as in 2.0. Its first digit is the result: 1 not finished, 2 success, 3 an error of the
    /// client, 4 or 5 an error of the server (RFC 5546 §3.6).
    public let code: String
    /// The result in words.
    public let text: String
    /// The data that caused an error, usually a property as it was sent.
    public let data: String?

    /// - Throws: `.malformed(.text)` if the code or the text is missing.
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
    /// LABEL: its name for people.
    public let label: String?

    public init(_ property: Property) {
        uri = property.value
        features = property.parameters.first { $0.name == "FEATURE" }?.values.map { upperCased($0.utf8) } ?? []
        label = property.parameter("LABEL")
    }
}

extension Array {
    /// Transforms each element, with a typed error.
    func mapEach<Result>(_ transform: (Element) throws(Problem) -> Result) throws(Problem) -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try transform(element)) }
        return results
    }
}

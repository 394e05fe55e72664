// Making properties of values: each writes what the property's reader of the same type reads. Dates and
// times are in PropertyDates.swift.

extension Property {
    /// A property of TEXT: escaped here.
    public init(_ name: String, text: String) {
        self.init(name, value: escapedText(text))
    }

    /// A property of a list of TEXT, as CATEGORIES.
    public init(_ name: String, texts: [String]) {
        self.init(name, value: texts.map(escapedText).joined(separator: ","))
    }

    /// A property of an INTEGER, as SEQUENCE.
    public init(_ name: String, integer: Int32) {
        self.init(name, value: String(integer))
    }

    /// A property of a DURATION, as DURATION and TRIGGER.
    public init(_ name: String, duration: NominalDuration) {
        self.init(name, value: duration.text)
    }

    /// A property of a URI, as URL; the URI is not looked at.
    public init(_ name: String, uri: String) {
        self.init(name, value: uri)
        // Of these nobody knows without being told (RFC 7986 §5).
        if ["CONFERENCE", "IMAGE", "SOURCE"].contains(name) { setParameter("VALUE", ValueType.uri.rawValue) }
    }

    /// An RRULE.
    public init(_ name: String, rule: RecurrenceRule) {
        self.init(name, value: rule.text)
    }

    /// An ATTENDEE or ORGANIZER; what is as the standard has it by itself is not written.
    public init(_ name: String, _ person: Person) {
        self.init(name, value: person.address)
        let words = [
            ("CN", person.name, nil), ("CUTYPE", person.kind, "INDIVIDUAL"), ("ROLE", person.role, "REQ-PARTICIPANT"),
            ("PARTSTAT", person.participation, "NEEDS-ACTION"), ("RSVP", person.isAskedToReply ? "TRUE" : "FALSE", "FALSE"),
            ("SENT-BY", person.sentBy, nil),
        ] as [(String, String?, String?)]
        for (name, value, usual) in words where value != usual { setParameter(name, value) }
        if !person.delegatedFrom.isEmpty { parameters.append(Parameter("DELEGATED-FROM", person.delegatedFrom)) }
        if !person.delegatedTo.isEmpty { parameters.append(Parameter("DELEGATED-TO", person.delegatedTo)) }
    }
}

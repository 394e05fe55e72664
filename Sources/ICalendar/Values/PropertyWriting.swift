// Properties from values. Each initializer writes the form that the reader of the same type reads. Dates and
// times are in PropertyDates.swift.

extension Property {
    /// Makes a property of TEXT, and escapes it.
    public init(_ name: String, text: String) {
        self.init(name, value: escapedText(text))
    }

    /// Makes a property of a list of TEXT, as CATEGORIES.
    public init(_ name: String, texts: [String]) {
        self.init(name, value: texts.map(escapedText).joined(separator: ","))
    }

    /// Makes a property of an INTEGER, as SEQUENCE.
    public init(_ name: String, integer: Int32) {
        self.init(name, value: String(integer))
    }

    /// Makes a property of a DURATION, as DURATION and TRIGGER.
    public init(_ name: String, duration: NominalDuration) {
        self.init(name, value: duration.text)
    }

    /// Makes a property of a URI, as URL. The URI is not checked.
    public init(_ name: String, uri: String) {
        self.init(name, value: uri)
        // These have no type without VALUE (RFC 7986 §5).
        if ["CONFERENCE", "IMAGE", "SOURCE"].contains(name) { setParameter("VALUE", ValueType.uri.rawValue) }
    }

    /// Makes an RRULE or EXRULE.
    public init(_ name: String, rule: RecurrenceRule) {
        self.init(name, value: rule.text)
    }

    /// Makes an ATTENDEE or ORGANIZER. Parameters with the standard's default value are left out.
    public init(_ name: String, _ person: Person) {
        self.init(name, value: person.address)
        let words = [
            ("CN", person.name, nil), ("CUTYPE", person.kind, "INDIVIDUAL"), ("ROLE", person.role, "REQ-PARTICIPANT"),
            ("PARTSTAT", person.participation, "NEEDS-ACTION"), ("RSVP", person.isAskedToReply ? "TRUE" : "FALSE", "FALSE"),
            ("SENT-BY", person.sentBy, nil),
        ] as [(String, String?, String?)]
        for (name, value, standard) in words where value != standard { setParameter(name, value) }
        if !person.delegatedFrom.isEmpty { parameters.append(Parameter("DELEGATED-FROM", person.delegatedFrom)) }
        if !person.delegatedTo.isEmpty { parameters.append(Parameter("DELEGATED-TO", person.delegatedTo)) }
    }
}

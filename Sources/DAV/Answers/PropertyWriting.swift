public import CivilTime
public import ICalendar
public import XML

// The values of properties, each as a whole element.

/// A type in DAV:resourcetype.
public enum ResourceType: Hashable, Sendable {
    case collection, principal
    /// CALDAV:calendar (RFC 4791 §4.2).
    case calendar
    /// CS:subscribed: a calendar of another server.
    case subscribed

    var tag: StaticString {
        switch self {
        case .collection: "d:collection"
        case .principal: "d:principal"
        case .calendar: "c:calendar"
        case .subscribed: "cs:subscribed"
        }
    }
}

extension XMLWriter {
    /// Writes DAV:resourcetype; empty for an object.
    public mutating func resourceType(_ types: [ResourceType]) {
        element("d:resourcetype") { writer in
            for type in types { writer.empty(type.tag) }
        }
    }

    /// Writes a property whose value is hrefs, as `d:current-user-principal` and `c:calendar-home-set`.
    ///
    /// - Parameter hrefs: paths as `Href.text` gives them, or other URIs such as `mailto:`.
    public mutating func hrefs(_ tag: StaticString, _ hrefs: [String]) {
        element(tag) { writer in
            for href in hrefs { writer.element("d:href", href) }
        }
    }

    /// Writes DAV:supported-report-set (RFC 3253 §3.1.5).
    public mutating func supportedReportSet(_ reports: [XMLName]) {
        element("d:supported-report-set") { writer in
            for report in reports {
                writer.raw("<d:supported-report><d:report>")
                writer.empty(report)
                writer.raw("</d:report></d:supported-report>")
            }
        }
    }

    /// Writes CALDAV:supported-calendar-component-set (RFC 4791 §5.2.3).
    public mutating func supportedComponents(_ names: [String]) {
        element("c:supported-calendar-component-set") { writer in
            for name in names { writer.component(name) }
        }
    }

    /// Writes CALDAV:supported-calendar-component-sets: the sets of components that a new calendar may have (RFC 6638
    /// §2.4.2 names it for the home).
    public mutating func supportedComponentSets(_ sets: [[String]]) {
        element("c:supported-calendar-component-sets") { writer in
            for set in sets {
                writer.element("c:supported-calendar-component-set") { writer in
                    for name in set { writer.component(name) }
                }
            }
        }
    }

    private mutating func component(_ name: String) {
        element(XMLElement(.calDAV("comp"), attributes: [XMLAttribute(XMLName("", "name"), name)]))
    }

    /// Writes CALDAV:supported-calendar-data (RFC 4791 §5.2.4).
    public mutating func supportedCalendarData() {
        element("c:supported-calendar-data") { writer in
            for format in CalendarFormat.allCases {
                writer.element(XMLElement(.calDAV("calendar-data"), attributes: [
                    XMLAttribute(XMLName("", "content-type"), format.rawValue),
                    XMLAttribute(XMLName("", "version"), "2.0"),
                ]))
            }
        }
    }

    /// Writes CALDAV:supported-collation-set (RFC 4791 §7.5.1).
    public mutating func supportedCollations() {
        element("c:supported-collation-set") { writer in
            for collation in TextMatch.Collation.allCases {
                writer.element("c:supported-collation", collation.rawValue)
            }
        }
    }

    /// Writes one limit of a calendar (RFC 4791 §5.2.5 to §5.2.9); nothing if there is no such limit.
    public mutating func limit(_ limit: CalendarLimit, of rules: StorageRules) {
        switch limit {
        case .resourceSize: number("c:max-resource-size", rules.octets)
        case .instances: number("c:max-instances", rules.occurrences)
        case .attendees: number("c:max-attendees-per-instance", rules.attendees)
        case .minDateTime: moment("c:min-date-time", rules.earliest)
        case .maxDateTime: moment("c:max-date-time", rules.latest)
        }
    }

    private mutating func number(_ tag: StaticString, _ number: Int?) {
        if let number { element(tag, String(number)) }
    }

    private mutating func moment(_ tag: StaticString, _ moment: Instant?) {
        if let moment { element(tag, DateOrTime.utc(moment).text) }
    }

    /// Writes DAV:quota-available-bytes (RFC 4331 §3).
    public mutating func quotaAvailable(octets: Int) { element("d:quota-available-bytes", String(max(0, octets))) }

    /// Writes DAV:quota-used-bytes (RFC 4331 §4).
    public mutating func quotaUsed(octets: Int) { element("d:quota-used-bytes", String(octets)) }

    /// Writes DAV:creationdate, as RFC 3339 has it (RFC 4918 §15.1).
    public mutating func creationDate(_ moment: Instant) { element("d:creationdate", moment.iso8601) }

    /// Writes CALDAV:calendar-data with an object's text (RFC 4791 §9.6).
    ///
    /// - Parameter octets: the text as it is stored. A reader gets the same octets, with their line ends, if they are
    ///   UTF-8.
    public mutating func calendarData(_ octets: [UInt8], _ format: CalendarFormat = .iCalendar) {
        switch format {
        case .iCalendar: raw("<c:calendar-data>")
        case .jCal: raw("<c:calendar-data content-type=\"application/calendar+json\" version=\"2.0\">")
        }
        text(octets, mending: rewritten)
        raw("</c:calendar-data>")
    }
}

/// Returns the text of an object that is not UTF-8 as reading it gives it: a line that was folded inside a character
/// (RFC 5545 §3.1) is folded before it, and octets of a code page become characters.
private func rewritten(_ octets: [UInt8]) -> [UInt8] {
    readable(try CalendarStream(octets).octets) ?? octets
}

/// A property that says a limit of a calendar.
public enum CalendarLimit: Hashable, Sendable, CaseIterable {
    case resourceSize, instances, attendees, minDateTime, maxDateTime
}

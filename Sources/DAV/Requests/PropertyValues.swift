public import CivilTime
import HTTP
public import ICalendar
import Text
public import XML

// The values of properties that clients set on a calendar. A wrong value is refused with 409 (RFC 4918 §9.2.1),
// or with the precondition that a standard names.

extension XMLElement {
    /// The names of CALDAV:supported-calendar-component-set, in upper case (RFC 4791 §5.2.3).
    ///
    /// - Throws: 409 if there is none, or one without a name.
    public var componentNames: Set<String> {
        get throws(DAVError) {
            var names: Set<String> = []
            for element in all(.calDAV("comp")) {
                guard let name = element.attribute("name"), !name.isEmpty else {
                    throw DAVError(.conflict, "a component has no name")
                }
                names.insert(name.uppercased())
            }
            guard !names.isEmpty else { throw DAVError(.conflict, "a calendar needs components") }
            return names
        }
    }

    /// True if CALDAV:schedule-calendar-transp says that the calendar makes nobody busy (RFC 6638 §9.1).
    public var isTransparent: Bool { first(.calDAV("transparent")) != nil }

    /// The number of Apple's `calendar-order`.
    ///
    /// - Throws: 409 if it is not a whole number.
    public var order: Int {
        get throws(DAVError) {
            guard let order = Int(text.trimmed()) else { throw DAVError(.conflict, "the order is not a number") }
            return order
        }
    }

    /// The address of a DAV:href directly inside, as in CS:source.
    public var href: String? { first(.dav("href")).map { String($0.text.trimmed()) } }
}

/// The time zone of a calendar or a query, as CALDAV:calendar-timezone and CALDAV:timezone give it: a VCALENDAR
/// with one VTIMEZONE (RFC 4791 §5.2.2, §9.8). CALDAV:timezone-id gives only the name (RFC 7809).
public struct CalendarZone: Sendable {
    public let tzid: String
    public let rules: any ZoneRules

    /// Reads a VCALENDAR. Rules of the zone database come before those of the text.
    ///
    /// - Parameter isWhole: true to refuse a text without a property that RFC 5545 requires. A query is read so; what
    ///   programs write on calendars is not, since without it they would make none.
    /// - Throws: `valid-calendar-data` unless it is one VCALENDAR with one VTIMEZONE whose rules can be used.
    public init(
        calendar text: String, isWhole: Bool = false, database: @escaping ZoneResolver.Database
    ) throws(DAVError) {
        guard let calendar = onlyCalendar(text), calendar.components.count == 1,
              let tzid = VCalendar(calendar)?.timeZones.first?.component.first("TZID")?.unescaped,
              let rules = ZoneResolver(calendar, database: database).knownRules(tzid),
              !isWhole || calendar.isWholeZone
        else { throw DAVError(.validCalendarData, "a time zone is one VCALENDAR with one VTIMEZONE") }
        self.tzid = tzid
        self.rules = rules
    }

    /// - Throws: `valid-timezone` if the database does not have the zone (RFC 7809 §5.2).
    public init(id: String, database: ZoneResolver.Database) throws(DAVError) {
        guard let rules = database(id) else { throw DAVError(.validTimeZone, "the time zone is unknown") }
        tzid = id
        self.rules = rules
    }
}

/// Returns the only VCALENDAR of a text; nil if the text is anything else.
private func onlyCalendar(_ text: String) -> Component? {
    do throws(Problem) {
        let stream = try CalendarStream(Array(text.trimmed().utf8))
        guard !stream.problems.contains(where: { $0.reason.severity == .error }) else { return nil }
        return stream.components.count == 1 ? stream.components.first : nil
    } catch {
        return nil
    }
}

extension Component {
    /// True if a VCALENDAR and its time zones have the properties that RFC 5545 §3.6 and §3.6.5 require.
    fileprivate var isWholeZone: Bool {
        func has(_ names: [String], _ component: Component) -> Bool { names.allSatisfy { component.first($0) != nil } }
        return has(["VERSION", "PRODID"], self) && components.allSatisfy { zone in
            let observances = zone.components
            return !observances.isEmpty
                && observances.allSatisfy { has(["DTSTART", "TZOFFSETTO", "TZOFFSETFROM"], $0) }
        }
    }
}

extension Property {
    /// The value as TEXT; nil if it is not.
    fileprivate var unescaped: String? { readable(try text()) }
}

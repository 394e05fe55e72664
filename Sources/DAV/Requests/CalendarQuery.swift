public import CivilTime
public import ICalendar
import Text
import XML

/// A CALDAV:calendar-query: the objects that pass a filter (RFC 4791 §7.8).
public struct CalendarQuery: Sendable {
    public let properties: PropertyRequest
    /// The part of each object to return; nil if CALDAV:calendar-data is not asked for.
    public let data: CalendarDataRequest?
    /// The filter for VCALENDAR.
    public let filter: ComponentFilter
    /// The zone of days and floating times; nil if it is the collection's.
    public let zone: QueryZone?

    /// A zone by its rules (§9.8) or by its name (RFC 7809 §5.2).
    public enum QueryZone: Hashable, Sendable {
        /// A VCALENDAR with one VTIMEZONE.
        case calendar(String)
        case id(String)
    }

    init(_ root: XMLElement) throws(DAVError) {
        (properties, data) = try objectProperties(root)
        let filters = root.all(.calDAV("filter"))
        guard let filter = filters.first, filters.count == 1 else {
            throw DAVError(.validFilter, "a calendar-query has one filter")
        }
        self.filter = try FilterReader.filter(filter)
        let text = root.first(.calDAV("timezone")).map { QueryZone.calendar($0.text) }
        let id = root.first(.calDAV("timezone-id")).map { QueryZone.id(String($0.text.trimmed())) }
        guard text == nil || id == nil else { throw .badRequest("the time zone is given twice") }
        zone = text ?? id
    }

    /// Returns the rules of days and floating times.
    ///
    /// - Parameter collection: the zone of the collection, or of the person if it has none.
    /// - Throws: `valid-calendar-data` or `valid-timezone`, as `CalendarZone` does.
    public func floating(
        collection: any ZoneRules, database: @escaping ZoneResolver.Database
    ) throws(DAVError) -> any ZoneRules {
        switch zone {
        case .calendar(let text): try CalendarZone(calendar: text, isWhole: true, database: database).rules
        case .id(let id): try CalendarZone(id: id, database: database).rules
        case nil: collection
        }
    }
}

/// A CALDAV:calendar-multiget: the objects at these addresses (RFC 4791 §7.9).
public struct CalendarMultiget: Sendable {
    public let properties: PropertyRequest
    public let data: CalendarDataRequest?
    /// The addresses as they were written, since the answer for one that cannot be read repeats it.
    public let hrefs: [String]

    init(_ root: XMLElement) throws(DAVError) {
        (properties, data) = try objectProperties(root)
        hrefs = root.all(.dav("href")).map { String($0.text.trimmed()) }
        guard !hrefs.isEmpty else { throw .badRequest("a calendar-multiget has at least one href") }
    }
}

/// A CALDAV:free-busy-query (RFC 4791 §7.10).
public struct FreeBusyQuery: Sendable {
    public let window: Range<Instant>

    /// - Throws: 400 unless there is one time range with both ends.
    init(_ root: XMLElement) throws(DAVError) {
        let ranges = root.all(.calDAV("time-range"))
        guard let range = ranges.first, ranges.count == 1
        else { throw .badRequest("a free-busy-query has one time-range") }
        window = try utcWindow(of: range)
    }
}

/// Reads the properties of a report on objects. A report without them asks for no property.
private func objectProperties(_ root: XMLElement) throws(DAVError) -> (PropertyRequest, CalendarDataRequest?) {
    let data = root.first(.dav("prop"))?.first(.calDAV("calendar-data"))
    return (
        try PropertyRequest(in: root) ?? .these([]),
        try data.map { element throws(DAVError) in try CalendarDataRequest(element) })
}

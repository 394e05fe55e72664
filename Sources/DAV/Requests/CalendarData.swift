import CivilTime
public import ICalendar
import XML

/// A CALDAV:calendar-data in a report: the form and the parts of an object to return (RFC 4791 §9.6).
public struct CalendarDataRequest: Hashable, Sendable {
    public var format = CalendarFormat.iCalendar
    /// The window of CALDAV:expand (§9.6.5) or CALDAV:limit-recurrence-set (§9.6.6).
    public var recurrence: Recurrence?
    /// The window of CALDAV:limit-freebusy-set (§9.6.7).
    public var freeBusy: TimeRange?
    /// The components and properties to return; nil for all.
    public var selection: ComponentSelection?

    public enum Recurrence: Hashable, Sendable {
        case expanded(TimeRange), limited(TimeRange)
    }

    /// True if the answer is the object as it is stored.
    public var isWhole: Bool { recurrence == nil && freeBusy == nil && selection == nil && format == .iCalendar }

    /// - Throws: `supported-calendar-data` for an unknown format, 400 for a malformed element.
    init(_ element: XMLElement) throws(DAVError) {
        format = try CalendarFormat(
            contentType: element.attribute("content-type"), version: element.attribute("version"))
        let expanded = element.first(.calDAV("expand")), limited = element.first(.calDAV("limit-recurrence-set"))
        guard expanded == nil || limited == nil
        else { throw .badRequest("expand and limit-recurrence-set exclude each other") }
        if let expanded { recurrence = .expanded(TimeRange(try utcWindow(of: expanded))) }
        if let limited { recurrence = .limited(TimeRange(try utcWindow(of: limited))) }
        if let busy = element.first(.calDAV("limit-freebusy-set")) { freeBusy = TimeRange(try utcWindow(of: busy)) }
        if let component = element.first(.calDAV("comp")) {
            selection = try ComponentSelection(component)
            guard selection?.name == "VCALENDAR" else { throw .badRequest("the outermost comp is not VCALENDAR") }
        }
    }

    /// Returns the parts of an object in the wanted format.
    ///
    /// - Parameters:
    ///   - calendar: the object, read from its text.
    ///   - floating: the zone of days and floating times.
    public func octets(
        of calendar: Component, zones: ZoneResolver, floating: any ZoneRules, budget: inout WorkBudget
    ) throws(RecurrenceError) -> [UInt8] {
        var calendar = calendar
        switch recurrence {
        case .expanded(let range):
            calendar = try calendar.expanded(range, zones: zones, floating: floating, budget: &budget)
        case .limited(let range):
            calendar = calendar.limitedRecurrenceSet(range, zones: zones, floating: floating)
        case nil: break
        }
        if let freeBusy { calendar = calendar.limitedFreeBusySet(freeBusy, zones: zones, floating: floating) }
        if let selection { calendar = selection.applied(to: calendar) }
        return format.octets(of: calendar)
    }
}

/// The formats of calendar objects, by their media types.
public enum CalendarFormat: String, Hashable, Sendable, CaseIterable {
    case iCalendar = "text/calendar"
    case jCal = "application/calendar+json"

    /// - Parameter version: that of iCalendar; both formats have 2.0.
    /// - Throws: `supported-calendar-data` for another one. Without attributes it is iCalendar (§9.6).
    init(contentType: String?, version: String?) throws(DAVError) {
        guard let format = CalendarFormat(rawValue: contentType?.lowercased() ?? "text/calendar"),
              version ?? "2.0" == "2.0"
        else { throw DAVError(.supportedCalendarData, "calendar data is iCalendar 2.0 or jCal") }
        self = format
    }

    public func octets(of calendar: Component) -> [UInt8] {
        switch self {
        case .iCalendar: CalendarStream([calendar]).octets
        case .jCal: calendar.jCal
        }
    }
}

extension ComponentSelection {
    /// Reads a CALDAV:comp (§9.6.1). An empty one stands for everything in the component, as in the example of §7.8.1.
    init(_ element: XMLElement) throws(DAVError) {
        self.init(try upperCasedName(of: element))
        guard !element.elements.isEmpty else { return }
        let properties = element.all(.calDAV("prop"))
        if element.first(.calDAV("allprop")) == nil {
            var chosen: [String: Bool] = [:]
            for property in properties {
                chosen[try upperCasedName(of: property)] = property.attribute("novalue") == "yes"
            }
            self.properties = chosen
        } else {
            guard properties.isEmpty else { throw .badRequest("allprop and prop exclude each other") }
        }
        let components = element.all(.calDAV("comp"))
        if element.first(.calDAV("allcomp")) == nil {
            self.components = []
            for component in components { self.components?.append(try ComponentSelection(component)) }
        } else {
            guard components.isEmpty else { throw .badRequest("allcomp and comp exclude each other") }
        }
    }
}

/// Returns the attribute `name` in upper case.
private func upperCasedName(of element: XMLElement) throws(DAVError) -> String {
    guard let name = element.attribute("name"), !name.isEmpty else {
        throw .badRequest("\(element.name.local) has no name")
    }
    return name.uppercased()
}

/// Reads an element with `start` and `end`, both in UTC.
///
/// - Throws: 400 if one is missing or malformed, or the end is not after the start.
func utcWindow(of element: XMLElement) throws(DAVError) -> Range<Instant> {
    guard let start = element.attribute("start").flatMap(utcInstant),
          let end = element.attribute("end").flatMap(utcInstant), start < end
    else { throw .badRequest("\(element.name.local) has no start and end in UTC, one after the other") }
    return start..<end
}

/// Reads a date with UTC time, as in `20260104T000000Z`; nil if it is anything else.
func utcInstant(_ text: String) -> Instant? {
    do throws(Irregularity) {
        guard case .utc(let instant) = try DateOrTime(text, type: .dateTime, reading: .strict) else { return nil }
        return instant
    } catch {
        return nil
    }
}

import Calendars
import CivilTime
import DAV
import ICalendar
import Storage

/// A calendar as requests read it: a stored one, or the prayer times.
protocol CalendarReader {
    /// Returns the calendar; nil if there is none.
    func calendar() throws -> CalendarRow?

    /// Returns an object by its name; nil if there is none.
    func object(_ name: String) throws -> ObjectRow?

    /// Returns the calendar and one of its objects; nil for each that does not exist.
    func calendarAndObject(_ name: String) throws -> (calendar: CalendarRow?, object: ObjectRow?)

    /// Returns the calendar with the list of its objects and its kept properties; nil if there is no calendar.
    func members() throws -> (calendar: CalendarRow, members: [MemberRow], kept: [KeptProperty], usedOctets: Int)?

    /// Returns the calendar and its objects with these names, in any order; nil if there is no calendar.
    func objects(_ names: [String]) throws -> (calendar: CalendarRow, objects: [ObjectRow])?

    /// Returns the calendar and the objects that a query matches; nil if there is no calendar.
    ///
    /// - Parameter budget: the work that is left for the request.
    func find(_ query: CalendarQuery, withOctets: Bool, budget: RequestBudget) throws -> FoundObjects?

    /// Returns the changes since a token; nil if there is no calendar.
    func changes(since token: String?, limit: Int?, withOctets: Bool) throws -> CalendarHome.Changes?

    /// Returns the busy times of a window; nil if there is no calendar.
    ///
    /// - Parameter budget: the work that is left for the request.
    func busyTimes(_ window: Range<Instant>, budget: inout RequestBudget) throws -> BusyTimes?
}

/// A calendar of the database.
struct StoredCalendarReader: CalendarReader {
    let segment: String
    let home: CalendarHome

    func calendar() throws -> CalendarRow? { try home.calendar(segment) }

    func object(_ name: String) throws -> ObjectRow? { try home.object(at: ObjectPlace(segment, name)) }

    func calendarAndObject(_ name: String) throws -> (calendar: CalendarRow?, object: ObjectRow?) {
        try home.calendarAndObject(at: ObjectPlace(segment, name))
    }

    func members() throws -> (calendar: CalendarRow, members: [MemberRow], kept: [KeptProperty], usedOctets: Int)? {
        try home.members(of: segment)
    }

    func objects(_ names: [String]) throws -> (calendar: CalendarRow, objects: [ObjectRow])? {
        try home.objects(at: names, of: segment)
    }

    func find(_ query: CalendarQuery, withOctets: Bool, budget: RequestBudget) throws -> FoundObjects? {
        try home.find(query, in: segment, withOctets: withOctets, budget: budget)
    }

    func changes(since token: String?, limit: Int?, withOctets: Bool) throws -> CalendarHome.Changes? {
        try home.changes(of: segment, since: token, limit: limit, withOctets: withOctets)
    }

    func busyTimes(_ window: Range<Instant>, budget: inout RequestBudget) throws -> BusyTimes? {
        try home.busyTimes(window, in: segment, budget: &budget)?.busy
    }
}

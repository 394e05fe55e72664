import Calendars
import DAV
import ICalendar
import Storage
import XML

/// Writes calendar-data in the form that a report asks for.
struct ObjectData {
    let request: CalendarDataRequest
    let floating: any ZoneRules
    let database: ZoneResolver.Database
    /// The work that is left for the request: finding and writing share it.
    private(set) var budget: RequestBudget
    private let evaluated = EvaluatedZones()
    /// The octets of an answer that has no other object yet, or few.
    private static let shortAnswer = 64 << 10

    init(
        _ request: CalendarDataRequest, floating: any ZoneRules, _ calendars: CalendarHome, _ budget: RequestBudget
    ) {
        self.request = request
        self.floating = floating
        self.budget = budget
        database = calendars.zoneDatabase
    }

    /// Makes a writer for the objects of a calendar. Its zone is not looked up for objects that are returned whole.
    init(
        _ request: CalendarDataRequest, in calendar: CalendarRow, _ calendars: CalendarHome,
        _ budget: RequestBudget = RequestBudget()
    ) {
        self.init(
            request, floating: request.isWhole ? calendars.floating : calendars.floating(in: calendar), calendars,
            budget)
    }

    /// - Parameter calendar: the text as it was read; nil to read it here if needed.
    mutating func write(_ octets: [UInt8], _ calendar: Component?, to writer: inout XMLWriter) {
        guard !request.isWhole, !writer.isFull, let calendar = calendar ?? storedCalendar(octets) else {
            return writer.calendarData(octets)
        }
        let database = database, evaluated = evaluated, request = request, floating = floating
        do throws(RecurrenceError) {
            let part = try budget.spend { budget throws(RecurrenceError) in
                let zones = ZoneResolver(calendar, database: database, evaluated: evaluated, budget: &budget)
                return try request.octets(of: calendar, zones: zones, floating: floating, budget: &budget)
            }
            let length = writer.bytes.count
            writer.calendarData(part, request.format)
            // An object that fills an answer alone comes whole, too.
            guard writer.isFull, length < Self.shortAnswer else { return }
            writer.discard(to: length)
            writer.calendarData(octets)
        } catch {
            // A rule that cannot be expanded in bounded work must not hide its event: the object comes whole.
            writer.calendarData(octets)
        }
    }
}

import CivilTime
package import ICalendar
import Storage

/// The object of an entry.
struct EntryObject {
    let calendar: CalendarID
    let segment: String
    let kind: String
    /// As `CalendarEntry.version`.
    let version: [UInt8]
}

extension EntryObject {
    init(_ row: ViewObjectRow) {
        self.init(calendar: row.calendar, segment: row.segment, kind: row.kind, version: row.shortTag)
    }
}

/// A maker of entries from the components of objects.
struct EntryMaker {
    /// The reader's zone.
    let zone: TimeZoneRules
    let colors: [CalendarID: PaletteColor]
    /// The customer's address in lower case.
    let address: String
    private let meetings = LastMeeting()

    /// Returns the entry of an occurrence.
    func entry(_ object: EntryObject, _ series: Series, _ occurrence: Occurrence) -> CalendarEntry {
        let part = series.components[occurrence.partIndex], id = occurrence.recurrenceID?.addressText
        if case .date(let first) = occurrence.start {
            var last = first
            if case .date(let end) = occurrence.end { last = max(first, end - 1) }
            return entry(
                object, part, isRecurring: series.isRecurring, recurrenceID: id, isAllDay: true,
                start: zone.startOfDay(first), end: zone.startOfDay(last + 1), days: first...last, isUndated: false)
        }
        let start = occurrence.startInstant, end = max(occurrence.startInstant, occurrence.endInstant)
        let (first, last) = daysTouched(start, end)
        return entry(
            object, part, isRecurring: series.isRecurring, recurrenceID: id, isAllDay: false, start: start, end: end,
            days: first...last, isUndated: false)
    }

    /// Returns the entry of a to-do without a time.
    ///
    /// - Parameter day: any day, as an entry has one.
    func undated(_ object: EntryObject, _ part: Component, on day: LocalDate) -> CalendarEntry {
        let start = zone.startOfDay(day)
        return entry(
            object, part, isRecurring: false, recurrenceID: nil, isAllDay: true, start: start, end: start,
            days: day...day, isUndated: true)
    }

    private func entry(
        _ object: EntryObject, _ part: Component, isRecurring: Bool, recurrenceID: String?, isAllDay: Bool,
        start: Instant, end: Instant, days: ClosedRange<LocalDate>, isUndated: Bool
    ) -> CalendarEntry {
        let status = part.first("STATUS")?.value.uppercased()
        let own = part.all("ATTENDEE").map(Person.init).first { $0.mailAddress?.lowercased() == address }
        return CalendarEntry(
            object, recurrenceID: recurrenceID, title: part.plainText("SUMMARY"), place: part.plainText("LOCATION"),
            color: part.first("COLOR").flatMap { CalendarPalette.named(css: $0.value) } ?? color(of: object.calendar),
            isAllDay: isAllDay, start: start, end: end, days: days, isRecurring: isRecurring,
            isTentative: status == "TENTATIVE", isCancelled: status == "CANCELLED",
            isDeclined: own?.participation == "DECLINED",
            isFree: part.first("TRANSP")?.value.uppercased() == "TRANSPARENT",
            isPrivate: (part.first("CLASS")?.value.uppercased() ?? "PUBLIC") != "PUBLIC",
            isDone: object.kind == "VTODO" && (status == "COMPLETED" || part.first("COMPLETED") != nil),
            isUndated: isUndated, meeting: isUndated ? nil : meetings.link(of: part, in: object))
    }

    func color(of calendar: CalendarID) -> PaletteColor { colors[calendar] ?? CalendarPalette.named[0] }

    /// Returns the first and the last day that a time touches.
    func daysTouched(_ start: Instant, _ end: Instant) -> (first: LocalDate, last: LocalDate) {
        let first = zone.date(at: start)
        // An entry that ends at midnight does not touch the new day.
        return (first, start < end ? max(first, zone.date(at: end - .microseconds(1))) : first)
    }
}

/// The meeting of the last component that was looked through. The occurrences of a series, one after the other, have
/// the same component.
private final class LastMeeting {
    private var part: (segment: String, start: String?, calendar: CalendarID)?
    private var found: String?

    func link(of component: Component, in object: EntryObject) -> String? {
        let start = component.first("RECURRENCE-ID")?.value
        if let part, part == (object.segment, start, object.calendar) { return found }
        part = (object.segment, start, object.calendar)
        found = component.meetingLink
        return found
    }
}

extension CalendarHome {
    /// Returns the maker of entries of these calendars.
    func entryMaker(_ calendars: [CalendarRow], _ zone: TimeZoneRules) -> EntryMaker {
        EntryMaker(
            zone: zone,
            colors: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, CalendarPalette.nearest(to: $0.color)) }),
            address: customer.email.lowercased())
    }
}

extension Component {
    /// Returns a text value; empty if there is none, or none that can be read.
    func plainText(_ name: String) -> String {
        guard let property = first(name) else { return "" }
        do throws(Problem) {
            return try property.text()
        } catch {
            return ""
        }
    }
}

extension DateOrTime {
    /// The value as addresses of pages name it: `20261125`, `20261125T150000`, `20261125T120000Z`.
    package var addressText: String {
        let local = local, date = local.date
        let day = String(date.iso8601.filter { $0 != "-" })
        if isDate { return day }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let time = "\(day)T\(two(local.hour))\(two(local.minute))\(two(local.second))"
        if case .utc = self { return time + "Z" }
        return time
    }
}

import CivilTime
package import ICalendar
import Storage

/// A maker of entries from the components of objects.
struct EntryMaker {
    /// The reader's zone.
    let zone: TimeZoneRules
    let colors: [CalendarID: PaletteColor]
    /// The customer's address in lower case.
    let address: String

    /// Returns the content of a component's entries.
    func content(_ object: EntryObject, _ part: Component) -> EntryContent {
        EntryContent(object, part, color: color(of: object.calendar), address: address)
    }

    /// Returns the entry of an occurrence.
    func entry(_ content: EntryContent, _ occurrence: Occurrence, isRecurring: Bool) -> CalendarEntry {
        let id = occurrence.recurrenceID?.addressText
        if case .date(let first) = occurrence.start {
            var last = first
            if case .date(let end) = occurrence.end { last = max(first, end - 1) }
            return CalendarEntry(
                content, recurrenceID: id, isAllDay: true, start: zone.startOfDay(first),
                end: zone.startOfDay(last + 1), days: first...last, isRecurring: isRecurring)
        }
        let start = occurrence.startInstant, end = max(occurrence.startInstant, occurrence.endInstant)
        let (first, last) = daysTouched(start, end)
        return CalendarEntry(
            content, recurrenceID: id, isAllDay: false, start: start, end: end, days: first...last,
            isRecurring: isRecurring)
    }

    /// Returns the entry of a to-do without a time.
    ///
    /// - Parameter day: any day, as an entry has one.
    func undated(_ object: EntryObject, _ part: Component, on day: LocalDate) -> CalendarEntry {
        let start = zone.startOfDay(day)
        return CalendarEntry(
            content(object, part), isAllDay: true, start: start, end: start, days: day...day, isUndated: true)
    }

    func color(of calendar: CalendarID) -> PaletteColor { colors[calendar] ?? CalendarPalette.named[0] }

    /// Returns the first and the last day that a time touches.
    func daysTouched(_ start: Instant, _ end: Instant) -> (first: LocalDate, last: LocalDate) {
        let first = zone.date(at: start)
        // An entry that ends at midnight does not touch the new day.
        return (first, start < end ? max(first, zone.date(at: end - .microseconds(1))) : first)
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
        readable(try first(name)?.text()) ?? ""
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

package import CivilTime
import ICalendar
import Places
package import PrayerFeeds
package import PrayerTimes
import Runtime
package import Storage
import Templates

/// The calendars of a customer on some days.
package struct CalendarView: Sendable {
    /// The days that are shown.
    package let days: ClosedRange<LocalDate>
    package let now: Instant
    /// The customer's zone.
    package let zone: TimeZoneRules
    /// The Hijri calendar with the customer's shift.
    package let hijri: HijriCalendar
    package let preferences: CalendarPreferences
    /// All calendars, in the customer's order.
    package let calendars: [CalendarRow]
    /// The occurrences on these days, in order: the earlier first, the longer of two that begin together first.
    package let entries: [CalendarEntry]
    /// The to-dos without a time, if they were asked for.
    package let undated: [CalendarEntry]
    /// nil if the customer has set no place.
    package let timetable: CustomerTimetable?
    /// True if there was more text than a view reads. Then some entries of series are missing.
    package let isPartial: Bool
    /// The token that changes with everything that views show; empty for the results of a search, which do not follow
    /// changes.
    package let state: String

    package var today: LocalDate { zone.date(at: now) }

    /// Returns the prayer times of a day; nil if they are hidden or there are none.
    package func prayers(on day: LocalDate) -> TimetableDay? {
        preferences.showsPrayers ? timetable?.day(day) : nil
    }

    /// Returns the entries of a day, in order.
    package func entries(on day: LocalDate) -> [CalendarEntry] {
        entries.filter { $0.days.contains(day) }
    }
}

extension CalendarHome {
    /// Reads the visible calendars on some days, in one round trip.
    ///
    /// - Parameters:
    ///   - days: at most some months; an endless series has its occurrences on these days only.
    ///   - undated: true if to-dos without a time are wanted, too.
    package func view(_ days: ClosedRange<LocalDate>, undated: Bool = false) throws -> CalendarView {
        let zone = try app.zone(of: customer)
        let window = zone.startOfDay(days.lowerBound)...zone.startOfDay(days.upperBound + 1)
        // Floating and all-day times depend on the reader's zone. Their stored bounds fit every zone.
        let rows = try rows(window, undated: undated), stored = rows.customer
        var reader = EntryReader(
            days, entryMaker(stored.calendars, zone), zoneDatabase,
            floating: Dictionary(uniqueKeysWithValues: stored.calendars.map { ($0.id, floating(in: $0)) }))
        let isPartial = try !read(rows, into: &reader)
        let (dated, without) = (reader.entries.filter { !$0.isUndated }, reader.entries.filter(\.isUndated))
        let hijri = try app.hijri.shifted(by: stored.preferences.hijriShift)
        let language = Language(rawValue: customer.language) ?? .english
        let occasions = stored.preferences.showsDays
            ? app.builtInDays(in: days, hijri: hijri, language: language).map { CalendarEntry($0, zone) } : []
        let now = app.now()
        return CalendarView(
            days: days, now: now, zone: zone, hijri: hijri, preferences: stored.preferences,
            calendars: stored.calendars, entries: CalendarEntry.sorted(occasions + dated),
            undated: without.sorted { $0.title < $1.title },
            timetable: try stored.prayer.map { try app.customerTimetable($0) },
            isPartial: isPartial, state: viewState(rows.state, today: zone.date(at: now)))
    }

    /// Reads the rows of a view. The state is empty if the customer's own rows were known.
    private func rows(_ window: ClosedRange<Instant>, undated: Bool) throws -> ViewRows {
        let store = try app.store
        if let known {
            return ViewRows(known, objects: try store.viewObjects(of: owner, window, undated: undated), state: "")
        }
        let rows = try store.calendarView(of: owner, window, undated: undated)
        guard rows.customer.calendars.isEmpty, try makeFirst() else { return rows }
        return try store.calendarView(of: owner, window, undated: undated)
    }

    /// - Returns: false if there was too much to read all of it.
    private func read(_ rows: ViewRows, into reader: inout EntryReader) throws -> Bool {
        var unread: [ViewObjectRow] = []
        for row in rows.objects {
            if let facts = row.facts {
                reader.add(row, facts)
            } else if let octets = row.octets {
                reader.add(row, text: octets)
            } else {
                unread.append(row)
            }
        }
        return try eachText(of: unread.map { ($0.calendar, $0.segment) }, reads: Self.furtherReads) {
            reader.add(unread[$0], text: $1)
        }
    }

    /// The statements beside the first one that read texts, for the customers who have so many.
    private static let furtherReads = 2
}

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
    /// The minutes of prayers, and what else the customer's days follow.
    package let habits: DayHabits
    /// All calendars, in the customer's order.
    package let calendars: [CalendarRow]
    /// The occurrences on these days, in order: the earlier first, the longer of two that begin together first.
    package let entries: [CalendarEntry]
    /// The to-dos without a time, if they were asked for.
    package let undated: [CalendarEntry]
    /// nil if the customer has set no place.
    package let timetable: CustomerTimetable?
    /// The prayer times from the day before the first one to the day after the last one; empty if they are hidden or
    /// there are none.
    let prayerDays: [TimetableDay]
    /// The objects that clash on these days.
    var marks = ClashMarks([])
    /// The entries of these days that are not in `entries`: a view has at most 200 a day.
    package var hidden = HiddenEntries()
    /// True if there was more than a view reads. Then some entries are missing that nobody has counted.
    package let isPartial: Bool
    /// The token that changes with everything that views show; empty for the results of a search, which do not follow
    /// changes.
    package let state: String

    package var today: LocalDate { zone.date(at: now) }

    /// Returns the prayer times of a day; nil if they are hidden or there are none.
    ///
    /// - Parameter day: a day that is shown, or one beside them.
    package func prayers(on day: LocalDate) -> TimetableDay? {
        let index = day - (days.lowerBound - 1)
        return prayerDays.indices.contains(index) ? prayerDays[index] : nil
    }

    /// Returns true if an event clashes with another one or with a prayer, and is kept all the same or waits for an
    /// answer. Of a series, only the first occurrence that clashes is marked.
    package func clashes(_ entry: CalendarEntry) -> Bool { marks.contains(entry) }

    /// Returns the entries of a day, in order.
    package func entries(on day: LocalDate) -> [CalendarEntry] {
        entries.filter { $0.days.contains(day) }
    }
}

extension CalendarHome {
    /// Reads the visible calendars on some days, in at most two round trips.
    ///
    /// - Parameters:
    ///   - days: at most some months; an endless series has its occurrences on these days only.
    ///   - undated: true if to-dos without a time are wanted, too.
    ///   - isMarked: false if the marks of clashes are not wanted.
    package func view(
        _ days: ClosedRange<LocalDate>, undated: Bool = false, isMarked: Bool = true
    ) throws -> CalendarView {
        let zone = try app.zone(of: customer)
        let (base, found) = try entries(on: days, zone, undated: undated, isMarked: isMarked), stored = base.customer
        let hijri = try app.hijri.shifted(by: stored.preferences.hijriShift)
        let language = customer.spokenLanguage
        let occasions = stored.preferences.showsDays
            ? app.builtInDays(in: days, hijri: hijri, language: language).map { CalendarEntry($0, zone) } : []
        let now = app.now(), timetable = try stored.prayer.map { try app.customerTimetable($0) }
        return CalendarView(
            days: days, now: now, zone: zone, hijri: hijri, preferences: stored.preferences, habits: stored.habits,
            calendars: stored.calendars,
            entries: occasions.isEmpty ? found.dated : CalendarEntry.sorted(occasions + found.dated),
            undated: found.undated, timetable: timetable,
            prayerDays: stored.preferences.showsPrayers
                ? timetable?.days((days.lowerBound - 1)...(days.upperBound + 1), at: now) ?? [] : [],
            marks: ClashMarks(base.marks), hidden: found.hidden, isPartial: found.isPartial,
            state: viewState(base.state, today: zone.date(at: now)))
    }
}

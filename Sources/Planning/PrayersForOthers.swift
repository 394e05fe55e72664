import Calendars
package import CivilTime
import PrayerFeeds
import PrayerTimes
import Runtime
import Scheduling
import Storage

extension PlanningHome {
    /// Returns the blocks of prayers that are busy for others, as far as they touch a time.
    ///
    /// There are none if the customer does not want so, has set no place, or keeps no blocks. Blocks that are far from
    /// now are left out, so that a question about a thousand years costs no more than one about three.
    package func prayersBusyForOthers(_ window: Range<Instant>) throws -> [Range<Instant>] {
        let now = app.now(), year = Duration.seconds(366 * 86_400)
        let window = window.clamped(to: now - year..<now + year * 2)
        guard !window.isEmpty else { return [] }
        let rows = try app.store.customerRows(of: owner), habits = rows.habits
        guard habits.showsPrayersBusy, habits.prayers.strictness == .congregation,
              let timetable = try rows.prayer.map({ try app.customerTimetable($0) })
        else { return [] }
        let zone = try app.zone(of: customer)
        // Isha's block may end on the next day, and the place may have another date.
        let days = timetable.days(
            zone.date(at: window.lowerBound) - 2...zone.date(at: window.upperBound) + 2, at: now,
            ramadanBy: try app.hijri.shifted(by: rows.preferences.hijriShift))
        return days.flatMap { habits.prayers.shownBlocks(of: $0).map(\.time) }.filter { $0.overlaps(window) }
    }
}

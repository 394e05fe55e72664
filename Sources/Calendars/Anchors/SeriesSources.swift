package import CivilTime
package import PrayerTimes
import Synchronization

extension HijriCalendar {
    /// Returns the day of a Hijri date, or the last of its month if that is shorter; nil outside the table.
    func day(year: Int, month: Int, day: Int) -> LocalDate? {
        guard let first = firstDay(year: year, month: month), let length = days(inYear: year, month: month)
        else { return nil }
        return first + (min(day, length) - 1)
    }
}

/// The sources from which the times of a customer's series are computed.
package struct SeriesSources: Sendable {
    /// The times of prayers; nil if the customer has set no place.
    package let prayers: PrayerMoments?
    /// The Hijri calendar with the customer's shift.
    package let hijri: HijriCalendar
    /// A text that changes with everything else than the customer's own choices: methods, months, rules of zones.
    package let inputs: String

    package init(prayers: PrayerMoments?, hijri: HijriCalendar, inputs: String) {
        self.prayers = prayers
        self.hijri = hijri
        self.inputs = inputs
    }
}

/// The prayer times of a place. Each day is computed once, however many series ask for it.
package final class PrayerMoments: Sendable {
    package let zone: TimeZoneRules
    private let compute: @Sendable (LocalDate) -> PerEvent<Instant?>
    private let kept = Mutex<[LocalDate: PerEvent<Instant?>]>([:])

    /// - Parameter compute: returns the times of a day in whole minutes; nil for each that does not exist.
    package init(zone: TimeZoneRules, _ compute: @escaping @Sendable (LocalDate) -> PerEvent<Instant?>) {
        self.zone = zone
        self.compute = compute
    }

    package convenience init(_ timetable: Timetable) {
        self.init(zone: timetable.place.zone) { date in
            let day = timetable.day(date)
            // Such a day is not in the calendar of the place.
            return day.problem == .noNoon ? PerEvent(all: nil) : day.times
        }
    }

    /// Returns the moment of an anchor on a prayer day; nil if the prayer has no time that day.
    func moment(_ anchor: PrayerAnchor, on day: LocalDate) -> Instant? {
        let times = kept.withLock { $0[day] } ?? {
            let times = compute(day)
            kept.withLock { $0[day] = times }
            return times
        }()
        return times[anchor.prayer].map { $0 + .seconds(anchor.minutes * 60) }
    }
}

package import CivilTime
import PrayerFeeds
package import PrayerTimes
import Runtime
package import Scheduling
package import Storage

extension WeekHabits {
    /// Returns the week of people who work on some weekdays: 9:00 to 22:00 allowed, 9:00 to 17:00 preferred.
    package static func usual(working weekdays: Set<Weekday>) -> WeekHabits {
        WeekHabits(allowed: .usual, preferred: .working(weekdays))
    }
}

extension DayHabits {
    /// The working hours of many places in Ramadan: 10:00 to 16:00.
    package static let ramadanHours = 600..<960

    /// Returns the hours of the week.
    ///
    /// In Ramadan the working hours replace the preferred hours of those weekdays on which the two overlap.
    ///
    /// - Parameter workingDays: of the customer's country, for a customer who has chosen no week.
    package func weekPlan(workingDays: Set<Weekday>) -> WeekPlan {
        let week = week ?? .usual(working: workingDays), ramadanHours = Self.ramadanHours
        let inRamadan = WeekHours { day in
            week.preferred[day].contains { $0.overlaps(ramadanHours) } ? [ramadanHours] : week.preferred[day]
        }
        return WeekPlan(
            allowed: week.allowed, preferred: week.preferred, preferredInRamadan: hasRamadanHours ? inRamadan : nil)
    }
}

extension PlanningHome {
    /// Returns the hours of the customer's week.
    package func weekPlan(_ habits: DayHabits) -> WeekPlan {
        habits.weekPlan(workingDays: app.workingDays(of: customer))
    }

    /// Returns the prayer times of the customer's next days, today's first; nil if they have set no place.
    package func prayerDays(_ count: Int) throws -> [TimetableDay]? {
        guard let timetable = try app.customerTimetable(of: owner) else { return nil }
        let shift = try app.store.calendarPreferences(of: owner).hijriShift
        let today = try app.zone(of: customer).date(at: app.now())
        return timetable.days(
            today...today + (count - 1), at: app.now(), ramadanBy: try app.hijri.shifted(by: shift))
    }
}

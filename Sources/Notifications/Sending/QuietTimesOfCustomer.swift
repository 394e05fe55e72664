package import CivilTime
import Logging
import PrayerFeeds
import PrayerTimes
import Runtime
package import Scheduling
import Storage

extension App {
    /// Returns the quiet times of a customer around a moment: from the day before to two days after the notice's use,
    /// eight days at most.
    func quietTimes(
        of customer: Customer, _ preferences: NotificationPreferences, from now: Instant, to end: Instant
    ) throws -> QuietTimes {
        let zone = try zone(of: customer)
        let first = zone.date(at: now) - 1
        let days = first...min(max(zone.date(at: end) + 1, first + 2), first + 9)
        let habits = try store.dayHabits(of: customer.id)
        return QuietTimes(
            nights: habits.quietHours.times(on: days, in: zone),
            prayers: preferences.keepsPrayers ? try prayerBlocks(of: customer, habits.prayers, on: days, at: now) : [])
    }

    /// Returns the blocks of a customer's prayers by their own minutes; none without a place, and none for somebody who
    /// keeps no block free.
    private func prayerBlocks(
        of customer: Customer, _ habits: PrayerHabits, on days: ClosedRange<LocalDate>, at now: Instant
    ) throws -> [TimeSpan] {
        guard habits.strictness == .congregation else { return [] }
        guard let timetable = try readableTimetable(of: customer) else { return [] }
        let hijri = try hijri.shifted(by: store.calendarPreferences(of: customer.id).hijriShift)
        // The place of the prayers may be in another zone than the customer.
        let near = (days.lowerBound - 1)...(days.upperBound + 1)
        return timetable.days(near, at: now, ramadanBy: hijri).flatMap { habits.shownBlocks(of: $0).map(\.time) }
    }

    /// Returns a customer's prayer times; nil without a place. A choice that this release cannot read holds up no
    /// notice: it is logged, and counts as no place.
    private func readableTimetable(of customer: Customer) throws -> CustomerTimetable? {
        do {
            return try customerTimetable(of: customer.id)
        } catch let error where error is UnknownTimeZone || error is FeedOptionProblems {
            log.error("prayers unknown", metadata: ["customer_id": "\(customer.id)", "reason": "\(error)"])
            return nil
        }
    }
}

extension NoticeHome {
    /// Returns the times of prayers in which the customer is not disturbed, from now to a moment at most a week ahead.
    package func prayersKeptFree(until end: Instant) throws -> [TimeSpan] {
        try app.quietTimes(of: customer, choices().preferences, from: app.now(), to: end).prayers
    }

    /// Returns the end of the prayer that is now at the customer's place; nil in no prayer.
    package func endOfPrayer() throws -> Instant? {
        let now = app.now(), end = now + .seconds(12 * 3_600)
        let times = try app.quietTimes(of: customer, choices().preferences, from: now, to: end)
        let time = times.time(due: now, usefulUntil: end, isHeld: false, now: now)
        guard case .at(let moment, false) = time, moment > now else { return nil }
        return moment
    }
}

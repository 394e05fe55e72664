import Calendars
import CivilTime
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage

/// The things of a customer's day.
struct DigestDay {
    let date: LocalDate
    let zone: TimeZoneRules
    /// The events of calendars that make the customer busy, without those that do not take place, and the planned
    /// times of tasks.
    let events: [CalendarEntry]
    /// The prayers of the customer's place in their order; empty without a place.
    let prayers: [(event: DayEvent, moment: Instant)]
    let prayerZone: TimeZoneRules
    /// The conflicts that wait for an answer.
    let conflicts: Int
}

extension PlanningHome {
    /// Reads a day.
    func digestDay(_ date: LocalDate) throws -> DigestDay {
        let home = app.calendars(of: customer), schedule = try home.schedule(date...date)
        let planned = try home.view(date...date, isMarked: false).entries.filter { entry in
            entry.kind == .event && entry.segment.hasPrefix(PlanEventRow.uidPrefix) && entry.days.contains(date)
        }
        let events = schedule.events.map(\.entry).filter { entry in
            entry.days.contains(date) && !entry.isCancelled && !entry.isDeclined
        }
        let times = schedule.timetable?.days(date...date, at: app.now()).first?.times
        let prayers = DayEvent.allCases.filter(\.isPrayer).compactMap { event in
            (times?[event] ?? nil).map { (event, $0) }
        }
        return DigestDay(
            date: date, zone: schedule.zone, events: CalendarEntry.sorted(events + planned), prayers: prayers,
            prayerZone: schedule.timetable?.zone ?? schedule.zone,
            conflicts: try app.store.conflicts(of: owner, [.open]).count)
    }
}

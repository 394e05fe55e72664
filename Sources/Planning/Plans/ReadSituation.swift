import Calendars
import CivilTime
import PrayerTimes
import Runtime
import Scheduling
import Storage

extension PlanningHome {
    /// Reads everything that a plan depends on.
    package func situation() throws -> PlanSituation {
        let now = app.now(), zone = try app.zone(of: customer), date = zone.date(at: now)
        // Times of the last week count for those that are done some times a week, and a phone may have moved an older
        // one far ahead.
        let rows = try app.store.planRows(of: owner, on: date - 31...date + Self.planDays)
        let first = date - 2
        var time = try time(on: date - 1...date + Self.planDays)
        let point = rows.position.flatMap { position in
            position.isFresh(at: now)
                ? Coordinates(latitude: position.latitude, longitude: position.longitude) : nil
        }
        let origin = point.map { time.places.number(of: $0) }
        let home = app.calendars(of: customer)
        let tasks = home.flexibleTasks(rows.tasks, without: Set(rows.choices.unplannedLists))
        let start = rows.choices.dayStart
        let isBefore = time.availability.line.minute(at: now)
            < PlanDayTime(date - first, on: time.availability.line, from: start).time.lowerBound
        return PlanSituation(
            now: now, time: time, firstDay: first, weekStart: Weekday(rawValue: customer.firstDay) ?? .monday,
            choices: rows.choices, plan: rows.plan, items: rows.items, events: rows.events, tasks: tasks,
            origin: origin, calendars: rows.calendars, today: isBefore ? date - 1 : date)
    }
}

package import Calendars
package import CivilTime
import PrayerFeeds
import Runtime
package import Scheduling
import Storage

/// The times that are taken on some days of a customer.
package struct PlannedTime: Sendable {
    package let availability: Availability
    /// The occurrences of events; the number of an item is an index here.
    package let events: [ScheduledEvent]
    /// The places of these events, and the customer's saved ones.
    package internal(set) var places: PlacePoints
    /// The habits of the customer's day.
    let habits: DayHabits
    package let zone: TimeZoneRules
    /// True if the customer has chosen a city, so that its prayers have times.
    package let hasPrayers: Bool
    /// True if there is more than was read.
    package let isPartial: Bool

    /// The minutes that the customer wants to spare beside a way.
    var wayReserve: Int { habits.wayReserveMinutes }
}

extension PlanningHome {
    /// Reads what takes the customer's time on some days, and on one day before and after them.
    package func time(on days: ClosedRange<LocalDate>) throws -> PlannedTime {
        let schedule = try app.calendars(of: customer).schedule(days), habits = schedule.habits, zone = schedule.zone
        let line = LocalTimeLine(
            from: schedule.days.lowerBound, days: schedule.days.upperBound - schedule.days.lowerBound + 1, in: zone)
        let prayers = schedule.timetable.map {
            $0.days(
                schedule.days.lowerBound - 1...schedule.days.upperBound + 1, at: app.now(), ramadanBy: schedule.hijri)
        }
        let rule = CalendarRule(allDayCounts: habits.countsAllDay)
        var places = PlacePoints(schedule.places)
        let occurrences = schedule.events.map { event in
            ScheduledOccurrence(event, place: event.point.map { places.number(of: $0) })
        }
        let calendars = Set(schedule.events.map { Int($0.entry.calendar.number) })
        return PlannedTime(
            availability: Availability(
                line, occurrences,
                calendars: Dictionary(uniqueKeysWithValues: calendars.map { ($0, rule) }), days: prayers ?? [],
                habits: habits.prayers, week: weekPlan(habits)),
            events: schedule.events, places: places, habits: habits, zone: zone,
            hasPrayers: prayers != nil, isPartial: schedule.isPartial)
    }
}

extension ScheduledOccurrence {
    fileprivate init(_ event: ScheduledEvent, place: Int?) {
        let entry = event.entry
        self.init(
            uid: event.uid, recurrenceID: entry.isRecurring ? entry.start : nil, calendar: Int(entry.calendar.number),
            time: entry.time, title: entry.title, place: place)
        isAllDay = entry.isAllDay
        isTransparent = entry.isFree
        isCancelled = entry.isCancelled
        isDeclined = entry.isDeclined
        isTentative = entry.isTentative
        anchor = entry.anchor?.prayer
    }
}

package import CivilTime
import ICalendar
package import PrayerFeeds
package import PrayerTimes
import Runtime
package import Storage

/// The times that are taken in a customer's calendars on some days.
package struct Schedule: Sendable {
    /// The days, and one day before and after them.
    package let days: ClosedRange<LocalDate>
    /// The customer's zone.
    package let zone: TimeZoneRules
    /// The Hijri calendar with the customer's shift.
    package let hijri: HijriCalendar
    /// The occurrences of events in all calendars that make the customer busy, in order.
    package let events: [ScheduledEvent]
    /// The customer's saved places by name.
    package let places: [SavedPlace]
    /// The customer's habits.
    package let habits: DayHabits
    /// nil if the customer has set no place.
    package let timetable: CustomerTimetable?
    /// True if there is more than was read.
    package let isPartial: Bool
}

/// An occurrence of an event that may take time.
package struct ScheduledEvent: Sendable {
    package let uid: String
    package let entry: CalendarEntry
    /// The point of its place: its own, else that of the saved place of this name; nil if neither is known.
    package let point: Coordinates?
}

extension CalendarHome {
    /// Reads what takes the customer's time on some days, and on one day before and after them.
    ///
    /// Hidden calendars count, too: what is not shown takes time all the same.
    package func schedule(_ days: ClosedRange<LocalDate>) throws -> Schedule {
        let zone = try app.zone(of: customer), days = days.lowerBound - 1...days.upperBound + 1
        let read = try app.store.schedule(
            of: owner, zone.startOfDay(days.lowerBound)...zone.startOfDay(days.upperBound + 1))
        let calendars = read.customer.calendars
        var reader = EntryReader(
            days, entryMaker(calendars, zone), zoneDatabase,
            floating: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, floating(in: $0)) }))
        let isWhole = try self.read(read.objects.map(\.object), into: &reader)
        let uids = Dictionary(
            read.objects.map { (ObjectKey($0.object.calendar, $0.object.segment), $0.uid) },
            uniquingKeysWith: { first, _ in first })
        let names = PlaceNames(read.places.map(\.values))
        let events = CalendarEntry.sorted(reader.dated).compactMap { entry -> ScheduledEvent? in
            guard entry.kind == .event, let uid = uids[ObjectKey(entry.calendar, entry.segment)] else { return nil }
            return ScheduledEvent(uid: uid, entry: entry, point: entry.point ?? names[entry.place])
        }
        return Schedule(
            days: days, zone: zone,
            hijri: try app.hijri.shifted(by: read.customer.preferences.hijriShift), events: events,
            places: read.places, habits: read.customer.habits,
            timetable: try read.customer.prayer.map { try app.customerTimetable($0) },
            isPartial: !isWhole || reader.isCut)
    }
}

package import CivilTime
import ICalendar
import Places
package import PrayerFeeds
import PrayerTimes
import Runtime
import Storage

/// The start and end of an event as moments.
package struct EventSpan: Sendable {
    package let start: Instant, end: Instant

    package func overlaps(_ entry: CalendarEntry) -> Bool { entry.start < end && start < entry.end }
}

extension CalendarHome {
    /// Returns the moments of an event; nil for whole days, and for a prayer time that is not known.
    ///
    /// - Parameter timetable: the customer's; nil if there is none.
    package func span(of time: EventTime, _ timetable: CustomerTimetable?) throws -> EventSpan? {
        switch time {
        case .allDay: return nil
        case .timed(let start, let startZone, let end, let endZone):
            return EventSpan(start: try rules(startZone).instant(of: start), end: try rules(endZone).instant(of: end))
        case .anchored(let anchor, let day, let minutes):
            guard let prayer = timetable?.day(day).times[anchor.prayer] else { return nil }
            let start = prayer + .seconds(anchor.minutes * 60)
            return EventSpan(start: start, end: start + .seconds(minutes * 60))
        }
    }

    /// Returns the moments of an event by the customer's own prayer times, which are read if they are needed.
    package func ownSpan(of time: EventTime) throws -> EventSpan? {
        guard case .anchored = time else { return try span(of: time, nil) }
        let rows = try known ?? app.store.customerRows(of: owner)
        return try span(of: time, try rows.prayer.map { try app.customerTimetable($0) })
    }

    /// Returns the moments of the events of a series, from those that are not over up to a moment, as they would be
    /// stored; none for a single event, for whole days, and for a series that cannot be stored.
    package func spans(of draft: EventDraft, until end: Instant) throws -> [EventSpan] {
        let now = app.now()
        guard draft.repetition.rule != .none, !draft.time.isAllDay, now < end else { return [] }
        let object: Component
        do {
            object = try draft.object(uid: "draft", eventContext)
        } catch is EventProblems {
            return []
        }
        let zones = ZoneResolver(object, database: zoneDatabase)
        guard let series = Series.all(in: object, names: ["VEVENT"], zones: zones, floating: floating).first
        else { return [] }
        var occurrences = series.occurrences(from: now, before: end), budget = WorkBudget.standard
        var spans: [EventSpan] = []
        do throws(RecurrenceError) {
            while let occurrence = try occurrences.next(&budget) {
                spans.append(EventSpan(start: occurrence.startInstant, end: occurrence.endInstant))
            }
        } catch {
            // A rule that takes too long. Those that were found are looked at.
            return spans
        }
        return spans
    }

    /// Returns the rules of a zone; the customer's for a floating time.
    package func rules(_ name: String) throws -> TimeZoneRules {
        let own = try app.zone(of: customer)
        return try name.isEmpty ? own : app.shared.timeZones.rules(named: name) ?? own
    }
}

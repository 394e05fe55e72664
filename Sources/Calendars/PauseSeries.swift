package import CivilTime
import ICalendar
import Runtime
package import Storage

/// A series of events that rests until a day.
package struct PausedSeries: Sendable {
    package let calendar: CalendarID
    /// The last part of its address.
    package let segment: String
    package let title: String
    package let until: LocalDate
}

extension CalendarHome {
    /// The most events that a pause takes out.
    private static let mostPaused = 400

    /// Returns the series that rest today, by their calendars.
    package func pausedSeries() throws -> [PausedSeries] {
        let today = try app.zone(of: customer).date(at: app.now())
        return try app.store.pausedSeries(of: owner).compactMap { row in
            guard let master = storedCalendar(row.octets)?.mainEvent, let pause = master.pause, pause.until > today
            else { return nil }
            return PausedSeries(
                calendar: row.calendar, segment: row.segment,
                title: master.first("SUMMARY")?.title ?? "",
                until: pause.until)
        }
    }

    /// Returns true if a place has a series of events.
    package func hasSeries(at place: ObjectPlace) throws -> Bool {
        guard let object = try object(at: place), object.member.kind == "VEVENT" else { return false }
        return storedCalendar(object.octets)?.mainEvent?.first("RRULE") != nil
    }

    /// Pauses a series until a day: its events before that day are excluded, on all devices. An event that was changed
    /// individually stays.
    ///
    /// - Returns: the way back; nil if nothing changed. It is the same for the other verbs here.
    /// - Throws: `CalendarRefusal.noObject` if there is no series whose events a plain rule gives.
    package func pause(_ place: ObjectPlace, until day: LocalDate) throws -> UndoToken? {
        try changeSeries(at: place) { calendar, uid, zones in
            let now = app.now(), end = try app.zone(of: customer).startOfDay(day)
            let own = Series.all(in: calendar, names: ["VEVENT"], zones: zones, floating: clocks)
            guard let series = own.first, calendar.mainEvent?.isComputed == false
            else { throw CalendarRefusal.noObject }
            let changed = Set(calendar.components.compactMap { $0.first("RECURRENCE-ID")?.value })
            do {
                var editor = try SeriesEditor(calendar, uid: uid, zones: zones, now: now)
                var occurrences = series.occurrences(from: now, before: end), budget = WorkBudget.standard
                // A longer pause goes on from an earlier one.
                var times = calendar.mainEvent?.pause?.times ?? []
                while times.count < Self.mostPaused, let one = try occurrences.next(&budget) {
                    guard let id = one.recurrenceID, one.startInstant >= now, !changed.contains(id.text)
                    else { continue }
                    try editor.deleteOne(id)
                    times.append(id.text)
                }
                calendar = editor.calendar
                calendar.changeMainEvent { $0.setPause(SeriesPause(until: day, times: times)) }
            } catch is RecurrenceError {
                throw CalendarRefusal.noObject
            } catch is EditingError {
                throw CalendarRefusal.noObject
            }
        }
    }

    /// Lets a series go on: the events to come that its pause excluded take place.
    ///
    /// - Throws: `CalendarRefusal.noObject` if there is no series.
    package func endPause(_ place: ObjectPlace) throws -> UndoToken? {
        let now = try app.zone(of: customer).local(app.now())
        return try changeSeries(at: place) { calendar, _, _ in
            guard let pause = calendar.mainEvent?.pause else { return }
            let times = Set(pause.times)
            calendar.changeMainEvent { event in
                event.keepDates("EXDATE") { $0.local < now || !times.contains($0.text) }
                event.setPause(nil)
            }
        }
    }

    /// Lets tasks be planned over the events of a series, or no longer (RFC 5545 §3.8.2.7).
    ///
    /// - Throws: `CalendarRefusal.noObject` if there is no series.
    package func setPlannedOver(_ place: ObjectPlace, _ isOver: Bool) throws -> UndoToken? {
        try changeSeries(at: place) { calendar, _, _ in
            for index in calendar.components.indices where calendar.components[index].name == "VEVENT" {
                calendar.components[index].set(Property("TRANSP", value: isOver ? "TRANSPARENT" : "OPAQUE"))
            }
        }
    }

    private func changeSeries(
        at place: ObjectPlace, _ change: (inout Component, String, ZoneResolver) throws -> Void
    ) throws -> UndoToken? {
        guard let object = try object(at: place), object.member.kind == "VEVENT",
              let text = try CalendarText(object.octets), let main = text.calendar.mainEvent,
              main.first("RRULE") != nil, let uid = main.first("UID")?.value
        else { throw CalendarRefusal.noObject }
        var calendar = text.calendar
        try change(&calendar, uid, ZoneResolver(calendar, database: zoneDatabase))
        guard calendar != text.calendar else { return nil }
        calendar.changeMainEvent { $0.stamp(app.now()) }
        return try put(text.octets(of: calendar), at: place) { before in
            guard before.object?.tag == object.member.tag else { throw CalendarRefusal.noObject }
        }.undo
    }
}

/// The pause of a series: its end, and the times that it excludes, as EXDATE names them.
private struct SeriesPause {
    let until: LocalDate
    let times: [String]
}

extension Property {
    fileprivate var title: String? { readable(try text()) }
}

extension Component {
    /// The series itself of an object with events.
    fileprivate var mainEvent: Component? { components.first { $0.name == "VEVENT" && $0.isMaster } }

    fileprivate mutating func changeMainEvent(_ change: (inout Component) -> Void) {
        guard let index = components.firstIndex(where: { $0.name == "VEVENT" && $0.isMaster }) else { return }
        change(&components[index])
    }

    /// True if Jadwal computes the times, by a prayer or by the Hijri calendar.
    fileprivate var isComputed: Bool { first("X-JADWAL-ANCHOR") != nil || first("X-JADWAL-RULE") != nil }

    /// The pause of a series; nil without one, and for one that a program garbled.
    fileprivate var pause: SeriesPause? {
        guard let value = first(PausedSeriesRow.property)?.value else { return nil }
        let parts = value.split(separator: ";", maxSplits: 1).map { $0.split(separator: "=", maxSplits: 1).last ?? "" }
        guard let first = parts.first, let until = LocalDate(iso8601: String(first)) else { return nil }
        let times = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
        return SeriesPause(until: until, times: times)
    }

    fileprivate mutating func setPause(_ pause: SeriesPause?) {
        remove(PausedSeriesRow.property)
        guard let pause else { return }
        let times = pause.times.joined(separator: ",")
        set(Property(PausedSeriesRow.property, value: "UNTIL=\(pause.until.iso8601);TIMES=\(times)"))
    }
}

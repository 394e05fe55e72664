package import Calendars
package import CivilTime
import PrayerTimes
import Runtime
package import Scheduling
package import Storage

/// A conflict that waits, with its events and the times to which they could move.
package struct ShownConflict: Sendable {
    package let row: ConflictRow
    /// The occurrence that clashes first.
    package let event: CalendarEntry
    /// The causes of the conflict, in order.
    package let problems: [TimeProblem]
    /// The occurrences of other events that it clashes with.
    package let others: [CalendarEntry]
    /// The best times for the event, best first.
    package let best: [BetterTime]
    /// The best time for the other event, if there is only one and no prayer; the event stays then.
    package let bestForOther: BetterTime?
    package let zone: TimeZoneRules
    private let time: PlannedTime
    /// The indices of the events in `time`.
    let number: Int, otherNumbers: [Int]

    /// - Returns: nil if the event is no longer there, or clashes with nothing.
    fileprivate init?(_ row: ConflictRow, in time: PlannedTime, after now: Instant) {
        let facts = row.facts
        guard let number = time.events.firstIndex(where: {
            $0.uid == facts.uid && (facts.recurrenceID == nil || $0.entry.recurrenceID == facts.recurrenceID)
        }) else { return nil }
        let problems = time.problems(for: number), span = time.events[number].entry.time
        guard !problems.isEmpty else { return nil }
        let uids = Set(problems.compactMap(\.uid))
        otherNumbers = time.events.indices.filter {
            uids.contains(time.events[$0].uid) && time.events[$0].entry.isNear(span)
        }
        self.row = row
        self.time = time
        self.number = number
        self.problems = problems
        zone = time.zone
        event = time.events[number].entry
        others = otherNumbers.map { time.events[$0].entry }
        best = time.betterTimes(for: number, after: now)
        bestForOther = otherNumbers.count == 1 && problems.count == 1
            ? time.betterTimes(for: otherNumbers[0], after: now).first : nil
    }

    /// The point of the event's place; nil if it is not known.
    var point: Coordinates? { time.events[number].point }

    /// The UIDs of the other events, in their order.
    package var otherUIDs: [String] { otherNumbers.map { time.events[$0].uid } }

    /// Returns what a day looks like.
    ///
    /// - Parameter meant: the time to which the event would move; nil where it stays.
    package func look(of day: LocalDate, meant: TimeSpan?) -> DayLook {
        time.look(of: day, for: number, against: Set(problems.compactMap(\.uid)), meant: meant)
    }

    /// Returns what takes a day, prayers too, in order.
    package func day(of day: LocalDate) -> [DayItem] { time.items(on: day) }

    /// Returns what goes against a time for the event.
    package func problems(of span: TimeSpan) -> [TimeProblem] { time.problems(of: span, for: number) }

    /// Returns true if the time was read, so that `problems(of:)` knows it.
    package func covers(_ span: TimeSpan) -> Bool {
        let line = time.availability.line
        return line.dayNumbers.contains(line.dayNumber(of: line.minute(at: span.lowerBound)))
            && line.dayNumbers.contains(line.dayNumber(of: line.minute(at: span.upperBound)))
    }
}

extension CalendarEntry {
    /// The time that it takes.
    package var time: TimeSpan { start..<end }

    /// Returns true if it touches a time, or is so near that the way may be too long.
    fileprivate func isNear(_ span: TimeSpan) -> Bool {
        start <= span.upperBound + .seconds(10_800) && span.lowerBound <= end + .seconds(10_800)
    }
}

extension TimeProblem {
    /// The UID of the other event; nil for a prayer.
    package var uid: String? {
        switch self {
        case .overlap(let uid, _), .tight(let uid, _, _): uid
        case .prayer: nil
        }
    }
}

extension PlanningHome {
    /// Returns the conflicts that wait, the earliest first, at most `limit`, and the number of further ones. One whose
    /// cause went away a moment ago is left out; the worker ends it.
    package func openConflicts(limit: Int) throws -> (shown: [ShownConflict], more: Int) {
        let rows = try app.store.conflicts(of: owner), now = app.now()
        var reads: [(days: ClosedRange<LocalDate>, rows: [ConflictRow])] = []
        for row in rows.prefix(limit) {
            let days = try daysOfSuggestions(row)
            if let last = reads.last, days.upperBound - last.days.lowerBound < Self.mostDaysOfRead {
                reads[reads.count - 1].days = last.days.lowerBound...max(last.days.upperBound, days.upperBound)
                reads[reads.count - 1].rows.append(row)
            } else {
                reads.append((days, [row]))
            }
        }
        let shown = try reads.flatMap { read in
            let time = try time(on: read.days)
            return read.rows.compactMap { ShownConflict($0, in: time, after: now) }
        }
        return (shown, max(0, rows.count - limit))
    }

    /// Returns a conflict by its number, whatever its state; nil if the customer has none with it.
    package func conflict(_ id: ConflictID) throws -> ConflictRow? { try app.store.conflict(id, of: owner) }

    /// Reads the events of a conflict, and the times to which they could move.
    ///
    /// - Returns: nil if the event is no longer there, or clashes with nothing.
    package func shown(_ row: ConflictRow) throws -> ShownConflict? {
        ShownConflict(row, in: try time(on: daysOfSuggestions(row)), after: app.now())
    }

    /// Returns the days on which better times for an event are looked for.
    private func daysOfSuggestions(_ row: ConflictRow) throws -> ClosedRange<LocalDate> {
        let zone = try app.zone(of: customer), today = zone.date(at: app.now())
        let first = max(today, zone.date(at: row.facts.start) - Self.backDays)
        return first...max(first, zone.date(at: row.facts.end)) + Self.horizon
    }

    /// The most days that conflicts near each other share as one read.
    private static let mostDaysOfRead = 62
}

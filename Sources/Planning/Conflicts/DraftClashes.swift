package import Calendars
package import CivilTime
package import PrayerTimes
import Runtime
package import Scheduling
package import Storage

/// An event that somebody is about to save, or its first occurrence.
package struct WantedEvent: Sendable {
    package var uid: String
    package var calendar: CalendarID
    package var title: String
    package var time: Range<Instant>
    /// The prayer that it follows.
    package var anchor: DayEvent?
    package var isTentative = false
    /// The name of its place, and the point that the event itself has for it.
    package var place = ""
    package var point: Coordinates?
    /// True if only the ways to it and from it are looked at: its place changed, and its time did not.
    package var isMovedOnMapOnly = false
    /// True if it may move on its own day only, as one of a series.
    package var keepsDay = false
    /// The times of a series in the coming twelve months, in order; empty for a single event.
    package var times: [TimeSpan] = []

    package init(uid: String, calendar: CalendarID, title: String, time: Range<Instant>) {
        self.uid = uid
        self.calendar = calendar
        self.title = title
        self.time = time
    }
}

/// The clashes of an event that is not saved yet, and better times for it.
package struct DraftClashes: Sendable {
    /// The events at the same time, and those that are the same event in another calendar, by start.
    package let overlaps: [CalendarEntry], doubles: [CalendarEntry]
    package let prayers: [PrayerPeriod]
    /// The events so near in time that there is too little of it for the way, by start.
    package let tight: [TightWay]
    /// Better times, the best first.
    package let better: [BetterTime]
    /// The occurrence of a series that clashes first; nil for a single event.
    package let firstOfSeries: TimeSpan?
    /// The number of occurrences that clash in the coming twelve months.
    package let count: Int
    /// A text that is the same as long as the event clashes with the same at the same time.
    package let text: String

    /// True if it clashes. The same event in another calendar is no clash.
    package var isConflict: Bool { count > 0 }
}

/// An event before or after another one, with too little time for the way between them.
package struct TightWay: Sendable {
    package let entry: CalendarEntry
    /// The minutes that are missing.
    package let lacking: Int
}

/// A better time for an event, with the reasons.
package struct BetterTime: Sendable {
    package let time: Range<Instant>
    package let suggestion: Suggestion
    /// The number of occurrences of a series that clash at this time too.
    package var clashes = 0
}

extension PlanningHome {
    /// Returns what an event would clash with, from one read; nil if nothing is in its way, or if it is over.
    package func clashes(of wanted: WantedEvent) throws -> DraftClashes? {
        let now = app.now(), zone = try app.zone(of: customer)
        let spans = (wanted.times.isEmpty ? [wanted.time] : wanted.times).filter { $0.upperBound > now && !$0.isEmpty }
        guard let first = spans.first, let last = spans.last else { return nil }
        let days = zone.date(at: first.lowerBound) - Self.backDays...zone.date(at: last.upperBound) + Self.horizon
        return WantedTime(wanted, in: try time(on: days)).clashes(at: spans, after: now)
    }

    /// The end of the time in which the occurrences of a series are looked at.
    package var endOfSeries: Instant { app.now() + .seconds(Int64(Self.horizonDays) * 86_400) }

    /// The days before and after an event that are read for better times.
    static let backDays = 3, horizon = 28
}

extension PlanningHome {
    /// Writes an event that the customer keeps in spite of what it clashes with, and records so, in one transaction.
    ///
    /// - Parameters:
    ///   - isKept: false for an event that clashes with nothing: it is only written.
    ///   - write: may run twice. It returns the UID of the event; nil if nothing was written.
    package func write<Written>(
        keeping isKept: Bool, _ write: () throws -> (written: Written, uid: String?)
    ) throws -> Written {
        guard isKept else { return try write().written }
        return try app.store.transaction {
            try app.store.lockConflicts(of: owner)
            let (written, uid) = try write()
            if let uid { try keep(uid: uid) }
            return written
        }
    }

    /// Records that the customer keeps an event in spite of what it clashes with, without a notice. The worker finds
    /// the same clashes later, and leaves them kept.
    private func keep(uid: String) throws {
        let store = try app.store
        // Two events that clash are named once: under the other one if it is written down there.
        let others = try store.conflicts(of: owner, touchedBy: [uid])
            .filter { $0.facts.uid != uid && $0.facts.uids.contains(uid) }
        let events = try (others.isEmpty ? [] : store.events(of: owner, uids: others.map(\.facts.uid).sorted()))
            + store.events(of: owner, uids: [uid])
        let facts = try conflicts(of: events).facts
        if let own = facts[uid] { try store.record(own, .kept, of: owner) }
        for other in others where other.state == .open {
            guard let found = facts[other.facts.uid], found.clashes.allSatisfy({ $0.hasSuffix(" \(uid)") })
            else { continue }
            try store.record(found, .kept, of: owner)
        }
    }
}

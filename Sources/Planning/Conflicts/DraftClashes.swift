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
    /// True if it may move on its own day only, as one of a series.
    package var keepsDay = false

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
    /// Better times, the best first.
    package let better: [BetterTime]
    /// A text that is the same as long as the event clashes with the same at the same time.
    package let text: String

    /// True if it clashes. The same event in another calendar is no clash.
    package var isConflict: Bool { !overlaps.isEmpty || !prayers.isEmpty }
}

/// A better time for an event, with the reasons.
package struct BetterTime: Sendable {
    package let time: Range<Instant>
    package let suggestion: Suggestion
}

extension PlanningHome {
    /// Returns what an event would clash with, from one read; nil if nothing is in its way, or if it is over.
    package func clashes(of wanted: WantedEvent) throws -> DraftClashes? {
        let now = app.now(), zone = try app.zone(of: customer)
        guard wanted.time.upperBound > now, !wanted.time.isEmpty else { return nil }
        let day = zone.date(at: wanted.time.lowerBound), last = zone.date(at: wanted.time.upperBound)
        let time = try time(on: day - Self.backDays...last + Self.horizon)
        var availability = time.availability
        for item in availability.busy.items where item.number < time.events.count {
            if time.events[item.number].uid == wanted.uid { availability.busy.remove(number: item.number) }
        }
        var occurrence = ScheduledOccurrence(
            uid: wanted.uid, calendar: Int(wanted.calendar.number), time: wanted.time, title: wanted.title)
        occurrence.isTentative = wanted.isTentative
        occurrence.anchor = wanted.anchor
        guard let item = availability.item(occurrence, number: time.newNumber) else { return nil }
        var overlaps: [CalendarEntry] = [], doubles: [CalendarEntry] = [], prayers: [PrayerPeriod] = []
        var texts = ["\(wanted.time.lowerBound.secondsSince1970) \(wanted.time.upperBound.secondsSince1970)"]
        for clash in Conflicts(availability).clashes(of: item) {
            switch clash.cause {
            case .overlap(let other):
                overlaps.append(time.events[other].entry)
                texts.append("overlap \(time.events[other].uid)")
            case .double(let other):
                doubles.append(time.events[other].entry)
                texts.append("double \(time.events[other].uid)")
            case .prayer(let index):
                prayers.append(availability.prayers[index])
                texts.append("prayer \(availability.prayers[index].adhan)")
            case .tight, .hours: continue
            }
        }
        guard texts.count > 1 else { return nil }
        var request = SuggestionRequest(
            start: item.time.lowerBound, duration: item.time.count, number: item.number,
            now: availability.line.minute(at: now))
        if wanted.keepsDay { (request.backDays, request.horizonDays) = (0, 1) }
        let found = wanted.keepsDay
            ? availability.suggestions(within: request) : availability.suggestions(for: request)
        return DraftClashes(
            overlaps: overlaps, doubles: doubles, prayers: prayers,
            better: time.betterTimes(found, length: wanted.time.upperBound - wanted.time.lowerBound),
            text: texts.joined(separator: "\n"))
    }

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
        let facts = try conflicts(of: events)
        if let own = facts[uid] { try store.record(own, .kept, of: owner) }
        for other in others where other.state == .open {
            guard let found = facts[other.facts.uid], found.clashes.allSatisfy({ $0.hasSuffix(" \(uid)") })
            else { continue }
            try store.record(found, .kept, of: owner)
        }
    }
}

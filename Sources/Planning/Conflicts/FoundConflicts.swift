import Calendars
import CivilTime
import PrayerTimes
import Scheduling
import Storage

/// The conflicts of events, as they are found in a customer's time.
struct FoundConflicts {
    private let time: PlannedTime
    private let conflicts: Conflicts
    /// The moment before which nothing matters any longer.
    private let now: Instant
    /// The items of the occurrences of each event, in order.
    private let items: [String: [BusyItem]]

    init(in time: PlannedTime, after now: Instant) {
        self.time = time
        self.now = now
        conflicts = Conflicts(time.availability, travel: time.places.travel, reserve: time.wayReserve)
        items = Dictionary(grouping: time.availability.busy.items) { time.events[$0.number].uid }
    }

    /// The UIDs of all events that take time, in order.
    var uids: [String] { items.keys.sorted() }

    /// Returns the conflict of an event: its first occurrence that clashes, and what all its occurrences clash with;
    /// nil if none of them clashes.
    ///
    /// - Parameter others: false for the UID of an event whose clash with this one is already written down.
    func conflict(of uid: String, with others: (String) -> Bool) -> ConflictFacts? {
        var facts: ConflictFacts?
        for item in items[uid] ?? [] {
            let entry = time.events[item.number].entry
            guard entry.end > now else { continue }
            let causes = conflicts.clashes(of: item).filter(\.isConflict).compactMap { cause($0, of: entry, others) }
            guard !causes.isEmpty else { continue }
            var new = facts ?? ConflictFacts(
                uid: uid, clashes: [], uids: [uid], recurrenceID: entry.recurrenceID, start: entry.start,
                end: entry.end, lastEnd: entry.end, count: 0)
            new.clashes += causes.map(\.text)
            new.uids += causes.compactMap(\.uid)
            new.lastEnd = max(new.lastEnd, entry.end)
            new.count += 1
            facts = new
        }
        guard var facts else { return nil }
        facts.clashes = Array(Set(facts.clashes).sorted().prefix(Self.mostClashes))
        facts.uids = Array(Set(facts.uids).sorted().prefix(Self.mostClashes))
        return facts
    }

    /// Returns the title of an event; nil if it has none, or takes no time here.
    func title(of uid: String) -> String? {
        guard let item = items[uid]?.first else { return nil }
        let title = time.events[item.number].entry.title
        return title.isEmpty ? nil : title
    }

    /// The most clashes of one conflict that are written down.
    private static let mostClashes = 100

    /// Returns a clash as it is written down, with the UID of the other event; nil if it does not count.
    private func cause(
        _ clash: Clash, of entry: CalendarEntry, _ others: (String) -> Bool
    ) -> (text: String, uid: String?)? {
        switch clash.cause {
        case .overlap(let other):
            let uid = time.events[other].uid
            return others(uid) ? ("overlap \(uid)", uid) : nil
        case .tight(let other, _):
            let uid = time.events[other].uid
            return others(uid) ? ("tight \(uid)", uid) : nil
        case .prayer(let index):
            let prayer = time.availability.prayers[index]
            guard let name = prayer.prayer?.rawValue else { return nil }
            // The times of a series are many; it clashes with a prayer once.
            guard !entry.isRecurring else { return ("prayer \(name)", nil) }
            let day = time.zone.date(at: time.availability.line.moment(at: prayer.adhan))
            return ("prayer \(name) \(day.iso8601)", nil)
        case .double, .hours: return nil
        }
    }
}

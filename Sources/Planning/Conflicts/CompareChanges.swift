import Calendars
import CivilTime
import Runtime
import Storage

/// The numbers of conflicts that a comparison changed.
package struct ComparedChanges: Sendable, Equatable {
    /// Those that now wait for the customer, and did not before.
    package var opened = 0
    /// Those whose cause is gone.
    package var ended = 0
}

extension PlanningHome {
    /// Compares all changes that were not compared yet with the customer's time, and writes down what was found.
    ///
    /// Calendars are not locked while it reads: what changes meanwhile is compared the next time. A second comparison
    /// waits for the first.
    package func compareChanges() throws -> ComparedChanges {
        try app.store.transaction {
            try app.store.lockConflicts(of: owner)
            return try compareWithLock()
        }
    }

    private func compareWithLock() throws -> ComparedChanges {
        let store = try app.store
        var calendars = try store.uncomparedCalendars(of: owner), changes = try self.changes(in: calendars)
        // What came while it read may be in what was read. It is compared, too, since the newer event names a clash.
        for _ in 0..<Self.mostRereads {
            let now = try store.uncomparedCalendars(of: owner)
            guard now != calendars else { break }
            (calendars, changes) = (now, try self.changes(in: now))
        }
        var compared = ComparedChanges(), opened: [OpenedConflict] = []
        for uid in Set(changes.rows.keys).union(changes.facts.keys).sorted() {
            let isSilent = changes.silent.contains(uid)
            try record(changes.facts[uid], changes.rows[uid], isSilent: isSilent, &opened, &compared)
        }
        try notify(opened, changes.titles)
        for calendar in calendars { try store.record(compared: calendar, of: owner) }
        return compared
    }

    /// The most times that changes are read once more. Further ones are compared the next time.
    private static let mostRereads = 3

    /// The conflicts of changed events by their UIDs, with the titles of all their events and the rows that they may
    /// replace, and the events whose conflicts are kept without a notice.
    private struct Changes {
        var facts: [String: ConflictFacts], titles: [String: String]
        var rows: [String: ConflictRow], silent: Set<String>
    }

    private func changes(in calendars: [UncomparedCalendar]) throws -> Changes {
        let store = try app.store
        var events: [ChangedEvent] = [], silent: Set<String> = []
        for calendar in calendars {
            let changed = try store.changedEvents(of: owner, in: calendar)
            if calendar.isSilent { silent.formUnion(changed.map(\.uid)) }
            events += changed
        }
        // A calendar that was deleted, or that no longer makes anybody busy, has no change of its own.
        let live = calendars.isEmpty
            ? try store.conflicts(of: owner, [.open, .kept])
            : try store.conflicts(of: owner, touchedBy: events.map(\.uid))
        let known = Set(events.map(\.uid)), found = Set(live.map(\.facts.uid))
        let others = found.subtracting(known).sorted()
        // Two events that clash are named once: under the event whose conflict is written down, else the newer one.
        events = try (others.isEmpty ? [] : store.events(of: owner, uids: others))
            + events.filter { found.contains($0.uid) } + events.reversed().filter { !found.contains($0.uid) }
        var rows: [String: ConflictRow] = [:]
        for row in try store.conflicts(of: owner, uids: events.map(\.uid)) + live { rows[row.facts.uid] = row }
        let (facts, titles) = try conflicts(of: events)
        return Changes(facts: facts, titles: titles, rows: rows, silent: silent)
    }

    /// Returns the conflicts of events by their UIDs, and the titles of all their events. Two events that clash are
    /// named once.
    func conflicts(
        of events: [ChangedEvent]
    ) throws -> (facts: [String: ConflictFacts], titles: [String: String]) {
        let now = app.now(), zone = try app.zone(of: customer), today = zone.date(at: now)
        var facts: [String: ConflictFacts] = [:], titles: [String: String] = [:]
        func add(_ event: ChangedEvent, _ found: FoundConflicts) {
            facts[event.uid] = found.conflict(of: event.uid) { other in
                !(facts[other]?.uids.contains(event.uid) ?? false)
            }
            for uid in facts[event.uid]?.uids ?? [] { titles[uid] = found.title(of: uid) }
        }
        let relevant = events.filter { $0.firstStart != nil && $0.lastEnd ?? now >= now }
        guard relevant.count <= Self.mostSingleReads, !relevant.contains(where: \.isRecurring) else {
            let found = FoundConflicts(in: try time(on: today...today + Self.horizonDays), after: now)
            for event in relevant { add(event, found) }
            return (facts, titles)
        }
        for event in relevant {
            guard let start = event.firstStart, let end = event.lastEnd else { continue }
            let days = max(today, zone.date(at: start))...max(today, zone.date(at: max(start, end)))
            add(event, FoundConflicts(in: try time(on: days), after: now))
        }
        return (facts, titles)
    }

    /// The days from today on in which series are compared.
    static let horizonDays = 365
    /// The most single events whose days are read one after the other. For more, the whole year is read once.
    private static let mostSingleReads = 20

    /// Writes down the state of one event.
    private func record(
        _ facts: ConflictFacts?, _ row: ConflictRow?, isSilent: Bool, _ opened: inout [OpenedConflict],
        _ compared: inout ComparedChanges
    ) throws {
        let store = try app.store, owner = customer.id
        guard let facts else {
            guard let row, row.state.isLive else { return }
            try store.end(row.id, of: owner, as: row.facts.lastEnd <= app.now() ? .expired : .gone)
            try withdrawNotices(of: row.id)
            compared.ended += 1
            return
        }
        let state = facts.state(after: row, isSilent: isSilent)
        let id = try store.record(facts, state, of: owner)
        guard state == .open, row?.state != .open else { return }
        opened.append(OpenedConflict(id: id, facts: facts))
        compared.opened += 1
    }
}

extension ConflictFacts {
    /// Returns the state of a conflict with these facts. What the customer kept is opened again only if it clashes with
    /// more than before.
    func state(after row: ConflictRow?, isSilent: Bool) -> ConflictState {
        switch row?.state {
        case .kept: Set(clashes).isSubset(of: row?.facts.clashes ?? []) ? .kept : .open
        case .open: .open
        case nil, .moved, .cancelled, .otherMoved, .gone, .expired: isSilent ? .kept : .open
        }
    }
}

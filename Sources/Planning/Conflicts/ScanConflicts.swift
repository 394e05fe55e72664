package import CivilTime
import Runtime
package import Storage

/// A conflict in a customer's time.
package struct ScannedConflict: Sendable {
    package let facts: ConflictFacts
    /// The state that is written down; nil if the worker has not compared the event yet.
    package let state: ConflictState?
}

/// The conflicts of a customer's next 12 months.
package struct ConflictScan: Sendable {
    /// The conflicts, the earliest first.
    package let conflicts: [ScannedConflict]
    /// The number of open and kept conflicts that are written down and were not found again.
    package let goneCount: Int
    /// The zone of the customer.
    package let zone: TimeZoneRules
}

extension PlanningHome {
    /// Finds all conflicts of the next 12 months, as the worker would, and changes nothing.
    package func scanConflicts() throws -> ConflictScan {
        let now = app.now(), zone = try app.zone(of: customer), today = zone.date(at: now)
        let found = FoundConflicts(in: try time(on: today...today + Self.horizonDays), after: now)
        let live = try app.store.conflicts(of: owner, [.open, .kept])
        let states = Dictionary(live.map { ($0.facts.uid, $0.state) }, uniquingKeysWith: { first, _ in first })
        // Two events that clash are named once: under the event whose conflict is written down.
        let known = found.uids.filter { states[$0] != nil }, others = found.uids.filter { states[$0] == nil }
        var facts: [String: ConflictFacts] = [:]
        for uid in known + others {
            facts[uid] = found.conflict(of: uid) { !(facts[$0]?.uids.contains(uid) ?? false) }
        }
        let conflicts = facts.values.sorted { ($0.start, $0.uid) < ($1.start, $1.uid) }
        return ConflictScan(
            conflicts: conflicts.map { ScannedConflict(facts: $0, state: states[$0.uid]) },
            goneCount: states.keys.count { facts[$0] == nil }, zone: zone)
    }
}

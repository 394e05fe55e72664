import CivilTime
import Crypto
import Notifications
import PrayerTimes
import Runtime
import Storage

/// A conflict that waits for the customer since now.
struct OpenedConflict {
    let id: ConflictID
    let facts: ConflictFacts
}

extension PlanningHome {
    /// The conflicts of one comparison that are announced one by one; more are one notice.
    private static let mostSingleNotices = 3
    /// The thing that a notice about many conflicts is about.
    private static let many = "conflicts"

    /// Writes down notices about conflicts that opened. Call it in the transaction that writes the conflicts down.
    ///
    /// - Parameter titles: the titles of events by their UIDs.
    func notify(_ opened: [OpenedConflict], _ titles: [String: String]) throws {
        if opened.count > Self.mostSingleNotices {
            try app.notify(
                owner, .conflict, about: Self.many, version: "\(app.now().microsecondsSince1970)",
                NoticeContent(start: opened.map(\.facts.start).max(), count: opened.count), opens: "/inbox")
            return
        }
        for conflict in opened {
            let facts = conflict.facts, other = facts.uids.first { $0 != facts.uid }
            var content = NoticeContent(
                title: titles[facts.uid], other: other.flatMap { titles[$0] }, start: facts.start)
            if other == nil { content.prayer = facts.prayer?.rawValue }
            try app.notify(
                owner, .conflict, about: Self.thing(conflict.id), version: facts.version, content,
                opens: "/conflicts/\(conflict.id)")
        }
    }

    /// Drops what waits to be sent about a conflict that ended.
    func withdrawNotices(of conflict: ConflictID) throws {
        try app.withdrawNotices(owner, .conflict, about: Self.thing(conflict))
    }

    private static func thing(_ conflict: ConflictID) -> String { "conflict \(conflict)" }
}

extension ConflictFacts {
    /// A digest of what clashes, and when.
    fileprivate var version: String {
        let parts = clashes + ["\(start.secondsSince1970)", "\(end.secondsSince1970)"]
        return base64URL(sha256(Array(parts.joined(separator: "\n").utf8)))
    }

    /// The first prayer that it clashes with; nil if it clashes with events only.
    fileprivate var prayer: DayEvent? {
        for clash in clashes where clash.hasPrefix("prayer ") {
            return DayEvent(rawValue: String(clash.split(separator: " ")[1]))
        }
        return nil
    }
}

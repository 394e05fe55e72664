package import CivilTime
import Runtime
package import Storage

/// The facts of a notice, without a text in a language: the text is made when it is shown.
package struct NoticeContent: Codable, Sendable, Hashable {
    /// The title of the event, or the name of the device.
    package var title: String?
    /// The other event of a clash.
    package var other: String?
    /// The prayer that an event clashes with, as `DayEvent` names it.
    package var prayer: String?
    package var place: String?
    /// The start of the event, in seconds since 1970.
    package var startSeconds: Int64?
    package var isAllDay: Bool?
    /// True for an alarm that asks for a mail, whatever the customer's channels are; nil otherwise.
    package var isMail: Bool?
    /// The number of notices that a summary stands for.
    package var count: Int?

    /// The way of an alert to leave; nil for other notices.
    package var leaving: LeavingContent?

    package init(
        title: String? = nil, other: String? = nil, place: String? = nil, start: Instant? = nil, isAllDay: Bool = false,
        count: Int? = nil
    ) {
        self.title = title.map { cut($0, to: Self.mostCharacters) }
        self.other = other.map { cut($0, to: Self.mostCharacters) }
        self.place = place.map { cut($0, to: Self.mostCharacters) }
        startSeconds = start?.secondsSince1970
        self.isAllDay = isAllDay ? true : nil
        self.count = count
    }

    package var start: Instant? { startSeconds.map { Instant(secondsSince1970: $0) } }

    /// The most characters of a title that is kept.
    private static let mostCharacters = 200
}

/// The way to an event, as an alert to leave has it.
package struct LeavingContent: Codable, Sendable, Hashable {
    /// The minutes of the way.
    package var minutes: Int
    package var isOnFoot: Bool
    /// The moment to leave, in seconds since 1970.
    package var leaveSeconds: Int64
    /// The minutes after the start at which the customer is there; 0 if they are in time.
    package var lateMinutes: Int

    package init(minutes: Int, isOnFoot: Bool, leave: Instant, lateMinutes: Int) {
        self.minutes = minutes
        self.isOnFoot = isOnFoot
        leaveSeconds = leave.secondsSince1970
        self.lateMinutes = lateMinutes
    }

    package var leave: Instant { Instant(secondsSince1970: leaveSeconds) }
}

/// Cuts a text at the boundary of a character.
func cut(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
}

/// A stored notice with its facts.
package struct Notice: Sendable {
    package let row: NoticeRow
    package let kind: NoticeKind
    package let content: NoticeContent

    package var id: NoticeID { row.id }
    package var isRead: Bool { row.readAt != nil }

    /// - Returns: nil for a kind of a newer release.
    init?(_ row: NoticeRow) throws {
        guard let kind = NoticeKind(rawValue: row.kind) else { return nil }
        self.row = row
        self.kind = kind
        content = try JSON.value(NoticeContent.self, from: row.content)
    }
}

extension NoticeKind {
    /// Changes of an event that begins so soon do not wait.
    private static let soonSeconds: Int64 = 3 * 3_600
    /// A reminder is of use for so long even after the start.
    private static let reminderSeconds: Int64 = 300

    /// Returns the moment from which a notice is of no use.
    func usefulUntil(_ content: NoticeContent, due: Instant) -> Instant {
        let end = due + .seconds(rule.usefulSeconds)
        guard rule.endsWithStart, let start = content.start else { return end }
        // Nothing is said to leave soon when it is time to leave.
        if self == .leaveSoon, let leaving = content.leaving { return min(leaving.leave, start) }
        let least = due + .seconds(Self.reminderSeconds)
        return self == .reminder ? max(start, least) : min(end, start)
    }

    /// Returns the quiet times that delay a notice.
    func quiet(_ content: NoticeContent, now: Instant) -> NoticeRule.Quiet {
        guard self == .eventChanged || self == .eventCancelled, let start = content.start,
            start.secondsSince1970 - now.secondsSince1970 < Self.soonSeconds
        else { return rule.quiet }
        return .ignores
    }
}

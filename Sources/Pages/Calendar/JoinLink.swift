import Calendars
import CivilTime

/// The button that opens the meeting of an event.
struct JoinLink: Encodable {
    var address: String
    /// True from ten minutes before the meeting until its end: the button is green then.
    var isSoon: Bool
}

extension JoinLink {
    /// - Parameter span: the times of the meeting; nil if they are not known, as for whole days.
    init?(_ address: String?, _ span: (start: Instant, end: Instant)?, now: Instant) {
        guard let link = address.flatMap({ SafeLink($0) }) else { return nil }
        self.address = link.target
        isSoon = span.map { $0.start - Self.early <= now && now < Self.end($0) } ?? false
    }

    /// Makes the button of an entry in a list; nil if it has no meeting, or the meeting is over.
    init?(_ entry: CalendarEntry, now: Instant) {
        let span = (start: entry.start, end: entry.end)
        guard entry.kind == .event, !entry.isCancelled, !entry.isBar, now < Self.end(span) else { return nil }
        self.init(entry.meeting, span, now: now)
    }

    private static let early = Duration.seconds(600)

    /// The end of a meeting; ten minutes after its start if it has no length.
    private static func end(_ span: (start: Instant, end: Instant)) -> Instant {
        span.end > span.start ? span.end : span.start + early
    }
}

package import Calendars
import PrayerTimes
package import Storage

extension WantedEvent {
    /// Makes the event of a draft; nil if it takes no time, or if neither its time nor its place changed.
    ///
    /// - Parameters:
    ///   - uid: that of the event.
    ///   - stored: the event as it is stored; nil for a new one. Of a time that did not change,
    ///     only the ways are looked at, if the place did.
    ///   - span: the moments of the draft; nil if they are not known.
    ///   - times: those of the whole series in the coming twelve months; empty for one event.
    package init?(
        _ draft: EventDraft, uid: String, in calendar: CalendarRow, stored: EventDraft?, _ span: EventSpan?,
        times: [EventSpan] = []
    ) {
        guard draft.isBusy, draft.status != .cancelled, !calendar.isTransparent else { return nil }
        let isTimeSame = stored.map { stored in
            stored.time == draft.time && stored.isBusy && (times.isEmpty || stored.repetition == draft.repetition)
        } ?? false
        if isTimeSame, stored?.place == draft.place, stored?.point == draft.point { return nil }
        guard let span, span.start < span.end else { return nil }
        self.init(uid: uid, calendar: calendar.id, title: draft.title, time: span.start..<span.end)
        if case .anchored(let anchor, _, _) = draft.time { self.anchor = anchor.prayer }
        isTentative = draft.status == .tentative
        (place, point) = (draft.place, draft.point)
        isMovedOnMapOnly = isTimeSame
        self.times = times.map { $0.start..<$0.end }
        keepsDay = draft.repetition.rule != .none
    }
}

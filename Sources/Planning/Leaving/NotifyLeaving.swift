import Calendars
import CivilTime
import Notifications
import Runtime
import Scheduling
import Storage

extension PlanningHome {
    /// Writes down the alerts of some ways, in place of those that wait. Call it in a transaction.
    ///
    /// Those that were sent stay, and are not written again.
    func notify(_ leaves: [Leave]) throws {
        try app.store.clearLeaveAlerts(of: owner, keeping: leaves.map(\.subject), at: app.now())
        for leave in leaves {
            for alert in leave.alerts {
                try notify(leave, alert.kind == .soon ? .leaveSoon : .leaveNow, at: alert.at)
            }
            if let at = leave.lateAt { try notify(leave, .leaveLate, at: at) }
        }
    }

    private func notify(_ leave: Leave, _ kind: NoticeKind, at moment: Instant) throws {
        let entry = leave.event.entry
        var content = NoticeContent(
            title: entry.title.isEmpty ? nil : entry.title, place: entry.place.isEmpty ? nil : entry.place,
            start: entry.start)
        content.leaving = LeavingContent(
            minutes: leave.way.minutes, isOnFoot: leave.way.isOnFoot, leave: leave.time.leave,
            lateMinutes: leave.time.lateMinutes)
        // The list has the message for the person who waits.
        let page = kind == .leaveLate
            ? "/notifications" : eventPath(entry.calendar, entry.segment, on: entry.recurrenceID)
        try app.notify(
            owner, kind, about: leave.subject.thing, version: leave.subject.version, content,
            opens: page, due: moment)
    }
}

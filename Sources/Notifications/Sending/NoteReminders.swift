import CivilTime
package import Runtime
import Scheduling
import Storage

extension App {
    /// The alarms of one transaction.
    private static let mostAlarms = 200
    /// The first word of the thing that a notice of an alarm is about.
    private static let alarm = "alarm "

    /// Makes notices of alarms that go off soon, so early that one can be moved out of a prayer.
    ///
    /// - Returns: false if none goes off soon.
    package func noteReminders() throws -> Bool {
        let store = try store, now = now()
        return try store.transaction {
            let due = try store.takeReminders(until: now + QuietTimes.lookAhead, limit: Self.mostAlarms, at: now)
            for one in due { try note(one) }
            return !due.isEmpty
        }
    }

    private func note(_ due: DueReminder) throws {
        let reminder = due.reminder, thing = Self.alarm + reminder.key
        let version = "\(reminder.dueAt.microsecondsSince1970)"
        // The event may have been written again, with another title.
        try store.deleteUndecided(
            of: due.customer, kind: NoticeKind.reminder.rawValue, collapseKey: thing, version: version)
        var content = NoticeContent(
            title: reminder.title.isEmpty ? nil : reminder.title, place: reminder.place.isEmpty ? nil : reminder.place,
            start: reminder.startsAt, isAllDay: reminder.isAllDay)
        if reminder.isMail { content.isMail = true }
        try notify(
            due.customer, .reminder, about: thing, version: version, content,
            opens: eventPath(due.calendar, due.segment, on: reminder.recurrenceID), due: reminder.dueAt)
    }

    /// Returns false for the notice of an alarm that no longer goes off: its event was moved, deleted, cancelled or
    /// declined since, or a device says that its owner has seen it.
    func isMeant(_ notice: Notice) throws -> Bool {
        let thing = notice.row.collapseKey
        guard notice.kind == .reminder, thing.hasPrefix(Self.alarm) else { return true }
        return try store.hasReminder(
            of: notice.row.customer, key: String(thing.dropFirst(Self.alarm.count)), at: notice.row.dueAt)
    }

    /// Returns the moment of the next decision, push or alarm; nil if none waits.
    func nextNoticeWork() throws -> Instant? {
        let alarm = try store.nextReminder().map { $0 - QuietTimes.lookAhead }
        return [try store.nextNoticeWork(), alarm].compactMap(\.self).min()
    }
}

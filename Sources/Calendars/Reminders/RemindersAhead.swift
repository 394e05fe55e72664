import CivilTime
package import Runtime
import Storage

/// The worker's care for due times of alarms.
package enum RemindersAhead {
    /// Continues the due times of some objects, so that they always reach a week ahead: those of each object once a
    /// day. An object that has none yet, or whose customer moved to another zone, gets them.
    ///
    /// Running twice is harmless, also at the same moment: the second one finds nothing to add.
    ///
    /// - Returns: the number of objects; fewer than `limit` if no more are to be continued.
    package static func bringUpToDate(limit: Int, _ app: App) throws -> Int {
        let now = app.now()
        let end = now + .seconds((CalendarHome.reminderDays - 1) * 86_400)
        var rest = try app.store.objectsWithoutReminders(before: end, limit: limit)[...], count = 0
        while let first = rest.first {
            let own = rest.prefix { $0.owner == first.owner }
            rest = rest.dropFirst(own.count)
            guard let customer = try app.store.customer(first.owner) else { continue }
            let home = app.calendars(of: customer)
            for object in own {
                let known = object.until > now ? object.until : nil
                let reminders = storedCalendar(object.octets).map { home.reminders(of: $0, after: known) }
                try app.store.add(reminders ?? ObjectReminders(), to: object)
            }
            count += own.count
        }
        return count
    }
}

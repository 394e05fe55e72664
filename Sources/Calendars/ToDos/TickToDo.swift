import CivilTime
import ICalendar
import Runtime
import Storage

extension CalendarHome {
    /// Marks a to-do as done, or as open again. Doing it twice is the same as once.
    ///
    /// - Parameter recurrenceID: the time of a to-do that repeats, as addresses name it; nil for one that does not.
    /// - Returns: the way back; nil if nothing changed.
    /// - Throws: `CalendarRefusal.noObject` if there is no such to-do or time.
    @discardableResult
    package func tick(_ stored: StoredToDo, at recurrenceID: String?, isDone: Bool) throws -> UndoToken? {
        let now = app.now()
        return try changeToDo(stored, ifTag: nil) { calendar, reader in
            guard let main = calendar.mainToDo else { throw CalendarRefusal.noObject }
            func mark(_ component: inout Component) {
                guard reader.isDone(component) != isDone else { return }
                component.markDone(isDone, now)
                component.stamp(now)
            }
            guard main.isRecurringToDo else { return calendar.changeMainToDo(mark) }
            guard let uid = main.first("UID")?.value, let recurrenceID else { throw CalendarRefusal.noObject }
            do throws(EditingError) {
                var editor = try SeriesEditor(calendar, uid: uid, zones: reader.zones, now: now)
                guard let id = editor.occurrenceID(recurrenceID) else { throw EditingError.noOccurrence }
                if reader.isDone(try editor.shown(id).component) == isDone { return }
                try editor.changeOne(id, mark)
                calendar = editor.calendar
            } catch {
                throw CalendarRefusal.noObject
            }
        }
    }
}

extension Component {
    /// Writes STATUS, COMPLETED and PERCENT-COMPLETE (RFC 5545 §3.8.1.11, §3.8.2.1, §3.8.1.8).
    mutating func markDone(_ isDone: Bool, _ now: Instant) {
        setToDoValue("STATUS", isDone ? "COMPLETED" : "NEEDS-ACTION")
        if isDone {
            set(Property("COMPLETED", .utc(now)))
            setToDoValue("PERCENT-COMPLETE", "100")
        } else {
            remove("COMPLETED")
            remove("PERCENT-COMPLETE")
        }
    }
}

import CivilTime
import DAV
import ICalendar
import Runtime
import Storage
import Templates

extension CalendarHome {
    /// Stores a new to-do. The same UID twice is one to-do.
    ///
    /// - Parameters:
    ///   - calendar: the number of a calendar that takes to-dos; empty to make one if there is none.
    ///   - uid: the UID that the form was given.
    ///   - facts: those of a flexible task, which were checked; nil for a plain to-do.
    /// - Returns: the way back; nil if the form was sent before.
    /// - Throws: `ToDoProblems`; `CalendarRefusal.noCalendar` if the calendar is gone or does not take to-dos.
    @discardableResult
    package func addToDo(
        _ draft: ToDoDraft, _ facts: TaskFacts? = nil, to calendar: String, uid: String
    ) throws -> UndoToken? {
        let problems = draft.problems(clocks)
        guard problems.isEmpty else { throw ToDoProblems(problems: problems) }
        var lists = try toDoLists
        if lists.isEmpty, calendar.isEmpty {
            var values = CalendarValues()
            values.displayName = app.text("calendar.first.tasks", customer.spokenLanguage)
            values.components = ["VTODO"]
            try make(values, at: "tasks-\(uid)")
            lists = try list().calendars.filter(\.takesToDos)
        }
        guard let row = lists.first(where: { calendar.isEmpty || $0.id.description == calendar })
        else { throw CalendarRefusal.noCalendar }
        var toDo = ToDo(uid: uid, stamp: app.now()).component
        toDo.set(Property("CREATED", .utc(app.now())))
        toDo.set(Property("LAST-MODIFIED", .utc(app.now())))
        toDo.set(Property("STATUS", value: "NEEDS-ACTION"))
        var before = draft
        (before.title, before.note, before.priority, before.due) = ("", "", .none, nil)
        toDo.change(from: before, to: draft, toDoReader(toDo, in: row))
        toDo.setTaskFacts(facts)
        var object = VCalendar(productID: "-//Jadwal//Calendar//EN").component
        object.components = [toDo]
        do {
            return try put(CalendarStream([object]).octets, at: ObjectPlace(row.segment, "\(uid).ics")) { before in
                if before.object != nil || before.segmentOfUID != nil { throw AlreadyThere() }
            }.undo
        } catch is AlreadyThere {
            return nil
        }
    }

    private struct AlreadyThere: Error {}
}

import ICalendar
import Runtime
package import Storage

extension CalendarHome {
    /// The calendars that take to-dos.
    package var toDoLists: [CalendarRow] {
        get throws { try list().calendars.filter { $0.takesToDos && !$0.isReadOnly } }
    }

    /// Stores what a customer changed of a to-do, and moves it to another list, in one transaction. One undo takes
    /// both back.
    ///
    /// - Parameters:
    ///   - tag: the entity tag of the state that the form showed.
    ///   - list: the number of a calendar that takes to-dos.
    /// - Returns: the way back.
    /// - Throws: `ToDoProblems`, `ToDoOvertaken` and `CalendarRefusal`; `noCalendar` if the list is gone.
    @discardableResult
    package func edit(
        _ stored: StoredToDo, to draft: ToDoDraft, _ facts: TaskFactsEdit = .keep, ifTag tag: String,
        movingTo list: String
    ) throws -> UndoToken? {
        let problems = draft.problems(clocks)
        guard problems.isEmpty else { throw ToDoProblems(problems: problems) }
        guard let target = try toDoLists.first(where: { $0.id.description == list })
        else { throw CalendarRefusal.noCalendar }
        guard let object = try object(at: stored.place), let text = try CalendarText(object.octets)
        else { throw CalendarRefusal.noObject }
        func check(_ places: PlacesBeforeMove) throws { try self.check(places, ifTag: tag) }
        var calendar = text.calendar
        try change(&calendar, to: draft, facts, toDoReader(text.calendar, in: stored.calendar))
        try forget(facts, of: stored)
        do {
            _ = try toFreeAddress(like: stored.place, in: target.segment) { place in
                if calendar == text.calendar {
                    _ = try move(from: stored.place, to: place, isMove: true, if: check)
                } else {
                    try moveAndReplace(
                        from: stored.place, to: place, text.octets(of: calendar),
                        undo: UndoToken.Change.editedMove, if: check)
                }
            }
        } catch is Overtaken {
            throw ToDoOvertaken(current: try toDo(in: stored.calendar.id.description, stored.place.segment))
        }
        return made.undo
    }
}

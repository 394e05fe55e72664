import CivilTime
import ICalendar
import Runtime
import Storage

extension CalendarHome {
    /// Stores what a customer changed of a to-do; all else stays byte for byte.
    ///
    /// The due time of a to-do that repeats stays. Its other values change in the whole series.
    ///
    /// - Parameters:
    ///   - facts: those of a flexible task, which were checked. A to-do that repeats by a rule keeps none.
    ///   - tag: the entity tag of the state that the form showed.
    /// - Returns: the way back; nil if nothing changed.
    /// - Throws: `ToDoProblems`, `ToDoOvertaken` and `CalendarRefusal`.
    @discardableResult
    package func edit(
        _ stored: StoredToDo, to draft: ToDoDraft, _ facts: TaskFactsEdit = .keep, ifTag tag: String
    ) throws -> UndoToken? {
        let problems = draft.problems(clocks)
        guard problems.isEmpty else { throw ToDoProblems(problems: problems) }
        return try app.store.transaction {
            try forget(facts, of: stored)
            return try changeToDo(stored, ifTag: tag) { try change(&$0, to: draft, facts, $1) }
        }
    }

    /// Forgets the facts that a to-do had last, if the customer makes it a plain one. Otherwise they would come back.
    func forget(_ facts: TaskFactsEdit, of stored: StoredToDo) throws {
        if facts == .set(nil) { try app.store.deleteTaskFacts(of: owner, uids: [stored.uid]) }
    }

    /// Writes a draft into the VCALENDAR of a to-do.
    func change(
        _ calendar: inout Component, to draft: ToDoDraft, _ facts: TaskFactsEdit = .keep, _ reader: ToDoReader
    ) throws {
        guard let main = calendar.mainToDo else { throw CalendarRefusal.noObject }
        guard main.isRecurringToDo else {
            let before = reader.draft(main, due: reader.due(main))
            let isChanged = if case .set(let new) = facts { new != main.taskFacts } else { false }
            guard before != draft || isChanged else { return }
            return calendar.changeMainToDo { component in
                component.change(from: before, to: draft, reader)
                if isChanged, case .set(let new) = facts { component.setTaskFacts(new) }
                component.stamp(app.now())
            }
        }
        let before = reader.draft(main, due: nil)
        var after = draft
        after.due = nil
        guard before != after, let uid = main.first("UID")?.value else { return }
        var editor = try SeriesEditor(calendar, uid: uid, zones: reader.zones, now: app.now())
        try editor.changeAll { $0.change(from: before, to: after, reader) }
        calendar = editor.calendar
    }

    /// Deletes a to-do, with all its times if it repeats.
    ///
    /// - Returns: the way back.
    /// - Throws: `CalendarRefusal.noObject` if it was deleted meanwhile.
    @discardableResult
    package func delete(_ stored: StoredToDo) throws -> UndoToken {
        try deleteObject(at: stored.place)
    }
}

extension Component {
    /// Writes the differences of two drafts.
    mutating func change(from old: ToDoDraft, to new: ToDoDraft, _ reader: ToDoReader) {
        if old.title != new.title { setToDoValue("SUMMARY", new.title.isEmpty ? nil : escapedText(new.title)) }
        if old.note != new.note {
            setToDoValue("DESCRIPTION", new.note.isEmpty ? nil : escapedText(new.note))
            // Thunderbird shows this other form of the text instead of the text.
            if var note = first("DESCRIPTION") {
                note.setParameter("ALTREP", nil)
                set(note)
            }
        }
        if old.priority != new.priority {
            setToDoValue("PRIORITY", new.priority == .none ? nil : String(new.priority.number))
        }
        if old.due != new.due { changeDue(to: new.due, reader) }
    }

    /// Writes DUE, and keeps a start before it. Apple's programs write both, with one value.
    private mutating func changeDue(to due: ToDoDue?, _ reader: ToDoReader) {
        guard let due else {
            for name in ["DTSTART", "DUE", "DURATION"] { remove(name) }
            // Nothing is left to which a relative alarm could refer.
            components.removeAll { $0.name == "VALARM" && $0.hasRelativeTrigger }
            return
        }
        let old = date("DUE"), start = date("DTSTART")
        let new = reader.value(due, like: old ?? start)
        remove("DURATION")
        setDate("DUE", new)
        guard let start else { return }
        let isEarlier = start.isDate == new.isDate && reader.due(start).order < due.order
        if start == old || !isEarlier { setDate("DTSTART", new) }
    }

    private mutating func setDate(_ name: String, _ value: DateOrTime) {
        var property = first(name) ?? Property(name, value)
        property.set(value)
        set(property)
    }

    private var hasRelativeTrigger: Bool {
        do throws(Problem) {
            if case .relative? = try Alarm(unchecked: self).trigger { return true }
            return false
        } catch {
            return false
        }
    }
}

extension ToDoReader {
    /// Returns a due time as it is written: in the zone of the old one, else in UTC.
    fileprivate func value(_ due: ToDoDue, like old: DateOrTime?) -> DateOrTime {
        switch due {
        case .day(let day): return .date(day)
        case .time(let local):
            let moment = clocks.instant(of: local)
            switch old {
            case .zoned(_, let tzid)?: return .zoned(rules(tzid).local(moment), tzid: tzid)
            case .floating?: return .floating(floating.local(moment))
            default: return .utc(moment)
            }
        }
    }
}

package import CivilTime
import ICalendar
import Runtime
package import Storage

/// A flexible task: an open to-do with the facts by which it is planned.
package struct FlexibleTask: Sendable {
    package let uid: String
    package let title: String
    /// The deadline.
    package let due: ToDoDue?
    package let importance: TaskImportance
    package let facts: TaskFacts
    package let calendar: CalendarID
    /// The last part of the object's address.
    package let segment: String
    /// The moment at which facts that a program had dropped were written back; nil if none did.
    package let restoredAt: Instant?
    /// The content lines of the facts.
    package let lines: String
    /// True if the facts are kept beside the to-do as they are.
    package let isKept: Bool
}

extension FlexibleTask {
    /// Makes a task that is not stored.
    package init(
        preview facts: TaskFacts, title: String = "", due: ToDoDue?, _ importance: TaskImportance, uid: String
    ) {
        self.init(
            uid: uid, title: title, due: due, importance: importance, facts: facts, calendar: CalendarID(0),
            segment: "", restoredAt: nil, lines: "", isKept: true)
    }
}

/// The flexible tasks of a customer, and what their to-dos say of others.
package struct FlexibleTasks: Sendable {
    /// The tasks that are planned, by UID.
    package var tasks: [FlexibleTask] = []
    /// The to-dos whose facts a program dropped.
    package var dropped: [DroppedFacts] = []
    /// The tasks of some times a week whose to-do was marked as done, as phones do after one of the times.
    package var ticked: [TickedTask] = []
    /// The UIDs of all open to-dos that are flexible or were, also of lists that are not planned.
    package var openUIDs: Set<String> = []
    /// True if there are more than are planned.
    package var isPartial = false
}

/// A to-do whose facts a program dropped.
package struct DroppedFacts: Sendable {
    package let uid: String
    let place: ObjectPlace
    let facts: TaskFacts
    /// The content lines of the facts.
    package let lines: String
}

/// A task of some times a week whose to-do was marked as done.
package struct TickedTask: Sendable {
    package let uid: String
    /// The length of one time, in minutes.
    package let minutes: Int
    /// The moment at which it was done; nil if the program did not say.
    package let doneAt: Instant?
    let place: ObjectPlace
}

extension CalendarHome {
    /// Returns the flexible tasks of all lists but some. A to-do that repeats by a rule is not one.
    ///
    /// - Parameter rows: those of `Store.tasks(of:)`.
    package func flexibleTasks(_ rows: [TaskRow], without lists: Set<CalendarID>) -> FlexibleTasks {
        var found = FlexibleTasks(), seen: Set<String> = []
        found.isPartial = rows.count > TaskRow.most
        found.openUIDs = Set(rows.map(\.uid))
        for row in rows.prefix(TaskRow.most) where !lists.contains(row.calendar) && !seen.contains(row.uid) {
            guard let text = storedCalendar(row.octets), let main = text.mainToDo, !main.isRecurringToDo
            else { continue }
            guard let facts = main.taskFacts else {
                if let lines = row.keptLines, let facts = TaskFacts(lines: lines) {
                    let place = ObjectPlace(row.calendarSegment, row.segment)
                    found.dropped.append(DroppedFacts(uid: row.uid, place: place, facts: facts, lines: lines))
                }
                continue
            }
            seen.insert(row.uid)
            let reader = ToDoReader(
                zones: ZoneResolver(text, database: zoneDatabase), floating: clocks, clocks: clocks)
            let draft = reader.draft(main, due: reader.due(main)), lines = main.taskLines
            guard !reader.isDone(main) else {
                if case .weekly = facts.repetition {
                    found.ticked.append(TickedTask(
                        uid: row.uid, minutes: facts.minutes, doneAt: reader.doneAt(main),
                        place: ObjectPlace(row.calendarSegment, row.segment)))
                }
                continue
            }
            found.tasks.append(FlexibleTask(
                uid: row.uid, title: draft.title, due: main.first("DUE") == nil ? nil : draft.due,
                importance: TaskImportance(draft.priority), facts: facts, calendar: row.calendar,
                segment: row.segment, restoredAt: row.restoredAt, lines: lines, isKept: row.keptLines == lines))
        }
        return found
    }

    /// Writes the facts of a to-do back that a program dropped. What the program changed stays.
    package func restore(_ dropped: DroppedFacts) throws {
        try editTask(at: dropped.place) { $0.setTaskFacts(dropped.facts) }
    }

    /// Marks the to-do of a task of some times a week as open again, for its next time.
    package func reopen(_ ticked: TickedTask) throws {
        try editTask(at: ticked.place) { $0.markDone(false, app.now()) }
    }

    /// Changes the facts of a task, in whatever state it is.
    package func changeTask(_ task: FlexibleTask, _ change: (inout TaskFacts) -> Void) throws {
        try edit(task) { component in
            guard var facts = component.taskFacts else { return }
            change(&facts)
            if facts != component.taskFacts { component.setTaskFacts(facts) }
        }
    }

    /// Cancels the to-do of a task (RFC 5545 §3.8.1.11), which is not planned any longer then.
    package func cancel(_ task: FlexibleTask) throws {
        try edit(task) { $0.setToDoValue("STATUS", "CANCELLED") }
    }

    private func edit(_ task: FlexibleTask, _ change: (inout Component) -> Void) throws {
        guard let list = try app.store.calendars(of: owner).first(where: { $0.id == task.calendar }) else { return }
        try editTask(at: ObjectPlace(list.segment, task.segment), change)
    }

    private func editTask(at place: ObjectPlace, _ change: (inout Component) -> Void) throws {
        guard let object = try object(at: place), let text = try CalendarText(object.octets) else { return }
        var calendar = text.calendar
        calendar.changeMainToDo { component in
            let before = component
            change(&component)
            if component != before { component.stamp(app.now()) }
        }
        guard calendar != text.calendar else { return }
        do {
            _ = try put(text.octets(of: calendar), at: place) { before in
                guard before.object?.tag == object.member.tag else { throw ChangedMeanwhile() }
            }
        } catch is ChangedMeanwhile {
            // The change of another program enqueues a plan of its own, which finds the to-do as it is then.
        }
    }

    private struct ChangedMeanwhile: Error {}
}

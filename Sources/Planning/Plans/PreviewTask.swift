package import Calendars
package import CivilTime
import Runtime
package import Scheduling
import Storage

/// The times that a task would get, and what would move for it.
package struct TaskPreview: Sendable {
    /// The times, by start; none if it would have none.
    package let times: [PreviewTime]
    /// The titles of the tasks that would move or lose their times.
    package let moved: [String]
    /// True if its time depends on a prayer, and the customer has chosen no city.
    package let lacksCity: Bool
    package let zone: TimeZoneRules
}

/// A time that a task would get, with the word for its room there.
package struct PreviewTime: Sendable {
    package let time: Range<Instant>
    package let room: Fittability.Room?
}

extension PlanningHome {
    /// Returns where a task would go, by the same solve as that of the worker. Nothing is stored.
    ///
    /// - Parameter uid: the UID of the to-do if it is edited; any other text for a new one.
    package func preview(
        _ facts: TaskFacts, due: ToDoDue?, _ importance: TaskImportance, uid: String
    ) throws -> TaskPreview {
        var situation = try situation()
        situation.tasks.tasks.removeAll { $0.uid == uid }
        situation.tasks.tasks.append(FlexibleTask(
            preview: facts, due: due, importance, uid: uid))
        situation.tasks.tasks.sort { $0.uid < $1.uid }
        let changes = situation.changes(), now = situation.now
        let own = changes.items.filter { $0.key.task == uid && $0.end > now }
        let others = (changes.written + changes.removed).map(\.key.task).filter { $0 != uid }
        let moved = Set(others).compactMap { situation.task($0)?.title }.sorted()
        return TaskPreview(
            times: own.sorted { $0.start < $1.start }.map { item in
                PreviewTime(time: item.start..<item.end, room: situation.room(of: item))
            }, moved: moved,
            lacksCity: !situation.time.hasPrayers && facts.windows.contains(where: \.isByPrayer),
            zone: situation.time.zone)
    }
}

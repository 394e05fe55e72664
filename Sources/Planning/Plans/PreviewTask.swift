package import Calendars
package import CivilTime
import Runtime
import Scheduling
import Storage

/// The times that a task would get, and what would move for it.
package struct TaskPreview: Sendable {
    /// The times, by start; none if it would have none.
    package let times: [Range<Instant>]
    /// The titles of the tasks that would move or lose their times.
    package let moved: [String]
    /// True if its time depends on a prayer, and the customer has chosen no city.
    package let lacksCity: Bool
    package let zone: TimeZoneRules
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
            times: own.map { $0.start..<$0.end }.sorted { $0.lowerBound < $1.lowerBound }, moved: moved,
            lacksCity: !situation.time.hasPrayers && facts.windows.contains(where: \.isByPrayer),
            zone: situation.time.zone)
    }
}

import Calendars
import CivilTime
import Planning
import Runtime
import Templates
import Text

/// The times that a task would get: `templates/todos/preview.mustache`.
struct TaskPreviewFields: Encodable {
    var times: [Time]
    /// A sentence if it would have no time.
    var none: String?
    /// True if it would have no time because prayers have none before a city is chosen.
    var lacksCity: Bool
    /// A sentence about the tasks that would move; nil if none would.
    var moved: String?

    struct Time: Encodable {
        var day: String
        /// `19:20–20:20`
        var time: String
        /// The word for its room on the day.
        var room: RoomWord?
    }
}

extension TaskPreviewFields {
    /// The most times that the preview shows.
    private static let most = 7

    init(_ preview: TaskPreview, _ format: Formatter) {
        times = preview.times.prefix(Self.most).map { one in
            let start = preview.zone.local(one.time.lowerBound), end = preview.zone.local(one.time.upperBound)
            return Time(
                day: format.day(start.date, .weekday),
                time: format.times(minute: start.minuteOfDay, to: end.minuteOfDay),
                room: one.room.map { RoomWord($0, format) })
        }
        lacksCity = times.isEmpty && preview.lacksCity
        none = times.isEmpty && !lacksCity ? format.text("tasks.preview.none") : nil
        let titles = preview.moved.map { $0.orUntitled(format).isolated }
        moved = titles.isEmpty ? nil : format.text("tasks.preview.moved", ["tasks": format.list(titles)])
    }
}

extension ReadTask {
    /// Returns where the task of the form would go; nil for a plain to-do and one that is to be corrected.
    func preview(_ draft: ToDoDraft?, uid: String, _ desk: TaskDesk) throws -> TaskPreviewFields? {
        guard let facts, let draft else { return nil }
        let preview = try desk.visit.planning.preview(
            facts, due: draft.due, TaskImportance(draft.priority), uid: uid)
        return TaskPreviewFields(preview, desk.format)
    }
}

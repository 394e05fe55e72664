import CivilTime
import Runtime
import Storage

/// A saved place, as the export writes it.
struct PlaceExport: Encodable {
    let id: String, name: String, latitude: Double, longitude: Double, created: String

    init(_ place: SavedPlace) {
        id = place.id.description
        name = place.name
        latitude = place.latitude
        longitude = place.longitude
        created = place.createdAt.iso8601
    }
}

/// The plan of a customer, as the export writes it.
struct PlanExport: Encodable {
    let isOn: Bool, loadPercent: Int, bufferMinutes: Int, dayStart: String, busy: String, leavesMornings: Bool
    /// The numbers of the calendars whose to-dos are not planned.
    let unplannedLists: [String]
    let planned: String?, isProven: Bool?, stop: String?
    let times: [Time]
    /// The facts of tasks as lines of iCalendar.
    let tasks: [TaskFactsExport]

    struct Time: Encodable {
        let task: String, day: String, part: Int, state: String, start: String, end: String
        let isBusy: Bool, isPinned: Bool, isAnnounced: Bool, movedFrom: String?, moved: String?, movedBecause: String?

        init(_ item: PlanItem) {
            (task, day, part) = (item.key.task, item.key.day.iso8601, item.key.part)
            (state, start, end) = (item.state.rawValue, item.start.iso8601, item.end.iso8601)
            (isBusy, isPinned, isAnnounced) = (item.isBusy, item.isPinned, item.isAnnounced)
            (movedFrom, moved) = (item.movedFrom?.iso8601, item.movedAt?.iso8601)
            movedBecause = item.movedBecause
        }
    }

    struct TaskFactsExport: Encodable {
        let task: String, lines: String, restored: String?
    }

    init(of customer: CustomerID, _ store: Store) throws {
        let choices = try store.planningChoices(of: customer), plan = try store.plan(of: customer)
        isOn = choices.isOn
        loadPercent = choices.loadPercent
        bufferMinutes = choices.bufferMinutes
        dayStart = clockText(minute: choices.dayStart)
        busy = choices.busy.rawValue
        leavesMornings = choices.leavesMornings
        unplannedLists = choices.unplannedLists.map(\.description)
        planned = plan?.plannedAt?.iso8601
        isProven = plan?.isProven
        stop = plan?.stop?.rawValue
        let days = LocalDate(daysSince1970: 0)...LocalDate(daysSince1970: 200_000)
        times = try store.planItems(of: customer, on: days).map(Time.init)
        tasks = try store.taskFacts(of: customer).map {
            TaskFactsExport(task: $0.uid, lines: $0.lines, restored: $0.restoredAt?.iso8601)
        }
    }
}

import Calendars
import CivilTime
import Planning
import Runtime
import Scheduling
import Storage
import Text

/// A planned time as a line of the day: `templates/plans/planned.mustache`.
struct PlannedEntry: Encodable {
    var address: String
    /// The colour of its calendar and its states.
    var classes: String
    var time: String, machineTime: String
    var title: String
    /// `20 min · Pharmacy · before Thursday`
    var detail: String
    /// The word for its room on the day; nil without one.
    var room: RoomWord?
    /// The name of the time for the forms of its buttons.
    var item: String
    var isPinned: Bool
    /// The minutes by which the person comes too late, in words.
    var late: String?
}

/// The word for the room of a planned time: `tight`, `some room`, `loose`.
struct RoomWord: Encodable {
    /// The class of its gauge.
    var name: String
    var word: String
}

extension RoomWord {
    init(_ room: Fittability.Room, _ format: Formatter) {
        self.init(name: room.rawValue, word: format.text("plan.room.\(room.rawValue)"))
    }
}

/// A way as a line of the day.
struct PlannedWay: Encodable {
    var time: String, machineTime: String
    /// `25 min on the way`
    var label: String
}

extension PlannedEntry {
    /// Makes the line of a planned time.
    ///
    /// - Parameters:
    ///   - classes: those of its event.
    ///   - places: the names of the customer's places.
    init(
        _ shown: ShownPlanItem, classes: String, zone: TimeZoneRules, places: [SavedPlaceID: String],
        _ format: Formatter
    ) {
        let task = shown.task, local = zone.local(shown.item.start)
        address = ToDoPages.address(task.calendar, task.segment)
        isPinned = shown.item.isPinned
        self.classes = "task \(classes)" + (isPinned ? " pinned" : "")
        time = format.time(minute: local.minuteOfDay)
        machineTime = clockText(minute: local.minuteOfDay)
        title = task.shownTitle(format)
        var words = [format.duration(minutes: shown.item.minutes)]
        if let place = task.facts.place.flatMap({ places[$0] }) { words.append(place.isolated) }
        if let due = task.due {
            words.append(format.text("tasks.line.by", ["day": format.day(due.day, .weekday)]))
        }
        detail = words.joined(separator: " · ")
        room = shown.room.map { RoomWord($0, format) }
        item = PlanItemFields(shown.item.key).text
        late = shown.lateMinutes > 0
            ? format.text("plan.late", ["length": format.duration(minutes: shown.lateMinutes)]) : nil
    }
}

extension PlannedWay {
    /// The shortest way that has a line, in minutes.
    static let least = 5

    /// Makes the line of the way to a planned time; nil for one that is short.
    init?(to shown: ShownPlanItem, zone: TimeZoneRules, _ format: Formatter) {
        guard shown.travelMinutes > Self.least else { return nil }
        let start = zone.local(shown.item.start - .seconds(shown.travelMinutes * 60))
        time = format.time(minute: start.minuteOfDay)
        machineTime = clockText(minute: start.minuteOfDay)
        label = format.text("plan.way", ["length": format.duration(minutes: shown.travelMinutes)])
    }

    /// Makes the line of the way to an event; nil for one that is short.
    init?(_ option: TravelChoice.Option, zone: TimeZoneRules, _ format: Formatter) {
        guard option.way.minutes > Self.least else { return nil }
        let start = zone.local(option.time.lowerBound)
        time = format.time(minute: start.minuteOfDay)
        machineTime = clockText(minute: start.minuteOfDay)
        label = format.way(option.way)
    }
}

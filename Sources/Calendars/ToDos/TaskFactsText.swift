import CivilTime
import ICalendar
import PrayerTimes
import Scheduling
import Storage

/// The properties that hold the facts of a task.
private enum TaskProperty {
    static let flexible = "X-JADWAL-FLEXIBLE", window = "X-JADWAL-WINDOW", related = "RELATED-TO"

    /// The days as RFC 5545 §3.3.10 names them, Monday first.
    static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
}

extension Component {
    /// The facts of a flexible task; nil for a plain to-do, and if they cannot be read.
    package var taskFacts: TaskFacts? {
        guard let text = first(TaskProperty.flexible)?.value else { return nil }
        let parts = taskParts(text)
        guard let minutes = parts["TAKES"].flatMap(Int.init), TaskFacts.lengths.contains(minutes),
              let repetition = TaskFacts.Repetition(parts)
        else { return nil }
        let windows = all(TaskProperty.window).map { PlanWindow(taskText: $0.value) }
        guard windows.allSatisfy({ $0 != nil }) else { return nil }
        let days = parts["DAYS"]?.split(separator: ",").compactMap {
            TaskProperty.weekdays.firstIndex(of: String($0)).flatMap { Weekday(rawValue: $0 + 1) }
        }
        return TaskFacts(
            minutes: minutes, place: parts["PLACE"].flatMap { SavedPlaceID(text: $0.lowercased()) },
            windows: windows.compactMap(\.self).prefix(TaskFacts.mostWindows).map(\.self), weekdays: Set(days ?? []),
            repetition: repetition,
            after: properties.filter(\.isDependency).compactMap(\.readableText).prefix(TaskFacts.mostAfter).map(\.self),
            pausedUntil: parts["PAUSED-UNTIL"].flatMap { LocalDate(iso8601: $0) })
    }

    /// Writes the facts of a task, or removes them. Relations of other kinds stay.
    mutating func setTaskFacts(_ facts: TaskFacts?) {
        remove(TaskProperty.flexible)
        remove(TaskProperty.window)
        properties.removeAll(where: \.isDependency)
        guard let facts else { return }
        properties += facts.properties
    }

    /// The content lines of the facts of a task, for a copy beside the to-do; empty for a plain to-do.
    package var taskLines: String {
        var writer = ContentLineWriter()
        guard taskFacts != nil else { return "" }
        for property in properties
        where [TaskProperty.flexible, TaskProperty.window].contains(property.name) || property.isDependency {
            writer.property(property)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension TaskFacts {
    /// Reads content lines as `Component.taskLines` writes them; nil if they are no facts.
    package init?(lines: String) {
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\n\(lines)END:VTODO\r\nEND:VCALENDAR\r\n"
        guard let facts = storedCalendar(Array(text.utf8))?.mainToDo?.taskFacts else { return nil }
        self = facts
    }

    /// The facts as properties of a VTODO.
    fileprivate var properties: [Property] {
        var parts = ["TAKES=\(minutes)"] + repetition.parts
        if !weekdays.isEmpty {
            let days = weekdays.map(\.rawValue).sorted().map { TaskProperty.weekdays[$0 - 1] }
            parts.append("DAYS=\(days.joined(separator: ","))")
        }
        if let place { parts.append("PLACE=\(place)") }
        if let pausedUntil { parts.append("PAUSED-UNTIL=\(pausedUntil.iso8601)") }
        return [Property(TaskProperty.flexible, value: parts.joined(separator: ";"))]
            + windows.map { Property(TaskProperty.window, value: $0.taskText) }
            + after.map {
                // RFC 9253 §5.
                Property(
                    TaskProperty.related, parameters: [Parameter("RELTYPE", "DEPENDS-ON")], value: escapedText($0))
            }
    }
}

extension TaskFacts.Repetition {
    /// - Returns: nil if the numbers make no sense, or are beyond their limits.
    fileprivate init?(_ parts: [String: String]) {
        func number(_ name: String, _ usual: Int) -> Int? { parts[name].map { Int($0) } ?? usual }
        if let times = parts["TIMES"] {
            guard let times = Int(times), let rest = number("REST", 0), TaskFacts.times.contains(times),
                  TaskFacts.restDays.contains(rest)
            else { return nil }
            self = .weekly(times: times, restDays: rest)
        } else if let least = parts["LEAST"] {
            guard let least = Int(least), let greatest = number("GREATEST", least),
                  let mostADay = number("A-DAY", 1), let pause = number("PAUSE", 0),
                  TaskFacts.lengths.contains(least), TaskFacts.lengths.contains(greatest),
                  (1...TaskFacts.mostPiecesADay).contains(mostADay), TaskFacts.pauses.contains(pause)
            else { return nil }
            self = .pieces(least: least, greatest: greatest, mostADay: mostADay, pause: pause)
        } else {
            self = .once
        }
    }

    fileprivate var parts: [String] {
        switch self {
        case .once: []
        case .weekly(let times, let rest): ["TIMES=\(times)"] + (rest > 0 ? ["REST=\(rest)"] : [])
        case .pieces(let least, let greatest, let mostADay, let pause):
            ["LEAST=\(least)", "GREATEST=\(greatest)", "A-DAY=\(mostADay)"] + (pause > 0 ? ["PAUSE=\(pause)"] : [])
        }
    }
}

extension PlanWindow {
    /// Reads `FROM=0900;TO=1200`, `AFTER=asr;BEFORE=maghrib`, or parts of both.
    fileprivate init?(taskText text: String) {
        let parts = taskParts(text)
        self.init()
        for (name, value) in parts {
            switch name {
            case "FROM", "TO":
                guard let minute = Self.minute(value) else { return nil }
                if name == "FROM" { fromClock = minute } else { toClock = minute }
            case "AFTER", "BEFORE":
                guard let prayer = DayEvent(rawValue: value.lowercased()), prayer.isPrayer else { return nil }
                if name == "AFTER" { after = prayer } else { before = prayer }
            default: continue
            }
        }
        guard self != PlanWindow() else { return nil }
    }

    fileprivate var taskText: String {
        func clock(_ minute: Int) -> String {
            let text = String(minute / 60 * 100 + minute % 60)
            return String(repeating: "0", count: max(0, 4 - text.count)) + text
        }
        let parts = [
            fromClock.map { "FROM=\(clock($0))" }, toClock.map { "TO=\(clock($0))" },
            after.map { "AFTER=\($0.rawValue)" }, before.map { "BEFORE=\($0.rawValue)" },
        ]
        return parts.compactMap(\.self).joined(separator: ";")
    }

    /// Reads four digits of a clock.
    private static func minute(_ text: String) -> Int? {
        guard text.utf8.count == 4, let number = Int(text), number >= 0, number % 100 < 60, number <= 2_400
        else { return nil }
        return number / 100 * 60 + number % 100
    }
}

extension Property {
    /// The value as a text; nil if it cannot be read.
    fileprivate var readableText: String? { readable(try text()) }

    /// True for the relation to a to-do that must be done first.
    fileprivate var isDependency: Bool {
        name == TaskProperty.related && parameter("RELTYPE")?.uppercased() == "DEPENDS-ON"
    }
}

/// Returns the parts of a value as `NAME=VALUE;NAME=VALUE`, by their names in upper case. The first of a name counts.
private func taskParts(_ text: String) -> [String: String] {
    let pairs = text.split(separator: ";").compactMap { part -> (String, String)? in
        let sides = part.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { return nil }
        return (sides[0].uppercased(), String(sides[1]))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
}

import HTTP
import Planning
import Runtime
import Storage
import Templates

/// The form of a page about a customer's habits: each field as somebody typed it, or as it is stored.
struct HabitForm {
    let format: Formatter
    /// nil for a page that shows the stored habits.
    private let typed: Form?
    private var problems: [(id: String, label: String, sentence: String)] = []

    init(_ format: Formatter, _ typed: Form? = nil) {
        self.format = format
        self.typed = typed
    }

    /// True if everything could be read, and is within its limits.
    var isSound: Bool { problems.isEmpty }

    /// All that is to be corrected; nil if nothing is.
    var summary: ProblemSummary? {
        isSound ? nil : ProblemSummary(
            count: format.text("event.problems", counting: problems.count),
            items: problems.map { problem in
                ProblemSummary.Item(
                    id: problem.id,
                    text: format.text("habits.problem.named", ["field": problem.label, "problem": problem.sentence]))
            })
    }

    /// Returns a field: with what was typed, or else with the stored value.
    func field(_ id: String, _ label: String, stored: String) -> HabitField {
        let value = typed.flatMap { $0.contains(id) ? $0[id] : nil } ?? stored
        return HabitField(
            id: id, label: label, value: value, problem: problems.first { $0.id == id }?.sentence)
    }

    /// Returns true if a box is ticked; the stored value for a page without a form.
    func isTicked(_ name: String, stored: Bool) -> Bool { typed.map { $0[name] == "yes" } ?? stored }

    /// Reads a number of minutes. Adds a problem and returns nil if there is none within the limits.
    mutating func minutes(_ id: String, _ label: String) -> Int? {
        number(id, label, within: DayHabits.minutes)
    }

    /// Reads a number. Adds a problem and returns nil if there is none within the limits.
    mutating func number(_ id: String, _ label: String, within limits: ClosedRange<Int>) -> Int? {
        let text = plainNumber(typed?[id] ?? "")
        if text.utf8.count <= 5, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
           limits.contains(number) { return number }
        add(id, label, "habits.problem.minutes", [
            "least": format.number(limits.lowerBound), "most": format.number(limits.upperBound),
        ])
        return nil
    }

    /// Reads two times of day. Adds a problem and returns nil if one is not a time.
    ///
    /// - Parameter ofOneDay: true if both times are of one day. By a clock of 12 hours, 9 to 5 is then 9:00 to 17:00.
    mutating func hours(_ from: HabitClock, _ until: HabitClock, ofOneDay: Bool) -> DayHours? {
        let first = clock(from), last = clock(until)
        guard first.isRead, last.isRead else { return nil }
        var end = last.clock?.minute
        if ofOneDay, format.clock == .hours12, let start = first.clock?.minute, let clock = last.clock,
           !clock.namesHalf, clock.minute <= start, clock.minute + 720 > start, clock.minute + 720 < 1_440 {
            end = clock.minute + 720
        }
        return DayHours(from: first.clock?.minute, until: end)
    }

    mutating func add(_ id: String, _ label: String, _ key: String, _ values: [String: String] = [:]) {
        problems.append((id, label, format.text(key, values)))
    }

    /// - Returns: no clock for an empty field; false for a text that is not a time.
    private mutating func clock(_ field: HabitClock) -> (clock: TypedClock?, isRead: Bool) {
        let text = (typed?[field.id] ?? "").trimmed
        if text.isEmpty { return (nil, true) }
        if let clock = TypedClock(text) { return (clock, true) }
        add(field.id, field.label, "habits.problem.time")
        return (nil, false)
    }
}

/// A field for a time of day.
struct HabitClock {
    var id: String
    var label: String
}

/// A field of a page about habits: `templates/settings/habit-field.mustache`.
struct HabitField: Encodable {
    /// The id, which is its name, too.
    var id: String
    var label: String
    var value: String
    var problem: String?
}

extension Formatter {
    /// Returns the end of hours as a field shows it: midnight at the end of a day is `24:00` by a clock of 24 hours.
    func endTime(minute: Int) -> String {
        minute == 1_440 && clock == .hours24 ? digits("24:00") : time(minute: minute)
    }
}

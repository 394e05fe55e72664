import CivilTime
package import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/my-week`: the hours of each weekday, and quiet hours.
    package static func showMyWeek(_ visit: CustomerVisit) throws -> Response {
        visit.page(try MyWeekPage(visit.planning.habits(), HabitForm(visit.format), visit))
    }

    /// `POST /settings/my-week`: stores the hours. A button of another week fills them in, and one shows what they
    /// mean; neither stores anything.
    package static func saveMyWeek(_ visit: CustomerVisit) throws -> Response {
        let action = visit.request.form["do"]
        var habits = try visit.planning.habits(), typed = visit.request.form
        if let week = TypicalWeek(rawValue: action) { typed = week.filled(into: typed, visit.format) }
        var form = HabitForm(visit.format, typed)
        form.readWeek(into: &habits)
        if form.isSound, action.isEmpty {
            let saved = habits
            try visit.planning.changeHabits { $0.takeWeek(of: saved) }
            return visit.redirect("/settings?saved=yes")
        }
        let page = try MyWeekPage(habits, form, isPreview: form.isSound, visit)
        return visit.page(page, status: form.isSound ? .ok : .unprocessableContent)
    }
}

/// A week to start from.
enum TypicalWeek: String, CaseIterable {
    case gulf, west

    var working: Set<Weekday> {
        switch self {
        case .gulf: WeekHours.gulfWeek
        case .west: [.monday, .tuesday, .wednesday, .thursday, .friday]
        }
    }

    func words(_ format: Formatter) -> String { format.weekdays(working) }

    /// Returns a form with the hours of this week in place of those of the form.
    func filled(into form: Form, _ format: Formatter) -> Form {
        let week = WeekHabits.usual(working: working)
        let hours = Weekday.allCases.flatMap { day in
            WeekField.all(day, format).flatMap { field -> [Form.Field] in
                let range = week[keyPath: field.hours][day].first
                return [
                    Form.Field(name: field.from.id, value: range.map { format.time(minute: $0.lowerBound) } ?? ""),
                    Form.Field(name: field.until.id, value: range.map { format.endTime(minute: $0.upperBound) } ?? ""),
                ]
            }
        }
        let names = Set(hours.map(\.name))
        return Form(fields: form.fields.filter { !names.contains($0.name) } + hours)
    }
}

/// The two fields for the hours of a weekday.
struct WeekField {
    let hours: WritableKeyPath<WeekHabits, WeekHours>
    let from: HabitClock, until: HabitClock

    static func all(_ day: Weekday, _ format: Formatter) -> [WeekField] {
        [("allowed", \WeekHabits.allowed), ("best", \WeekHabits.preferred)].map { name, hours in
            func clock(_ end: String) -> HabitClock {
                HabitClock(
                    id: "\(name)-\(end)-\(day.rawValue)",
                    label: format.text("my-week.field.\(name)-\(end)", ["day": format.weekday(day)]))
            }
            return WeekField(hours: hours, from: clock("from"), until: clock("until"))
        }
    }
}

/// The names of the other fields.
enum OtherField {
    static func quiet(_ format: Formatter) -> (from: HabitClock, until: HabitClock) {
        (
            HabitClock(id: "quiet-from", label: format.text("my-week.quiet.from")),
            HabitClock(id: "quiet-until", label: format.text("my-week.quiet.until"))
        )
    }
    static let reserve = "way-reserve", allDay = "all-day"
}

extension HabitForm {
    /// Reads the fields of the page into habits. What cannot be read stays as it is.
    fileprivate mutating func readWeek(into habits: inout DayHabits) {
        var hours: [[Weekday: [Range<Int>]]] = [[:], [:]]
        for day in Weekday.allCases {
            for (index, field) in WeekField.all(day, format).enumerated() {
                hours[index][day] = range(field.from, field.until).map { [$0] }
            }
        }
        habits.week = WeekHabits(
            allowed: WeekHours { hours[0][$0] ?? [] }, preferred: WeekHours { hours[1][$0] ?? [] })
        let quiet = OtherField.quiet(format)
        if let given = self.hours(quiet.from, quiet.until, ofOneDay: false) {
            switch (given.from, given.until) {
            case (nil, nil): habits.quietHours = .none
            case (let from?, let until?): habits.quietHours = QuietHours(from: from % 1_440, until: until % 1_440)
            case (nil, _): add(quiet.from.id, quiet.from.label, "habits.problem.half")
            case (_, nil): add(quiet.until.id, quiet.until.label, "habits.problem.half")
            }
        }
        habits.countsAllDay = isTicked(OtherField.allDay, stored: habits.countsAllDay)
        let reserve = minutes(OtherField.reserve, format.text("my-week.reserve"))
        habits.wayReserveMinutes = reserve ?? habits.wayReserveMinutes
    }

    private mutating func range(_ from: HabitClock, _ until: HabitClock) -> Range<Int>? {
        guard var given = hours(from, until, ofOneDay: true) else { return nil }
        // Midnight ends a day.
        if given.until == 0 { given.until = 1_440 }
        do {
            return try given.range()
        } catch .half {
            let open = given.from == nil ? from : until
            add(open.id, open.label, "habits.problem.half")
        } catch {
            add(until.id, until.label, "habits.problem.end")
        }
        return nil
    }
}

extension DayHabits {
    /// Takes over what the page about the week sets.
    fileprivate mutating func takeWeek(of other: DayHabits) {
        week = other.week
        quietHours = other.quietHours
        countsAllDay = other.countsAllDay
        wayReserveMinutes = other.wayReserveMinutes
    }
}

import Calendars
import Crypto
import HTTP
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Web

extension Question {
    /// The question about the rhythm of the customer's days: getting up, meals, sport.
    static let routines = Question(
        name: "routines", title: "first.routines.title", lead: "first.routines.lead",
        fields: { step in QuestionFields(groups: try RoutineAnswer(step.visit).groups()) },
        answer: { step in
            try RoutineAnswer(step.visit).store()
            return nil
        })
}

/// Routines that the first minutes ask for, in a few usual values.
struct RoutineAnswer {
    private let visit: CustomerVisit
    private let choices: PlanningChoices

    init(_ visit: CustomerVisit) throws {
        self.visit = visit
        choices = try visit.planning.planningChoices()
    }

    /// The minutes of the clock at which people get up.
    private static let starts = [240, 300, 360, 420, 480]

    private enum Meals: String, CaseIterable {
        case none, lunch, both
    }

    /// The times of sport a week.
    private static let sport = [0, 2, 3, 5]

    /// Returns the choices of getting up, meals and sport.
    func groups() -> [RadioGroup] {
        let format = visit.format
        let starts = Self.starts.contains(choices.dayStart) ? Self.starts : [choices.dayStart] + Self.starts
        return [
            RadioGroup(
                name: "start", legend: format.text("first.routines.start"),
                options: starts.map {
                    RadioOption(String($0), format.time(minute: $0)).checked($0 == choices.dayStart)
                }),
            RadioGroup(
                name: "meals", legend: format.text("first.routines.meals"),
                options: Meals.allCases.map {
                    RadioOption($0.rawValue, format.text("first.routines.meals.\($0.rawValue)")).checked($0 == .none)
                }),
            RadioGroup(
                name: "sport", legend: format.text("first.routines.sport"),
                options: Self.sport.map { times in
                    let words = times == 0
                        ? format.text("first.routines.no-sport") : format.text("tasks.times-a-week", counting: times)
                    return RadioOption(String(times), words).checked(times == 0)
                }),
        ]
    }

    /// Stores the start of the day, and makes a task of each routine. Sent again, the form makes none.
    func store() throws {
        let form = visit.request.form
        guard let start = Int(form["start"]), PlanningChoices.dayStarts.contains(start),
            let meals = Meals(rawValue: form["meals"]), let sport = Int(form["sport"]), Self.sport.contains(sport)
        else { throw Refusal.badRequest }
        try visit.planning.changePlanning { $0.dayStart = start }
        if meals != .none { try add("lunch", minutes: 45, times: 7, PlanWindow(toClock: 900, after: .dhuhr)) }
        if meals == .both { try add("dinner", minutes: 45, times: 7, PlanWindow(toClock: 1_320, after: .maghrib)) }
        if sport > 0 { try add("sport", minutes: 60, times: sport, PlanWindow(toClock: 1_320, after: .asr)) }
    }

    private func add(_ name: String, minutes: Int, times: Int, _ window: PlanWindow) throws {
        let facts = TaskFacts(
            minutes: minutes, windows: [window], repetition: .weekly(times: times, restDays: 0))
        let draft = ToDoDraft(title: visit.text("first.routines.\(name)"))
        let uid = uuidV5("jadwal:routines/\(name)/\(visit.customer.id)")
        _ = try visit.calendars.addToDo(draft, facts, to: "", uid: uid)
    }
}

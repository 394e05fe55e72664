import CivilTime
import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
import Web

extension Question {
    /// The question about the prayers and the nights of a customer.
    static let day = Question(
        name: "day", title: "first.day.title", lead: "first.day.lead",
        fields: { step in QuestionFields(groups: try DayAnswer(step.visit).groups()) },
        answer: { step in
            try DayAnswer(step.visit).store()
            return nil
        })
}

/// Habits that the first minutes ask for, in a few usual values.
struct DayAnswer {
    private let visit: CustomerVisit
    private let habits: DayHabits

    init(_ visit: CustomerVisit) throws {
        self.visit = visit
        habits = try visit.planning.habits()
    }

    private static let strictness = "strictness", quiet = "quiet", days = "days"

    /// The nights that are offered.
    private static let nights = [
        QuietHours(), QuietHours(from: 22 * 60, until: 5 * 60), QuietHours(from: 0, until: 7 * 60), .none,
    ]

    /// Returns the choices of strictness and quiet hours.
    func groups() -> [RadioGroup] {
        let format = visit.format
        return [
            RadioGroup(
                name: Self.strictness, legend: format.text("first.day.prayers"),
                options: PrayerStrictness.allCases.map { strictness in
                    RadioOption(strictness.rawValue, format.text("prayer-day.\(strictness.rawValue)"))
                        .checked(strictness == habits.prayers.strictness)
                }),
            RadioGroup(
                name: Self.quiet, legend: format.text("first.day.quiet"),
                options: offered(Self.nights, habits.quietHours).map { night in
                    let words = night.isNone
                        ? format.text("first.day.no-quiet") : format.times(minute: night.from, to: night.until)
                    return RadioOption(Self.value(night), words).checked(night == habits.quietHours)
                }),
        ]
    }

    /// Stores strictness and quiet hours.
    func store() throws {
        let form = visit.request.form
        guard let strictness = PrayerStrictness(rawValue: form[Self.strictness]),
              let night = offered(Self.nights, habits.quietHours).first(where: { Self.value($0) == form[Self.quiet] })
        else { throw Refusal.badRequest }
        try visit.planning.changeHabits {
            $0.prayers.strictness = strictness
            $0.quietHours = night
        }
    }

    // MARK: Working days

    /// The weeks that are offered.
    private static let weeks: [Set<Weekday>] = TypicalWeek.allCases.map(\.working) + [
        [.saturday, .sunday, .monday, .tuesday, .wednesday],
        [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday],
    ]

    /// The days with preferred hours.
    private var workingDays: Set<Weekday> {
        guard let week = habits.week else { return visit.workingDays }
        return Set(Weekday.allCases.filter { !week.preferred[$0].isEmpty })
    }

    /// Returns the choice of working days.
    func workingWeek() -> RadioGroup {
        let format = visit.format, chosen = workingDays
        return RadioGroup(
            name: Self.days, legend: format.text("first.week.working"),
            options: offered(Self.weeks, chosen).map { days in
                RadioOption(Self.value(days), days.isEmpty ? format.text("week.none") : format.weekdays(days))
                    .checked(days == chosen)
            })
    }

    /// Stores the hours of other working days. Those of the same days stay as they are, as without an answer.
    func storeWorkingWeek() throws {
        guard visit.request.form.contains(Self.days) else { return }
        let chosen = visit.request.form[Self.days]
        guard let days = offered(Self.weeks, workingDays).first(where: { Self.value($0) == chosen }) else {
            throw Refusal.badRequest
        }
        guard days != workingDays else { return }
        try visit.planning.changeHabits { $0.week = .usual(working: days) }
    }

    /// Returns the usual values, and before them the one in force if it is another.
    private func offered<Value: Equatable>(_ usual: [Value], _ now: Value) -> [Value] {
        usual.contains(now) ? usual : [now] + usual
    }

    private static func value(_ night: QuietHours) -> String { "\(night.from)-\(night.until)" }

    private static func value(_ days: Set<Weekday>) -> String {
        String(days.map(\.rawValue).sorted().flatMap { String($0) })
    }
}

import CivilTime
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Web

struct MyWeekPage: Page {
    static let template = "settings/my-week"
    static let hasForm = true
    var summary: ProblemSummary?
    var isPreview: Bool
    /// Weeks to start from.
    var weeks: [Week]
    /// The hours over the lines.
    var marks: [String]
    var days: [Day]
    var quiet: Hours
    var countsAllDay: Bool
    var reserve: HabitField

    struct Week: Encodable {
        var value: String, label: String
    }

    struct Day: Encodable {
        var name: String
        var allowed: Hours, best: Hours
        var line: DayLine
    }

    struct Hours: Encodable {
        var from: HabitField, until: HabitField
    }
}

extension MyWeekPage {
    init(_ habits: DayHabits, _ form: HabitForm, isPreview: Bool = false, _ visit: CustomerVisit) throws {
        let format = form.format, week = habits.week ?? .usual(working: visit.workingDays)
        let prayers = try Self.prayers(habits, visit), first = visit.customer.firstDay
        func hours(_ field: WeekField, _ day: Weekday) -> Hours {
            let range = week[keyPath: field.hours][day].first
            return Hours(
                from: form.field(
                    field.from.id, field.from.label, stored: range.map { format.time(minute: $0.lowerBound) } ?? ""),
                until: form.field(
                    field.until.id, field.until.label,
                    stored: range.map { format.endTime(minute: $0.upperBound) } ?? ""))
        }
        let days = (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }.map { day in
            let fields = WeekField.all(day, format)
            return Day(
                name: format.weekday(day), allowed: hours(fields[0], day), best: hours(fields[1], day),
                line: DayLine(
                    allowed: week.allowed[day], preferred: week.preferred[day], prayers: prayers[day] ?? []))
        }
        let quiet = OtherField.quiet(format), stored = habits.quietHours
        func quietField(_ clock: HabitClock, _ minute: Int) -> HabitField {
            form.field(clock.id, clock.label, stored: stored.isNone ? "" : format.time(minute: minute))
        }
        self.init(
            summary: form.summary, isPreview: isPreview,
            weeks: TypicalWeek.allCases.map { Week(value: $0.rawValue, label: $0.words(format)) },
            marks: [5, 10, 15, 20].map { format.briefTime(minute: $0 * 60) } + [
                format.clock == .hours24 ? format.endTime(minute: 1_440) : format.briefTime(minute: 0),
            ],
            days: days,
            quiet: Hours(from: quietField(quiet.from, stored.from), until: quietField(quiet.until, stored.until)),
            countsAllDay: form.isTicked(OtherField.allDay, stored: habits.countsAllDay),
            reserve: form.field(
                OtherField.reserve, format.text("my-week.reserve"), stored: format.number(habits.wayReserveMinutes)))
    }

    /// Returns the minutes of the day that prayers take on each weekday, from today on.
    private static func prayers(_ habits: DayHabits, _ visit: CustomerVisit) throws -> [Weekday: [Range<Int>]] {
        guard let days = try visit.planning.prayerDays(7) else { return [:] }
        let zone = try visit.zone
        var prayers: [Weekday: [Range<Int>]] = [:]
        for day in days {
            prayers[day.date.weekday] = habits.prayers.shownBlocks(of: day).map { block in
                let start = zone.local(block.time.lowerBound).minuteOfDay
                let length = Int((block.time.upperBound - block.time.lowerBound).components.seconds / 60)
                return start..<start + length
            }
        }
        return prayers
    }
}

extension Formatter {
    /// Returns weekdays: `Sunday to Thursday`, or each of them.
    func weekdays(_ days: Set<Weekday>) -> String {
        func next(_ day: Weekday) -> Weekday { Weekday(rawValue: day.rawValue % 7 + 1) ?? day }
        func previous(_ day: Weekday) -> Weekday { Weekday(rawValue: (day.rawValue + 5) % 7 + 1) ?? day }
        let starts = days.filter { !days.contains(previous($0)) }
        guard starts.count == 1, let first = starts.first, days.count > 2 else {
            let inOrder = [7, 1, 2, 3, 4, 5, 6].compactMap(Weekday.init(rawValue:)).filter(days.contains)
            return list(inOrder.map(weekday))
        }
        var last = first
        while days.contains(next(last)), next(last) != first { last = next(last) }
        return text("week.span", ["first": weekday(first), "last": weekday(last)])
    }
}

extension DayHabits {
    /// Returns the best hours in a line: `Sunday to Thursday, 9:00–17:00`; the days alone if their hours differ.
    func weekSummary(_ visit: CustomerVisit) -> String {
        let format = visit.format, best = (week ?? .usual(working: visit.workingDays)).preferred
        let days = Weekday.allCases.filter { !best[$0].isEmpty }, hours = Set(days.map { best[$0] })
        guard let first = hours.first?.first else { return format.text("week.none") }
        let words = format.weekdays(Set(days))
        guard hours.count == 1 else { return words }
        return format.text("week.summary", [
            "days": words, "hours": format.times(minute: first.lowerBound, to: first.upperBound),
        ])
    }
}

import Calendars
import CivilTime
import Planning
import Runtime
import Scheduling
import Storage
import Templates
import Text

/// The parts above and beside the planned day: `templates/plans/head.mustache` and `side.mustache`.
struct PlanSide: Encodable {
    /// `5 tasks today, 1 done`
    var tasks: String
    /// `2 left out`; nil if none is.
    var leftCount: String?
    /// `1 h 20 min still free`; nil if nothing is.
    var free: String?
    var moved: [MovedTask]
    /// A sentence about the limit that stopped the last plan; nil if it was written.
    var stop: String?
    /// Sentences about the days by whose end more is due than fits.
    var short: [String]
    /// The question about the times that passed; nil without any.
    var missed: MissedQuestion?
    var left: [LeftTask]
    var week: [WeekRow]
    var hasWeek: Bool
}

/// The notice that a task moved.
struct MovedTask: Encodable {
    /// `Gym moved from 16:15 to 19:20, since Client meeting is in its way.`
    var text: String
    var item: String
    /// False if the time before is over.
    var canGoBack: Bool
}

struct MissedQuestion: Encodable {
    /// `Were these 2 done?`
    var question: String
    var items: [Item]

    struct Item: Encodable {
        var item: String
        var title: String
        /// `Sunday 22 November, 16:00`
        var when: String
    }
}

/// A task that has no time, with the reason and ways out.
struct LeftTask: Encodable {
    var uid: String, title: String
    var length: String
    var reason: String
    var offers: [LeftOffer]
}

/// A way out: a field of the form with its value, and the words of its button.
struct LeftOffer: Encodable {
    var name: String, value: String, label: String
}

struct WeekRow: Encodable {
    var title: String, state: String
}

extension PlanSide {
    /// The most notices of tasks that moved.
    private static let mostMoved = 3
    /// The most days by whose end more is due than fits.
    private static let mostShort = 2

    init(_ today: TodayPlan, now: Instant, _ format: Formatter) {
        let plan = today.plan
        tasks = format.text("plan.tasks", counting: plan.items.count + today.done, [
            "done": today.done == 0 ? "" : format.text("plan.done", ["count": format.number(today.done)]),
        ])
        leftCount = plan.leftOut.isEmpty ? nil : format.text("plan.left", counting: plan.leftOut.count)
        free = plan.freeMinutes <= 0
            ? nil : format.text("plan.free", ["length": format.duration(minutes: plan.freeMinutes)])
        moved = today.moved.prefix(Self.mostMoved).compactMap { Self.moved($0, plan.zone, now, format) }
        stop = today.stop.map { Self.words($0, format) }
        short = today.shortfalls.prefix(Self.mostShort).map { $0.words(format) }
        missed = today.missed.isEmpty ? nil : MissedQuestion(today.missed, plan.zone, format)
        left = plan.leftOut.map { LeftTask($0, plan, format) }
        week = today.week.map { WeekRow($0, plan.zone, format) }
        hasWeek = !week.isEmpty
    }

    private static func words(_ stop: PlanStop, _ format: Formatter) -> String {
        switch stop {
        case .calendars: format.text("plan.stop.calendars")
        case .entries: format.text("plan.stop.entries")
        case .size: format.text("plan.stop.size")
        }
    }

    private static func moved(
        _ shown: ShownPlanItem, _ zone: TimeZoneRules, _ now: Instant, _ format: Formatter
    ) -> MovedTask? {
        guard let from = shown.item.movedFrom else { return nil }
        let before = zone.local(from), after = zone.local(shown.item.start)
        func words(_ local: LocalDateTime) -> String {
            let time = format.time(minute: local.minuteOfDay)
            return before.date == after.date ? time : format.list([format.day(local.date, .weekday), time])
        }
        var values = ["task": shown.task.shownTitle(format).isolated, "from": words(before), "to": words(after)]
        values["because"] = shown.movedBecause?.isolated
        return MovedTask(
            text: format.text(shown.movedBecause == nil ? "plan.moved" : "plan.moved.because", values),
            item: PlanItemFields(shown.item.key).text, canGoBack: from > now)
    }
}

extension DeadlineShortfall {
    /// The most tasks that are named.
    private static let mostNamed = 3

    /// Returns the sentence: `2 h are missing for Report and Essay, by the end of Thursday 26 November.`
    func words(_ format: Formatter) -> String {
        let values = [
            "missing": format.duration(minutes: missingMinutes), "day": format.day(lastDay, .weekday),
            "tasks": format.list(tasks.map { $0.shownTitle(format).isolated }),
        ]
        return tasks.count > Self.mostNamed
            ? format.text("plan.short.many", counting: tasks.count, values) : format.text("plan.short", values)
    }
}

extension FlexibleTask {
    /// Returns its title, with words for a task without one.
    func shownTitle(_ format: Formatter) -> String { title.orUntitled(format) }
}

extension String {
    /// Returns the title of a task, with words for a task without one.
    func orUntitled(_ format: Formatter) -> String { isEmpty ? format.text("tasks.untitled") : self }
}

extension MissedQuestion {
    fileprivate init(_ missed: [MissedTime], _ zone: TimeZoneRules, _ format: Formatter) {
        question = format.text("plan.missed", counting: missed.count)
        items = missed.map { one in
            let local = zone.local(one.item.start)
            return Item(
                item: PlanItemFields(one.item.key).text, title: one.task.shownTitle(format),
                when: format.list([format.day(local.date, .weekday), format.time(minute: local.minuteOfDay)]))
        }
    }
}

extension WeekRow {
    fileprivate init(_ tally: WeekTally, _ zone: TimeZoneRules, _ format: Formatter) {
        title = tally.task.shownTitle(format)
        let count = format.text("plan.week.count", [
            "done": format.number(tally.done), "times": format.number(tally.times),
        ])
        let next = tally.next.map { next in
            format.text("plan.week.next", ["day": format.weekday(zone.local(next).date.weekday)])
        }
        state = format.list([count, next].compactMap(\.self))
    }
}

import Calendars
import CivilTime
package import HTTP
import Planning
import Runtime
import Storage
package import Web

/// The buttons of the planned day. The day itself is `CalendarViews.showToday`.
///
/// - Plans.swift: the answers. PlannedEntry.swift: a planned time as a line of the day. PlanSide.swift: the parts
///   above and beside the day. LeftOutWords.swift: reasons and ways out.
package enum PlanPages {
    /// `POST /today/plan`: answers one planned time.
    package static func answer(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let key = key(form), let answer = answers[form["do"]] else { throw Refusal.badRequest }
        do {
            try visit.planning.answer(key, answer)
        } catch is PlanAnswerRefusal {
            return ToDoPages.redirect(to: "/today", done: "missing", nil, visit)
        }
        return ToDoPages.redirect(to: "/today", done: answer == .done ? "task-done" : "edited", nil, visit)
    }

    private static let answers: [String: PlanAnswer] = [
        "done": .done, "pin": .pin, "unpin": .unpin, "not-today": .notToday, "put-back": .putBack, "again": .again,
        "drop": .drop,
    ]

    /// `POST /today/missed`: answers the question about the times that passed, all at once.
    package static func answerMissed(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let answer = answers[form["do"]], [.done, .again, .drop].contains(answer) else {
            throw Refusal.badRequest
        }
        let named = Set(form.all("item"))
        for missed in try visit.planning.missedItems() where named.contains(PlanItemFields(missed.item.key).text) {
            do {
                try visit.planning.answer(missed.item.key, answer)
            } catch PlanAnswerRefusal.noItem {
                // The answer before has changed the plan, and this time with it.
                continue
            }
        }
        return ToDoPages.redirect(to: "/today", done: "edited", nil, visit)
    }

    /// `POST /today/left`: takes a way out for a task that has no time.
    package static func takeOffer(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, planning = visit.planning
        let rows = try visit.store.tasks(of: visit.customer.id)
        guard let task = visit.calendars.flexibleTasks(rows, without: []).tasks.first(where: { $0.uid == form["task"] })
        else { return ToDoPages.redirect(to: "/today", done: "missing", nil, visit) }
        if let day = LocalDate(iso8601: form["day"]) {
            try visit.calendars.changeTask(task) { $0.pausedUntil = day }
        } else if let minutes = Int(form["minutes"]), TaskFacts.lengths.contains(minutes) {
            try visit.calendars.changeTask(task) { $0.minutes = minutes }
        } else {
            for item in form.all("instead").compactMap({ PlanItemFields(text: $0)?.key }) {
                do {
                    try planning.answer(item, .notToday)
                } catch is PlanAnswerRefusal {
                    return ToDoPages.redirect(to: "/today", done: "missing", nil, visit)
                }
            }
        }
        try planning.planDays()
        return ToDoPages.redirect(to: "/today", done: "edited", nil, visit)
    }

    private static func key(_ form: Form) -> PlanItemKey? { PlanItemFields(text: form["item"])?.key }
}

/// The name of a planned time as a field of a form: `2026-11-23 1 UID`.
struct PlanItemFields: Equatable {
    let key: PlanItemKey

    init(_ key: PlanItemKey) { self.key = key }

    init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, let day = LocalDate(iso8601: parts[0]), let part = Int(parts[1]),
            (1...100).contains(part)
        else { return nil }
        key = PlanItemKey(task: parts[2], day: day, part: part)
    }

    var text: String { "\(key.day.iso8601) \(key.part) \(key.task)" }
}

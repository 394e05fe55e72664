import Calendars
package import HTTP
import Planning
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/planning`: how the customer's days are planned.
    package static func showPlanning(_ visit: CustomerVisit) throws -> Response {
        visit.page(try PlanSettingsPage(visit.planning.planningChoices(), HabitForm(visit.format), visit))
    }

    /// `POST /settings/planning`.
    package static func savePlanning(_ visit: CustomerVisit) throws -> Response {
        let typed = visit.request.form
        let before = try visit.planning.planningChoices()
        var choices = before, form = HabitForm(visit.format, typed)
        guard let busy = PlanningChoices.Busy(rawValue: typed["busy"]), let load = Int(typed["load"]),
            PlanSettingsPage.loads.contains(load)
        else { throw Refusal.badRequest }
        let lists = try visit.calendars.toDoLists, planned = Set(typed.all("list"))
        choices.unplannedLists = lists.map(\.id).filter { !planned.contains($0.description) }
        (choices.busy, choices.loadPercent, choices.isOn) = (busy, load, typed["on"] == "yes")
        choices.leavesMornings = typed["mornings"] == "yes"
        form.readPlan(into: &choices)
        guard form.isSound else {
            return visit.page(try PlanSettingsPage(choices, form, visit), status: .unprocessableContent)
        }
        let saved = choices
        try visit.planning.changePlanning { $0 = saved }
        return visit.redirect(before.isOn && !saved.isOn ? "/settings/planning?off=yes" : "/settings?saved=yes")
    }

    /// `POST /settings/planning/on`: takes the switching off back.
    package static func switchPlanningOn(_ visit: CustomerVisit) throws -> Response {
        try visit.planning.changePlanning { $0.isOn = true }
        return visit.redirect("/settings?saved=yes")
    }
}

extension HabitForm {
    /// Reads the fields of the page into choices. What cannot be read stays as it is.
    fileprivate mutating func readPlan(into choices: inout PlanningChoices) {
        let buffer = format.text("plan-settings.buffer"), limits = PlanningChoices.buffers
        if let minutes = minutes("buffer", buffer) {
            if limits.contains(minutes) {
                choices.bufferMinutes = minutes
            } else {
                add("buffer", buffer, "habits.problem.minutes", [
                    "least": format.number(limits.lowerBound), "most": format.number(limits.upperBound),
                ])
            }
        }
        let start = HabitClock(id: "day-start", label: format.text("plan-settings.start"))
        guard let hours = hours(start, HabitClock(id: "", label: ""), ofOneDay: false) else { return }
        if let minute = hours.from, PlanningChoices.dayStarts.contains(minute) {
            choices.dayStart = minute
        } else {
            add("day-start", start.label, "plan-settings.problem.start", [
                "last": format.time(minute: PlanningChoices.dayStarts.upperBound),
            ])
        }
    }
}

/// The choices about plans.
struct PlanSettingsPage: Page {
    static let template = "settings/planning"
    static let hasForm = true
    var summary: ProblemSummary?
    /// True right after planning was switched off.
    var isJustOff: Bool
    var isOn: Bool
    /// The calendars with to-dos.
    var lists: [List]
    var hasLists: Bool
    var loads: [Choice]
    var buffer: HabitField
    var dayStart: HabitField
    var busy: [Busy]
    var leavesMornings: Bool
    /// The strictness of prayers, which has a page of its own.
    var strictness: String

    struct List: Encodable {
        var id: String, name: String
        var isPlanned: Bool
    }

    struct Busy: Encodable {
        var value: String, label: String, hint: String
        var isChecked: Bool
    }

    static let loads = [50, 60, 70, 80, 90, 100]

    /// Returns the load of the list that is next to the chosen one.
    private static func offered(_ percent: Int) -> Int {
        loads.min { abs($0 - percent) < abs($1 - percent) } ?? percent
    }
}

extension PlanSettingsPage {
    init(_ choices: PlanningChoices, _ form: HabitForm, _ visit: CustomerVisit) throws {
        let format = form.format, lists = try visit.calendars.toDoLists
        self.init(
            summary: form.summary, isJustOff: visit.request.query["off"] == "yes" && !choices.isOn, isOn: choices.isOn,
            lists: lists.map { list in
                List(
                    id: list.id.description, name: CalendarPages.name(of: list, visit),
                    isPlanned: !choices.unplannedLists.contains(list.id))
            },
            hasLists: !lists.isEmpty,
            loads: [Choice](
                Self.loads.map { load in
                    (String(load), format.text("plan-settings.load.percent", ["percent": format.number(load)]))
                },
                selected: String(Self.offered(choices.loadPercent))),
            buffer: form.field(
                "buffer", format.text("plan-settings.buffer"), stored: format.number(choices.bufferMinutes)),
            dayStart: form.field(
                "day-start", format.text("plan-settings.start"), stored: format.time(minute: choices.dayStart)),
            busy: PlanningChoices.Busy.allCases.map { busy in
                Busy(
                    value: busy.rawValue, label: format.text("plan-settings.busy.\(busy.rawValue)"),
                    hint: format.text("plan-settings.busy.\(busy.rawValue).hint"), isChecked: busy == choices.busy)
            },
            leavesMornings: choices.leavesMornings,
            strictness: format.text("prayer-day.\(try visit.planning.habits().prayers.strictness.rawValue)"))
    }
}

import Accounts
import ArgumentParser
import Calendars
import CivilTime
import Mail
import Planning
import Scheduling
import Storage

/// Shows the plan of a customer's day, for an operator.
struct PlanShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the planned times of a customer's day, and the reasons of tasks without a time.",
        discussion: """
            A line for each planned time: its start and end on the customer's clocks, the minutes of the way, its \
            state, and the UID of its to-do. Then a line for each task that could be done on the day and has no time: \
            the reason, and the ways out. Titles are not printed.
            """)

    @Option(help: "The customer, by email address.", transform: emailAddress)
    var customer: EmailAddress

    @Option(help: "The day, as 2026-11-23; today without it.", transform: Self.date)
    var day: LocalDate?

    func run() throws {
        let app = try Customers.app()
        let planning = try app.planning(of: app.customer(withAddress: customer))
        let plan = try planning.plan(of: day ?? planning.situation().today)
        for one in plan.items { print(line(of: one, plan.zone)) }
        for left in plan.leftOut { print(line(of: left, plan.zone)) }
        print("\(plan.day.iso8601): \(plan.items.count) planned, \(plan.leftOut.count) left out, "
            + "\(plan.freeMinutes) minutes free, \(plan.isProven ? "proven" : "not proven")")
    }

    private static func date(_ text: String) throws -> LocalDate {
        guard let date = LocalDate(iso8601: text) else { throw ValidationError("\(text) is no day as 2026-11-23") }
        return date
    }

    private func line(of one: ShownPlanItem, _ zone: TimeZoneRules) -> String {
        let item = one.item
        var words = item.isPinned ? ["pinned"] : item.isAnnounced ? ["announced"] : ["planned"]
        if item.isBusy { words.append("busy") }
        if let from = item.movedFrom { words.append("moved from \(zone.local(from).clock)") }
        if one.lateMinutes > 0 { words.append("\(one.lateMinutes) minutes late") }
        return [
            "\(zone.local(item.start).clock)–\(zone.local(item.end).clock)", "\(one.travelMinutes)",
            words.joined(separator: ", "), item.key.task,
        ].joined(separator: "\t")
    }

    private func line(of left: ShownLeftOut, _ zone: TimeZoneRules) -> String {
        let offers = left.offers.map { offer -> String in
            switch offer {
            case .otherDay(let day, let start): "\(day.iso8601) \(zone.local(start).clock)"
            case .shorter(let minutes): "\(minutes) minutes"
            case .insteadOf(let ids): "instead of \(ids.count)"
            }
        }
        return ["left out", reason(left.reason), offers.joined(separator: ", "), left.task.uid].joined(separator: "\t")
    }

    private func reason(_ reason: LeftOut.Reason) -> String {
        switch reason {
        case .window(let missing): "window, \(missing) minutes missing"
        case .prayer(let missing): "prayer, \(missing) minutes missing"
        case .travel(let missing): "way, \(missing) minutes missing"
        case .events(let missing): "events, \(missing) minutes missing"
        case .load: "load"
        case .order: "order"
        case .displaced(let others): "displaced by \(others.count)"
        case .full: "full"
        }
    }
}

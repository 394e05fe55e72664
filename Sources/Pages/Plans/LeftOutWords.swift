import Calendars
import CivilTime
import Planning
import Runtime
import Scheduling
import Storage
import Templates
import Text

extension LeftTask {
    /// The most ways out that a task shows.
    private static let mostOffers = 2

    init(_ left: ShownLeftOut, _ plan: ShownPlan, _ format: Formatter) {
        uid = left.task.uid
        title = left.task.shownTitle(format)
        length = format.duration(minutes: left.task.facts.minutes)
        reason = Self.reason(left, format)
        offers = left.offers.compactMap { LeftOffer($0, left, plan, format) }.prefix(Self.mostOffers).map(\.self)
    }

    private static func reason(_ left: ShownLeftOut, _ format: Formatter) -> String {
        func missing(_ key: String, _ minutes: Int) -> String {
            format.text(key, ["missing": format.duration(minutes: minutes)])
        }
        func titles(_ ids: [String]) -> String {
            format.list(ids.compactMap { left.titles[$0]?.orUntitled(format).isolated })
        }
        if left.lacksCity { return format.text("plan.why.city") }
        switch left.reason {
        case .window(let minutes): return missing("plan.why.window", minutes)
        case .prayer(let minutes): return missing("plan.why.prayer", minutes)
        case .travel(let minutes): return missing("plan.why.travel", minutes)
        case .events(let minutes): return missing("plan.why.events", minutes)
        case .load: return format.text("plan.why.load")
        case .order(let task): return format.text("plan.why.order", ["task": titles([task])])
        case .displaced(let ids): return format.text("plan.why.displaced", ["tasks": titles(ids)])
        case .full: return format.text("plan.why.full")
        }
    }
}

extension LeftOffer {
    /// Makes a way out; nil for one that names a task without a time today.
    init?(_ offer: ShownOffer, _ left: ShownLeftOut, _ plan: ShownPlan, _ format: Formatter) {
        switch offer {
        case .otherDay(let day, let start):
            let time = format.time(minute: plan.zone.local(start).minuteOfDay)
            let words = day == plan.day + 1 ? format.text("plan.tomorrow") : format.weekday(day.weekday)
            self.init(name: "day", value: day.iso8601, label: format.list([words, time]))
        case .shorter(let minutes):
            self.init(
                name: "minutes", value: String(minutes),
                label: format.text("plan.shorter", ["length": format.duration(minutes: minutes)]))
        case .insteadOf(let ids):
            guard ids.count == 1, let title = left.titles[ids[0]],
                let item = plan.items.first(where: { $0.id == ids[0] && !$0.item.isPinned })
            else { return nil }
            self.init(
                name: "instead", value: PlanItemFields(item.item.key).text,
                label: format.text("plan.instead", ["task": title.orUntitled(format).isolated]))
        }
    }
}

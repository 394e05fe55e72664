package import Calendars
package import CivilTime
import Runtime
package import Scheduling
package import Storage

/// The plan of a day, as a page or an operator reads it.
package struct ShownPlan: Sendable {
    package let day: LocalDate
    /// The moment at which the plan-day ends, some hours after midnight.
    package let end: Instant
    /// The times of tasks, by start.
    package let items: [ShownPlanItem]
    /// The tasks that have no time on the day, with the reason and ways out.
    package let leftOut: [ShownLeftOut]
    /// The minutes of the allowed hours that nothing takes.
    package let freeMinutes: Int
    /// False if a better plan may exist.
    package let isProven: Bool
    /// The zone of the customer.
    package let zone: TimeZoneRules
}

/// A planned time with its task.
package struct ShownPlanItem: Sendable {
    package let item: PlanItem
    package let task: FlexibleTask
    /// The minutes of the way to it.
    package let travelMinutes: Int
    /// The minutes by which the person comes too late, if it is pinned.
    package let lateMinutes: Int
    /// The title of the event in whose way it was.
    package let movedBecause: String?
    /// The word for its room on the day; nil if it has begun, or is pinned outside its windows.
    package var room: Fittability.Room?

    /// The name of the time in the reasons and offers of other tasks.
    package var id: String { PlanSituation.id(item.key) }
}

/// A task that has no time on a day.
package struct ShownLeftOut: Sendable {
    package let task: FlexibleTask
    package let reason: LeftOut.Reason
    /// The titles of the tasks that the reason or an offer names, by the ids there.
    package let titles: [String: String]
    package let offers: [ShownOffer]
    /// True if its time depends on a prayer, and the customer has chosen no city.
    package var lacksCity = false
}

/// A way out for a task that has no time.
package enum ShownOffer: Sendable, Hashable {
    case otherDay(LocalDate, start: Instant)
    case shorter(minutes: Int)
    case insteadOf([String])
}

extension PlanningHome {
    /// Returns the plan of a day: the times as they are stored, and the reasons of tasks that could be done on the day
    /// and have no time in the whole plan, found by solving again.
    package func plan(of date: LocalDate) throws -> ShownPlan {
        let situation = try situation()
        return situation.shown(date)
    }
}

extension PlanSituation {
    func shown(_ date: LocalDate) -> ShownPlan {
        let own = items.filter { $0.state == .planned && self.day(of: $0.start) == date }
        let tasks = horizon(), number = days.firstIndex(of: date)
        let taken = number.map { planDay(days[$0], fixed: own) }
        let alone = taken.map { DayPlanner().plan($0) }
        let ways = Dictionary(alone?.items.map { ($0.id, $0) } ?? [], uniquingKeysWith: { first, _ in first })
        let shown = own.compactMap { item -> ShownPlanItem? in
            guard let task = self.task(item.key.task) else { return nil }
            let way = ways[Self.id(item.key)]
            return ShownPlanItem(
                item: item, task: task, travelMinutes: way?.travel ?? 0, lateMinutes: way?.late ?? 0,
                movedBecause: item.movedBecause.flatMap { title(ofEvent: $0) }, room: room(of: item))
        }
        let solved = number.map { leftOut(on: $0, tasks) } ?? []
        let left = solved + (date == today ? neverPlaced(tasks, beside: Set(solved.map(\.task.uid))) : [])
        return ShownPlan(
            day: date, end: line.moment(at: dayTime(date).time.upperBound),
            items: shown.sorted { $0.item.start < $1.item.start }, leftOut: left,
            freeMinutes: taken?.freeMinutes ?? 0, isProven: plan?.isProven ?? false, zone: time.zone)
    }

    /// Returns the times to come that moved, and were on a day or are on it, by start.
    func movedTimes(of date: LocalDate) -> [ShownPlanItem] {
        items.compactMap { item -> ShownPlanItem? in
            guard item.state == .planned, !item.isPinned, item.start > now, let from = item.movedFrom,
                  [self.day(of: item.start), self.day(of: from)].contains(date), let task = task(item.key.task)
            else { return nil }
            return ShownPlanItem(
                item: item, task: task, travelMinutes: 0, lateMinutes: 0,
                movedBecause: item.movedBecause.flatMap { title(ofEvent: $0) })
        }.sorted { $0.item.start < $1.item.start }
    }

    private func title(ofEvent uid: String) -> String? {
        time.events.first { $0.uid == uid }?.entry.title ?? tasks.tasks.first { $0.uid == uid }?.title
    }

    /// Returns the tasks that could be done on a day and have no time in the whole plan.
    private func leftOut(on number: Int, _ tasks: TaskHorizon) -> [ShownLeftOut] {
        let planned = Set(items.filter { $0.state == .planned }.map(\.key.task))
        let open = tasks.horizon.tasks.filter { task in
            !task.windows[number].isEmpty && tasks.uids[task.id].map { !planned.contains($0) } ?? false
        }
        guard !open.isEmpty else { return [] }
        let placed = items.filter { $0.state == .planned && self.day(of: $0.start) == days[number] }
        var day = planDay(days[number], fixed: placed.filter { stays($0) || $0.start <= now })
        let moving = placed.filter { !stays($0) && $0.start > now }
        day.tasks = open.map { task in task.onDay(number) } + moving.compactMap { movable($0, tasks, number) }
        let plan = DayPlanner(mostLabels: 200_000).plan(day)
        let later = (number + 1..<min(days.count, number + 8)).map { laterDay($0, open) }
        return Reasons(for: plan, of: day, later: later).leftOut(most: 8).compactMap { left in
            guard let uid = tasks.uids[left.task], let task = self.task(uid) else { return nil }
            return ShownLeftOut(
                task: task, reason: left.reason, titles: titles(tasks), offers: left.offers.map(offer))
        }
    }

    /// Returns the tasks that no day can hold, or that wait for one without a time, beside those found by solving.
    private func neverPlaced(_ tasks: TaskHorizon, beside found: Set<String>) -> [ShownLeftOut] {
        let planned = Set(items.filter { $0.state == .planned || $0.state == .done }.map(\.key.task))
        let possible = tasks.horizon.tasks.filter { $0.windows.contains { !$0.isEmpty } }
        let hasTime = Set(possible.compactMap { tasks.uids[$0.id] })
        return self.tasks.tasks.compactMap { task -> ShownLeftOut? in
            let isPaused = task.facts.pausedUntil.map { $0 > today } ?? false
            guard !isPaused, !planned.contains(task.uid), !found.contains(task.uid) else { return nil }
            if let waits = task.facts.after.first(where: { self.task($0) != nil && !planned.contains($0) }) {
                let title = self.task(waits)?.title ?? ""
                return ShownLeftOut(
                    task: task, reason: .order(after: waits), titles: [waits: title], offers: [])
            }
            guard !hasTime.contains(task.uid) else { return nil }
            let lacksCity = !time.hasPrayers && task.facts.windows.contains(where: \.isByPrayer)
            return ShownLeftOut(
                task: task, reason: .window(missing: task.facts.minutes), titles: [:], offers: [],
                lacksCity: lacksCity)
        }
    }

    private func titles(_ tasks: TaskHorizon) -> [String: String] {
        var titles: [String: String] = [:]
        for (id, uid) in tasks.uids { titles[id] = self.task(uid)?.title }
        for item in items { titles[Self.id(item.key)] = task(item.key.task)?.title }
        return titles
    }

    /// A time of the plan in force as a task that may move on its day.
    private func movable(_ item: PlanItem, _ tasks: TaskHorizon, _ number: Int) -> PlanTask? {
        guard let made = tasks.horizon.tasks.first(where: { tasks.uids[$0.id] == item.key.task }) else { return nil }
        var task = made.onDay(number)
        task.id = Self.id(item.key)
        task.length = item.minutes
        task.plannedStart = minutes(of: item).lowerBound
        return task
    }

    private func laterDay(_ number: Int, _ open: [HorizonTask]) -> LaterDay {
        let placed = items.filter { $0.state == .planned && self.day(of: $0.start) == days[number] }
        let day = planDay(days[number], fixed: placed), windows = open.map { ($0.id, $0.windows[number]) }
        return LaterDay(
            number, day, DayPlanner().plan(day),
            windows: Dictionary(windows, uniquingKeysWith: { first, _ in first }))
    }

    private func offer(_ offer: LeftOut.Offer) -> ShownOffer {
        switch offer {
        case .otherDay(let number, let start): .otherDay(days[number], start: line.moment(at: start))
        case .shorter(let length): .shorter(minutes: length)
        case .insteadOf(let ids): .insteadOf(ids)
        }
    }
}

extension HorizonTask {
    /// The task as one of a day.
    fileprivate func onDay(_ number: Int) -> PlanTask {
        PlanTask(
            id, length: length, place: place, weight: weight, windows: windows[number], buffer: buffer,
            countsAsLoad: countsAsLoad)
    }
}

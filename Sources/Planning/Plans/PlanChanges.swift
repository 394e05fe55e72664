import Calendars
import CivilTime
import Scheduling
import Storage

/// A new plan as differences from the plan in force.
struct PlanChanges {
    /// The planned times from now on, and those before that are still there.
    var items: [PlanItem] = []
    /// The times whose rows are written.
    var written: [PlanItem] = []
    /// The times that are no longer planned.
    var removed: [PlanItem] = []
    var isProven = true
}

extension PlanSituation {
    /// Returns the best plan as differences from the plan in force.
    func changes(_ planner: HorizonPlanner = HorizonPlanner()) -> PlanChanges {
        let (plan, tasks) = bestPlan(of: horizon(), planner)
        var changes = PlanChanges()
        changes.isProven = plan.isProven
        changes.items = keptItems(tasks)
        let isKept = Set(changes.items.map(\.key))
        var free = items.filter { $0.state == .planned && !isKept.contains($0.key) }
        var taken = Set(items.map(\.key)).subtracting(free.map(\.key))
        let found = placed(plan, tasks)
        // Times that stay on their day keep their names. Then the others get the first free ones.
        var named: [(Found, PlanItem?)] = found.map { ($0, nil) }
        for index in named.indices {
            let one = named[index].0
            let old = free.firstIndex { $0.key.task == one.task && $0.key.day == one.day }
            guard let old else { continue }
            named[index].1 = free.remove(at: old)
            if let key = named[index].1?.key { taken.insert(key) }
        }
        changes.removed = free
        for (one, old) in named {
            let key = old?.key ?? newKey(one, taken)
            taken.insert(key)
            let before = old ?? free.firstIndex { $0.key.task == one.task }.map { free.remove(at: $0) }
            let item = item(one, key, before: before)
            changes.items.append(item)
            if item != old { changes.written.append(item) }
        }
        return changes
    }

    /// Returns the best plan of today and tomorrow beside the later days as they are. If a time would leave its day, it
    /// returns that of all days.
    func nearChanges() -> PlanChanges {
        var near = self
        near.dayCount = PlanningHome.nearDays
        var changes = near.changes()
        guard changes.removed.isEmpty else { return self.changes() }
        changes.isProven = changes.isProven && plan?.isProven ?? false
        return changes
    }

    /// True if the plan in force was made on this plan-day, and nothing stopped it.
    var isPlannedToday: Bool {
        plan?.stop == nil && plan?.plannedAt.map { day(of: $0) == today } ?? false
    }

    /// Returns the planned times that stay, and those that are over.
    private func keptItems(_ tasks: TaskHorizon) -> [PlanItem] {
        let staying = Set(tasks.staying.map(\.key))
        return items.filter { item in
            let isOver = item.end <= now && task(item.key.task) != nil
            return item.state == .planned && (isOver || staying.contains(item.key))
        }
    }

    /// A time that the engine found.
    private struct Found {
        let task: String, day: LocalDate
        let minutes: Range<Int>
        let isTight: Bool
    }

    private func placed(_ plan: HorizonPlan, _ tasks: TaskHorizon) -> [Found] {
        zip(days, zip(plan.days, tasks.horizon.days)).flatMap { date, day in
            day.0.tasks.compactMap { item -> Found? in
                guard let uid = tasks.uid(ofPart: item.id) else { return nil }
                let isTight = isTight(item, on: date, day.1, tasks)
                return Found(task: uid, day: date, minutes: item.time, isTight: isTight)
            }
        }.sorted { ($0.minutes.lowerBound, $0.task) < ($1.minutes.lowerBound, $1.task) }
    }

    /// Returns true if a task has little room on its day beside the events and prayers.
    private func isTight(_ item: PlannedItem, on date: LocalDate, _ day: PlanDay, _ tasks: TaskHorizon) -> Bool {
        guard choices.busy == .tight, let number = days.firstIndex(of: date) else { return false }
        let id = String(item.id.prefix { $0 != "#" })
        guard let task = tasks.horizon.tasks.first(where: { $0.id == id }) else { return false }
        let alone = PlanTask(item.id, length: item.time.count, windows: task.windows[number])
        return [.none, .tight].contains(Fittability(alone, on: day).room)
    }

    private func newKey(_ found: Found, _ taken: Set<PlanItemKey>) -> PlanItemKey {
        var part = 1
        while taken.contains(PlanItemKey(task: found.task, day: found.day, part: part)) { part += 1 }
        return PlanItemKey(task: found.task, day: found.day, part: part)
    }

    /// Returns the item of a time, with the start before it if it moved.
    private func item(_ found: Found, _ key: PlanItemKey, before: PlanItem?) -> PlanItem {
        let start = line.moment(at: found.minutes.lowerBound), end = line.moment(at: found.minutes.upperBound)
        var item = PlanItem(key, start: start, end: end)
        item.isBusy = choices.busy == .busy || found.isTight
        guard let before else { return item }
        item.isAnnounced = before.isAnnounced && before.start == start
        (item.movedFrom, item.movedAt, item.movedBecause) = (before.movedFrom, before.movedAt, before.movedBecause)
        if before.start != start {
            item.movedFrom = before.start
            item.movedAt = now
            item.movedBecause = eventInTheWay(of: before)
        }
        return item
    }

    /// Returns the UID of the first event that lies on a time.
    private func eventInTheWay(of item: PlanItem) -> String? {
        let own = minutes(of: item)
        let events = time.availability.busy.items.filter { $0.time.overlaps(own) && $0.number < time.events.count }
        return events.min { $0.time.lowerBound < $1.time.lowerBound }.map { time.events[$0.number].uid }
    }
}

/// A good choice of days for many parts: by their weight, each goes to the day to which it adds the least travel, and
/// then each may move once.
struct DaySpread {
    private let parts: HorizonParts
    private let movable: [Int]
    private var drafts: [PlanDraft]
    /// The numbers of tasks in the draft of each day, by their ids.
    private let numbers: [[String: Int]]
    private var chosen: [Int: Int] = [:]

    init(_ horizon: PlanHorizon, _ parts: HorizonParts, _ movable: [Int], own: [[PlanTask]]) {
        self.parts = parts
        self.movable = movable.sorted { (parts.parts[$1].weight, $0) < (parts.parts[$0].weight, $1) }
        drafts = []
        var numbers: [[String: Int]] = []
        for (number, day) in horizon.days.enumerated() {
            var day = day
            let allowed = movable.filter { parts.parts[$0].days.contains(number) }
            day.tasks = own[number] + allowed.map { parts.task($0, on: number) }
            let search = SearchModel(missingFewest: PlanModel(day), .travel)
            numbers.append(Dictionary(search.model.tasks.enumerated().map { ($1.id, $0) }) { first, _ in first })
            var draft = PlanDraft(search, withoutTasks: search.stepsWithoutTasks)
            // The tasks of one day only come first if they weigh more than the others usually do.
            let tasks = own[number].sorted { ($1.weight, $0.id) < ($0.weight, $1.id) }
            for task in tasks {
                guard let index = numbers[number][task.id] else { continue }
                _ = draft.insert(index, after: task.after.compactMap { numbers[number][$0] })
            }
            drafts.append(draft)
        }
        self.numbers = numbers
    }

    /// Returns the day of each part that found room.
    func days() -> [Int: Int] {
        var spread = self
        var waiting = spread.movable
        while true {
            let before = waiting.count
            waiting.removeAll { spread.place($0) }
            if waiting.count == before { break }
        }
        for part in spread.movable { spread.move(part) }
        for part in waiting { _ = spread.place(part) }
        return spread.chosen
    }

    /// Places a part on the day to which it adds the least travel.
    ///
    /// - Returns: false if it has no room, or waits for a part that is not placed.
    private mutating func place(_ part: Int) -> Bool {
        guard chosen[part] == nil else { return true }
        var best: (day: Int, late: Int, travel: Int, draft: PlanDraft)?
        for day in parts.parts[part].days where isAllowed(part, on: day) {
            guard let number = numbers[day][parts.parts[part].id] else { continue }
            var draft = drafts[day]
            let needs = parts.parts[part].needs.filter { chosen[$0] == day }
                .compactMap { numbers[day][parts.parts[$0].id] }
            guard draft.insert(number, after: needs) else { continue }
            let late = parts.parts[part].task.wishDay.map { max(0, day - $0) } ?? 0
            let travel = draft.travel - drafts[day].travel
            if best.map({ (late, travel) < ($0.late, $0.travel) }) ?? true { best = (day, late, travel, draft) }
        }
        guard let best else { return false }
        drafts[best.day] = best.draft
        chosen[part] = best.day
        return true
    }

    /// Takes a part out and places it again, unless others wait for it.
    private mutating func move(_ part: Int) {
        guard let day = chosen[part], let number = numbers[day][parts.parts[part].id] else { return }
        let isAwaited = movable.contains { chosen[$0] != nil && parts.parts[$0].needs.contains(part) }
        guard !isAwaited else { return }
        let before = self
        drafts[day].remove([number])
        chosen[part] = nil
        if !place(part) { self = before }
    }

    /// Returns true if the order and the limits of its task allow a part on a day.
    private func isAllowed(_ part: Int, on day: Int) -> Bool {
        let item = parts.parts[part], group = parts.groups[item.group]
        guard item.needs.allSatisfy({ (chosen[$0] ?? .max) <= day }) else { return false }
        let others = group.parts.compactMap { chosen[$0] }
        guard others.count(where: { $0 == day }) < group.mostADay else { return false }
        return group.restDays == 0 || others.allSatisfy { abs($0 - day) > group.restDays }
    }
}

extension DayPlan {
    /// Makes the plan of the steps of a search.
    init(_ search: SearchModel, _ steps: [PlanLabel], isProven: Bool) {
        self.init(
            items: [], weight: 0, travel: 0, change: search.emptyChange, isProven: isProven,
            leftOut: search.model.impossible, missedPrayers: [])
        var placed: Set<Int> = []
        let sequence = PlanSequence(search, steps)
        for (entry, place) in zip(sequence.entries, sequence.visits()) {
            if case .task(let number) = entry.item { placed.insert(number) }
            add(entry, at: place, search)
        }
        let open = search.model.tasks.indices.filter { !placed.contains($0) }.map { search.model.tasks[$0].id }
        leftOut = (leftOut + open).sorted()
        weight = placed.reduce(0) { $0 + search.model.tasks[$1].weight }
        if let last = steps.last { change = last.cost.change }
        missedPrayers = sequence.missed.map { search.model.day.prayers[$0].id }
    }

    private mutating func add(_ entry: PlanSequence.Entry, at way: PlanSequence.Visit, _ search: SearchModel) {
        let model = search.model
        travel += way.minutes
        func item(_ id: String, _ kind: PlannedItem.Kind, _ time: Range<Int>) -> PlannedItem {
            PlannedItem(
                id: id, kind: kind, time: time, place: model.ways.places[way.place], travel: way.minutes, late: 0)
        }
        switch entry.item {
        case .task(let number):
            items.append(item(model.tasks[number].id, .task, entry.start..<entry.start + model.tasks[number].length))
        case .prayer(let number):
            let prayer = search.prayers[number]
            items.append(item(model.day.prayers[number].id, .prayer, entry.start..<entry.start + prayer.length))
        case .slot(let number):
            for (index, member) in model.slots[number].members.enumerated() {
                var planned = item(member.id, member.kind == .event ? .event : .prayer, member.time)
                if index == 0 { planned.late = way.late } else { planned.travel = 0 }
                items.append(planned)
            }
        }
    }
}

/// The items of a plan in order, for which the places are chosen again: a person stays where they are until they must
/// go, so that equal plans have equal places.
private struct PlanSequence {
    enum Item {
        case task(Int), slot(Int), prayer(Int)
    }

    struct Entry {
        let item: Item
        let place: Int
        let start: Int
        /// The minute until which the person must be there; later than the start if they are late.
        let arrival: Int
        /// The minute from which the person is free.
        let end: Int
    }

    /// The place of an item, the minutes of the way to it, and the minutes by which the person is late.
    struct Visit {
        let place: Int, minutes: Int, late: Int
    }

    private let search: SearchModel
    private(set) var entries: [Entry] = []
    private(set) var missed: [Int] = []

    init(_ search: SearchModel, _ steps: [PlanLabel]) {
        self.search = search
        if search.model.begun == 1 {
            let slot = search.model.slots[0]
            entries.append(Entry(
                item: .slot(0), place: search.model.origin, start: slot.start, arrival: search.model.start,
                end: search.model.start))
        }
        for step in steps { add(step) }
    }

    private mutating func add(_ step: PlanLabel) {
        let number = Int(step.item), end = Int(step.time)
        let slot = number - search.taskCount, prayer = slot - search.slotCount
        func add(_ item: Item, at place: Int, _ start: Int, by arrival: Int) {
            entries.append(Entry(item: item, place: place, start: start, arrival: arrival, end: end))
        }
        if number < search.taskCount {
            let start = end - search.tasks[number].release
            add(.task(number), at: search.tasks[number].place, start, by: start)
        } else if slot < search.slotCount {
            let item = search.model.slots[slot]
            add(.slot(slot), at: item.place, item.start, by: min(item.latestArrival, end))
        } else if prayer < search.prayers.count {
            let start = end - search.prayers[prayer].length
            add(.prayer(prayer), at: -1, start, by: start)
        } else {
            missed.append(prayer - search.prayers.count)
        }
    }

    /// Returns the place of each entry: the least travel, then staying as long as possible.
    func visits() -> [Visit] {
        let count = search.model.ways.count
        // The least minutes of all ways after each entry, by its place. The last row is that after the last entry.
        var rows = [Array(repeating: 0, count: count)]
        for index in entries.indices.reversed() {
            let row = (0..<count).map { here in
                targets(of: index).map { minutes(from: here, to: $0, index, rows[rows.count - 1]) }.min() ?? never
            }
            rows.append(row)
        }
        rows.reverse()
        var here = search.model.origin, free = search.model.start
        return entries.indices.map { index in
            let least = rows[index][here]
            let best = targets(of: index).filter { minutes(from: here, to: $0, index, rows[index + 1]) == least }
            let target = best.contains(here) ? here : best.first ?? here
            let way = search.model.ways.minutes(from: here, to: target)
            let late = max(0, free + way - entries[index].start)
            here = target
            free = entries[index].end
            return Visit(place: target, minutes: way, late: index == 0 && search.model.begun == 1 ? 0 : late)
        }
    }

    /// The minutes of a way that is too long.
    private var never: Int { FixedReach.never }

    /// Returns the minutes of the way to an entry and of all after it.
    private func minutes(from here: Int, to target: Int, _ index: Int, _ after: [Int]) -> Int {
        let free = index == 0 ? search.model.start : entries[index - 1].end
        let way = search.model.ways.minutes(from: here, to: target)
        return free + way <= entries[index].arrival && after[target] < never ? way + after[target] : never
    }

    private func targets(of index: Int) -> Range<Int> {
        let place = entries[index].place
        return place >= 0 ? place..<place + 1 : 0..<search.model.ways.count
    }
}

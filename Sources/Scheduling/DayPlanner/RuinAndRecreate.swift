/// A good plan without proof: tasks are inserted by their weight, then some are taken out and others put in, and what
/// is not worse is kept. After Schrimpf and others, "Record breaking optimization results using the ruin and recreate
/// principle", 2000.
struct RuinAndRecreate {
    private let search: SearchModel
    private let tasksBefore: [[Int]]
    /// The tasks in the order in which they are inserted.
    private let queue: [Int]
    private var random = PlanRandom()

    /// The items over which all walks may go.
    private let mostItems: Int
    /// The tasks that one round tries to insert, at most.
    private static let mostTried = 24

    init(_ search: SearchModel, mostItems: Int) {
        self.search = search
        self.mostItems = mostItems
        let numbers = Dictionary(search.model.tasks.enumerated().map { ($1.id, $0) }) { first, _ in first }
        tasksBefore = search.model.tasks.map { $0.after.compactMap { numbers[$0] } }
        let fittability = search.model.tasks.map { Fittability($0, on: search.model.day) }
        queue = search.tasks.indices.sorted { a, b in
            let first = search.tasks[a], second = search.tasks[b]
            if first.weight != second.weight { return first.weight > second.weight }
            return (fittability[a].share, first.length, a) < (fittability[b].share, second.length, b)
        }
    }

    /// Returns the best plan that it finds. Equal input gives equal output.
    mutating func run(from empty: PlanDraft) -> PlanDraft {
        var best = empty
        insert(queue, into: &best)
        var budget = mostItems
        while budget > 0, !best.tasks.isEmpty, best.tasks.count < search.taskCount {
            var draft = best
            let ruined = ruin(&draft)
            let open = queue.filter { !draft.items.contains($0) }
            let tried = shuffledHead(of: open, without: ruined)
            insert(tried, into: &draft)
            if (draft.weight, -draft.travel) >= (best.weight, -best.travel) { best = draft }
            budget -= max(1, tried.count) * (draft.items.count + 1) * (draft.items.count + 1)
        }
        return best
    }

    private func insert(_ tasks: [Int], into draft: inout PlanDraft) {
        var waiting = tasks
        // A task whose turn came before that of one it waits for gets another one.
        while true {
            let before = waiting.count
            waiting.removeAll { draft.insert($0, after: tasksBefore[$0]) }
            if waiting.count == before || tasksBefore.allSatisfy(\.isEmpty) { return }
        }
    }

    /// Takes a run of tasks out, and all tasks that wait for them.
    private mutating func ruin(_ draft: inout PlanDraft) -> Set<Int> {
        let tasks = draft.tasks
        let count = 1 + random.next(below: min(4, tasks.count)), first = random.next(below: tasks.count)
        var ruined = Set((0..<count).map { tasks[(first + $0) % tasks.count] })
        func waits(_ task: Int) -> Bool { !ruined.contains(task) && tasksBefore[task].contains(where: ruined.contains) }
        while let next = tasks.first(where: waits) { ruined.insert(next) }
        draft.remove(ruined)
        return ruined
    }

    /// Returns tasks to insert: the weightiest first, sometimes in another order, and those just taken out last.
    private mutating func shuffledHead(of open: [Int], without ruined: Set<Int>) -> [Int] {
        var others = open.filter { !ruined.contains($0) }
        let count = min(others.count, Self.mostTried)
        for index in 0..<count where random.next(below: 3) == 0 {
            others.swapAt(index, index + random.next(below: others.count - index))
        }
        return Array(others[..<count]) + open.filter(ruined.contains)
    }
}

/// Numbers that look random and are the same in every run: Marsaglia, "Xorshift RNGs", 2003.
private struct PlanRandom {
    private var state: UInt64 = 0x2545_F491_4F6C_DD1D

    mutating func next(below limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: (state >> 33)) % limit
    }
}

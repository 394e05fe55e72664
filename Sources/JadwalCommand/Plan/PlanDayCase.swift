import Scheduling

/// A line of a file of days. All times are minutes since midnight.
struct PlanDayCase: Decodable {
    struct Fixed: Decodable {
        let id: String, kind: String
        let start: Int, end: Int
        let place: Int?
    }

    struct Flexible: Decodable {
        let id: String
        let duration: Int, weight: Int
        let place: Int?
        /// Pairs of an earliest start and a latest end.
        let windows: [[Int]]
    }

    /// A member that is not what it must be.
    struct Problem: Error {
        let sentence: String
    }

    let id: String
    let day: [Int]
    let grid: Int, origin: Int
    let travelMinutes: [[Int]]
    let fixed: [Fixed], flexible: [Flexible]

    private enum CodingKeys: String, CodingKey {
        case id, day, grid, origin, travelMinutes = "travel_min", fixed, flexible
    }
}

// MARK: - Checking

extension PlanDayCase {
    /// Checks what the types do not say.
    ///
    /// - Throws: a `Problem` that names the member.
    func check() throws {
        try check(day, "day")
        try require((1...1_440).contains(grid), "grid must be 1 to 1440")
        let places = travelMinutes.count
        for (index, row) in travelMinutes.enumerated() {
            try require(
                row.count == places && row.allSatisfy { (0...100_000).contains($0) },
                "travel_min[\(index)] must have \(places) whole numbers from 0 to 100000, one for each place")
        }
        try check(origin, "origin")
        var ids: Set<String> = []
        for (index, item) in fixed.enumerated() {
            let name = "fixed[\(index)]"
            try require(ids.insert(item.id).inserted, "\(name).id is there twice; every item needs its own")
            try require(FixedItem.Kind(rawValue: item.kind) != nil, "\(name).kind must be event or prayer")
            try check([item.start, item.end], name)
            try check(item.place, "\(name).place")
        }
        for (index, task) in flexible.enumerated() {
            let name = "flexible[\(index)]"
            try require(ids.insert(task.id).inserted, "\(name).id is there twice; every item needs its own")
            try require((0...100_000).contains(task.duration), "\(name).duration must be 0 to 100000")
            try require((1...1_000_000).contains(task.weight), "\(name).weight must be 1 to 1000000")
            try check(task.place, "\(name).place")
            for (number, window) in task.windows.enumerated() { try check(window, "\(name).windows[\(number)]") }
        }
    }

    private func require(_ isRight: Bool, _ sentence: @autoclosure () -> String) throws {
        if !isRight { throw Problem(sentence: sentence()) }
    }

    private func check(_ pair: [Int], _ name: String) throws {
        try require(
            pair.count == 2 && pair.allSatisfy((-100_000...100_000).contains),
            "\(name) must be two minutes from -100000 to 100000")
        try require(pair[0] <= pair[1], "\(name) ends before it starts; exchange start and end")
    }

    private func check(_ place: Int?, _ name: String) throws {
        guard let place else { return }
        try require(
            travelMinutes.indices.contains(place),
            "\(name) is \(place), and travel_min has \(travelMinutes.count) places; the first is 0")
    }
}

// MARK: - The value of the engine

extension PlanDayCase {
    var planDay: PlanDay {
        PlanDay(
            day[0]..<day[1], grid: grid, origin: origin,
            fixed: fixed.map { item in
                FixedItem(item.id, .init(rawValue: item.kind) ?? .event, item.start..<item.end, place: item.place)
            },
            tasks: flexible.map { task in
                PlanTask(
                    task.id, length: task.duration, place: task.place, weight: task.weight,
                    windows: task.windows.map { $0[0]..<$0[1] })
            },
            travel: TravelTimes(table: travelMinutes))
    }
}

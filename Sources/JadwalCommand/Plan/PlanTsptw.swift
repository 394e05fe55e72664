import ArgumentParser
import Scheduling
import System
import Text

/// Solves travelling salesman problems with time windows.
struct PlanTsptw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tsptw",
        abstract: "Finds the shortest round tour over all places in their time windows (travelling salesman).",
        discussion: """
            NAME has the number of places, a row of ways from each, then a line with the earliest and the latest \
            arrival at each. Lines that begin with # are comments. Decimals may be used. A tour begins and ends at the \
            first place. Each line of the answer has the name, the length of all ways and the tour without the first \
            place, between tabs; a star follows a length that is not proven, and - stands for no tour.
            """)

    @OptionGroup var input: ProblemFolder

    func run() throws {
        for name in try input.names() {
            let problem = try Problem(name, input)
            let plan = DayPlanner(order: .travel).plan(problem.day)
            guard plan.leftOut.isEmpty else {
                print("\(name)\t-\t")
                continue
            }
            let tour = plan.tasks.map(\.id).joined(separator: " ")
            print("\(name)\t\(problem.text(plan.travel))\(plan.isProven ? "" : "*")\t\(tour)")
        }
    }
}

private struct Problem {
    let day: PlanDay
    /// The digits after the point that all numbers have as whole ones.
    private let decimals: Int

    init(_ name: String, _ input: ProblemFolder) throws {
        let lines = try input.lines(of: name).filter { !$0.text.hasPrefix("#") }
        let count = try input.count(name, lines)
        let words = lines.dropFirst().prefix(2 * count).map { line in
            (line.number, line.text.split(whereSeparator: \.isWhitespace))
        }
        guard words.count == 2 * count else {
            throw input.wrong(name, lines.count, "must have \(count) rows of ways and \(count) windows")
        }
        let decimals = words.flatMap(\.1).map(Self.decimals).max() ?? 0
        let rows = try words.enumerated().map { index, line in
            let row = line.1.compactMap { Self.scaled($0, decimals) }
            guard row.count == (index < count ? count : 2) else {
                let wanted = index < count ? "\(count) ways" : "an earliest and a latest arrival"
                throw input.wrong(name, line.0, "must have \(wanted) of at least 0 and less than 1000000")
            }
            return row
        }
        for (index, row) in rows[count...].enumerated() where row[0] > row[1] {
            throw input.wrong(name, words[count + index].0, "the latest arrival is before the earliest one")
        }
        self.decimals = decimals
        let end = rows[count][1]
        day = PlanDay(
            rows[count][0]..<end, grid: 1, origin: 0, fixed: [FixedItem("0", .event, end..<end, place: 0)],
            tasks: (1..<count).map { place in
                let window = rows[count + place]
                return PlanTask(String(place), length: 0, place: place, windows: [window[0]..<window[1]])
            },
            travel: TravelTimes(table: Array(rows[..<count])))
    }

    private static func decimals(_ word: Substring) -> Int {
        word.firstIndex(of: ".").map { word.distance(from: $0, to: word.endIndex) - 1 } ?? 0
    }

    /// Returns a number without its point, with as many digits after it as all have; nil if it is none.
    private static func scaled(_ word: Substring, _ decimals: Int) -> Int? {
        guard decimals <= 5, !word.hasPrefix("-") else { return nil }
        let digits = word.filter { $0 != "." } + String(repeating: "0", count: decimals - self.decimals(word))
        guard word.count(where: { $0 == "." }) <= 1, let value = Int(digits), value < 10_000_000_000 else { return nil }
        return value <= Int(Int32.max) / 2 ? value : nil
    }

    /// Returns a length with its point, rounded to the two digits after it that published lengths have.
    func text(_ value: Int) -> String {
        let shown = min(2, decimals), unit = power(decimals - shown), hundred = power(shown)
        let rounded = (value + unit / 2) / unit
        guard rounded % hundred != 0 else { return String(rounded / hundred) }
        let digits = String(rounded % hundred)
        return "\(rounded / hundred).\(String(repeating: "0", count: shown - digits.count))\(digits)"
    }

    private func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}

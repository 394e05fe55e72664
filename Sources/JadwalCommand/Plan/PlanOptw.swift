import ArgumentParser
import Scheduling
import System
import Text

/// Solves orienteering problems with time windows.
struct PlanOptw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "optw",
        abstract: "Finds the greatest score of a tour with opening hours (orienteering with time windows).",
        discussion: """
            NAME.txt has the number of places, a line that is not read, then a line for each place: number, score, a \
            column that is not read, length of the visit, opening, closing, between semicolons. tittN.txt has the \
            ways between N places. All times have the same unit. A tour goes from the first place to the last one. \
            Each line of the answer has the name, the score and the tour, between tabs; a star follows a score that \
            is not proven.
            """)

    @OptionGroup var input: ProblemFolder

    func run() throws {
        for name in try input.names() {
            let problem = try Problem(name, input)
            let plan = DayPlanner(order: .weight).plan(problem.day)
            let tour = ["0"] + plan.items.map(\.id)
            print("\(name)\t\(plan.weight)\(plan.isProven ? "" : "*")\t\(tour.joined(separator: " "))")
        }
    }
}

private struct Problem {
    let day: PlanDay

    init(_ name: String, _ input: ProblemFolder) throws {
        let file = "\(name).txt", lines = try input.lines(of: file), count = try input.count(file, lines)
        let rows = try lines.dropFirst(2).prefix(count).map { line in
            let row = line.text.split(separator: ";").compactMap { Int($0.trimmed()) }
            guard row.count == 6, row.allSatisfy((0...fileMinutes.upperBound).contains), row[4] <= row[5] else {
                throw input.wrong(
                    file, line.number, "must have 6 whole numbers between semicolons, the opening before the closing")
            }
            return row
        }
        guard rows.count == count else {
            throw input.wrong(file, lines.count, "has \(rows.count) places, and \(count) are announced")
        }
        // A visit begins at its closing time at the latest.
        let tasks = rows.dropFirst().dropLast().enumerated().map { index, row in
            PlanTask(
                String(index + 1), length: row[3], place: index + 1, weight: row[1],
                windows: [row[4]..<row[5] + row[3]])
        }
        let start = rows[0][4], end = max(start, rows[count - 1][5])
        day = PlanDay(
            start..<end, grid: 1, origin: 0, fixed: [FixedItem(String(count - 1), .event, end..<end, place: count - 1)],
            tasks: tasks, travel: TravelTimes(table: try Self.travel(count, input)))
    }

    private static func travel(_ count: Int, _ input: ProblemFolder) throws -> [[Int]] {
        let file = "titt\(count).txt"
        let table = try input.lines(of: file).map { line in
            let row = line.text.split(separator: ";").compactMap { Int($0.trimmed()) }
            guard row.count == count, row.allSatisfy({ (0...fileMinutes.upperBound).contains($0) }) else {
                throw input.wrong(
                    file, line.number, "must have \(count) whole numbers of at least 0 between semicolons")
            }
            return row
        }
        guard table.count == count else {
            throw input.wrong(file, table.count, "has \(table.count) rows, and must have \(count)")
        }
        return table
    }
}

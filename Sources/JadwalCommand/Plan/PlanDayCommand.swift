import ArgumentParser
import Foundation
import Scheduling
import System

/// Plans the days of a file.
struct PlanDayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Finds the best plan of each day of a file.",
        discussion: """
            Each line of FILE is an object with the fixed items and the tasks of a day, in minutes since midnight. \
            Each line of the answer has the `id`, the weight of the tasks that are placed, the minutes of all ways, \
            true if no plan is better, and the items in order. The most weight wins, then the least travel, then the \
            earliest starts.
            """)

    @OptionGroup var input: LinesFile

    func run() throws {
        for (number, text) in try input.lines() {
            let found: PlanDayCase
            do {
                found = try JSONDecoder().decode(PlanDayCase.self, from: Data(text.utf8))
                try found.check()
            } catch let error as DecodingError {
                throw input.wrong(number, error.sentence)
            } catch let error as PlanDayCase.Problem {
                throw input.wrong(number, error.sentence)
            }
            print(try found.answer())
        }
    }
}

extension PlanDayCase {
    /// Returns the line of the answer.
    fileprivate func answer() throws -> String {
        let plan = DayPlanner().plan(planDay)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        func text(_ value: String) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
        let items = try plan.items.map { item in
            let place = item.place.map(String.init) ?? "null"
            return "{\"id\": \(try text(item.id)), \"start\": \(item.time.lowerBound), "
                + "\"end\": \(item.time.upperBound), \"place\": \(place)}"
        }
        return "{\"id\": \(try text(id)), \"weight\": \(plan.weight), \"travel_min\": \(plan.travel), "
            + "\"proven\": \(plan.isProven), \"plan\": [\(items.joined(separator: ", "))]}"
    }
}

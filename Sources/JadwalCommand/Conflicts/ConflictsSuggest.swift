import ArgumentParser
import Foundation
import Scheduling

/// Suggests times for the events of a file.
struct ConflictsSuggest: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggests times to which events could move.",
        discussion: """
            Each line of FILE is an object with an event, the taken times, prayers, routines and hours around it; \
            `first_day` is minute 0. Each line of the answer has the `id`, the number of starts that are possible, \
            and the best ones with their cost.
            """)

    @OptionGroup var input: LinesFile

    func run() throws {
        let answers = try input.lines().map { number, text in
            let found: SuggestionCase
            do {
                found = try JSONDecoder().decode(SuggestionCase.self, from: Data(text.utf8))
                try found.check()
            } catch let error as DecodingError {
                throw input.wrong(number, error.sentence)
            } catch let error as SuggestionCase.Problem {
                throw input.wrong(number, error.sentence)
            }
            return try found.answer()
        }
        for answer in answers { print(answer) }
    }
}

extension SuggestionCase {
    /// Returns the line of the answer.
    func answer() throws -> String {
        let found = availability.suggestions(within: request, travel: TravelTimes(table: travelMinutes))
        let best = found.best.map { "{\"start\": \($0.start), \"cost\": \($0.cost.total)}" }.joined(separator: ", ")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let id = String(decoding: try encoder.encode(id), as: UTF8.self)
        return "{\"id\": \(id), \"feasible_starts\": \(found.feasibleStarts), \"suggestions\": [\(best)]}"
    }
}

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

    @OptionGroup var input: ConflictsFile

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

extension DecodingError {
    /// A sentence that names the member and what to change.
    fileprivate var sentence: String {
        func path(_ path: [any CodingKey]) -> String {
            path.reduce("") { path, key in
                key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
            }
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(path(context.codingPath + [key])) is missing; add it"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let place = context.codingPath.isEmpty ? "the line" : path(context.codingPath)
            return "\(place) must be \(kind(of: type))"
        case .dataCorrupted(let context):
            return context.codingPath.isEmpty
                ? "is not a JSON object, or has a number that is too large"
                : "\(path(context.codingPath)) is wrong: \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }

    private func kind(of type: Any.Type) -> String {
        switch type {
        case is Int.Type: "a whole number"
        case is String.Type: "a text"
        case is any ExpressibleByDictionaryLiteral.Type: "an object"
        default: "a list"
        }
    }
}

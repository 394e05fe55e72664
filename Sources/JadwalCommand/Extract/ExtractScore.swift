import ArgumentParser
import CivilTime
import Extraction
import System

/// `jadwal extract score`: how many threads of a file with answers are read rightly.
struct ExtractScore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Prints how many chats of a file with answers are read rightly.",
        discussion: """
            The file is one for `extract threads` whose lines have the right answer, too: gold or expect, with \
            status and event. A debatable line is listed, but not counted.
            """)

    @OptionGroup var options: ThreadOptions

    @Argument(help: "A file of chats with answers, one JSON object a line.")
    var file: String

    @Flag(help: "List the lines that were read wrongly.")
    var wrong = false

    func run() throws {
        let reader = try options.reader(), circumstances = try options.circumstances()
        var score = ThreadScore()
        for line in try threadLines(file) {
            guard let answer = line.answer, let thread = try line.thread(circumstances) else { continue }
            let analysis = reader.read(thread)
            let problem = score.add(line.id, answer, analysis)
            if wrong, let problem { print(problem) }
        }
        guard score.count > 0 else { throw FileError(path: file, message: "no line of it has a chat and its answer") }
        print(score.table)
    }
}

/// The counts of a file of threads.
struct ThreadScore {
    private(set) var count = 0
    private var statusRight = 0, allRight = 0, agreed = 0, agreedFound = 0, agreedRight = 0
    private var none = 0, inventions = 0, debatable = 0, debatableRight = 0
    private var places = 0, placesRight = 0

    /// Counts a thread. Returns a sentence about what is wrong, or nil.
    mutating func add(_ id: String, _ answer: ThreadLine.Gold, _ analysis: ThreadAnalysis) -> String? {
        let status = analysis.status.rawValue, isStatusRight = status == answer.status
        let event = ThreadAnswer(id: id, analysis).event
        let accepted = [answer.event] + (answer.accept ?? [])
        let isRight = isStatusRight && accepted.contains { matches(event, $0) }
        if answer.debatable ?? false {
            debatable += 1
            if isRight { debatableRight += 1 }
            return isRight ? nil : "\(id) (debatable): \(describe(status, event)), not \(describe(answer))"
        }
        count += 1
        if isStatusRight { statusRight += 1 }
        if isRight { allRight += 1 }
        let agreement = AgreementStatus.agreed.rawValue, nothing = AgreementStatus.noEvent.rawValue
        if answer.status == agreement { agreed += 1 }
        if status == agreement { agreedFound += 1 }
        if answer.status == agreement, status == agreement { agreedRight += 1 }
        if answer.status == nothing {
            none += 1
            if status == agreement { inventions += 1 }
        }
        if isStatusRight, let names = answer.event?.location_any {
            places += 1
            if isPlaceRight(event?.location, names) { placesRight += 1 }
        }
        return isRight ? nil : "\(id): \(describe(status, event)), not \(describe(answer))"
    }

    var table: String {
        var rows = [
            row("threads", count, nil), row("status", statusRight, count), row("all right", allRight, count),
            row("precision of AGREED", agreedRight, agreedFound), row("recall of AGREED", agreedRight, agreed),
            row("agreed out of none", inventions, none), row("place", placesRight, places),
        ]
        if debatable > 0 { rows.append(row("debatable", debatableRight, debatable)) }
        return rows.joined(separator: "\n")
    }

    private func row(_ name: String, _ part: Int, _ whole: Int?) -> String {
        let name = name + String(repeating: " ", count: max(0, 22 - name.count))
        guard let whole else { return "\(name)\(part)" }
        let share = whole == 0 ? "–" : "\((Double(part) * 1_000 / Double(whole)).rounded() / 10) %"
        return "\(name)\(part) of \(whole)  \(share)"
    }

    private func matches(_ event: ThreadAnswer.Event?, _ gold: ThreadLine.Event?) -> Bool {
        guard let gold else { return event == nil }
        guard let event else { return false }
        if let date = gold.date ?? gold.start_date, event.start_date != date { return false }
        // A day without an hour is right only without an invented one.
        let time = gold.time ?? gold.start_time
        if event.start_time != time { return false }
        if let end = gold.end_date, event.end_date != end { return false }
        if let end = gold.end_time, event.end_time != end { return false }
        if let prayer = gold.basis?.prayer, event.anchor?.prayer != prayer { return false }
        if let relation = gold.basis?.relation, event.anchor?.relation != relation { return false }
        return true
    }

    private func isPlaceRight(_ place: String?, _ names: [String]) -> Bool {
        guard let place = place?.lowercased(), !place.isEmpty else { return false }
        return names.contains { place.contains($0.lowercased()) || $0.lowercased().contains(place) }
    }

    private func describe(_ status: String, _ event: ThreadAnswer.Event?) -> String {
        guard let event else { return status }
        return words(
            status, event.start_date, event.start_time ?? "–", event.end_date, event.end_time, event.location)
    }

    private func describe(_ gold: ThreadLine.Gold) -> String {
        guard let event = gold.event else { return gold.status }
        return words(
            gold.status, event.date ?? event.start_date, event.time ?? event.start_time ?? "–", event.end_date,
            event.end_time, event.location_any?.joined(separator: "|"))
    }

    private func words(_ words: String?...) -> String { words.compactMap(\.self).joined(separator: " ") }
}

import Extraction
import Runtime

/// The counts of a file of threads.
struct ThreadScore {
    private var count = 0
    /// True for the project's own chats.
    private var isOwn = false
    private var statusRight = 0, allRight = 0, agreed = 0, agreedFound = 0, agreedRight = 0
    private var none = 0, inventions = 0, debatable = 0, debatableRight = 0
    private var places = 0, placesRight = 0
    /// The agreements that become events by themselves, and those of them that are right.
    private var sure = 0, sureRight = 0

    /// Counts the thread of a line. Returns a sentence about what is wrong, or nil.
    mutating func add(_ text: String, _ readers: ScoreReaders) throws -> String? {
        let line = try JSON.value(ThreadLine.self, from: text)
        guard let answer = line.answer, let thread = try line.thread(readers.circumstances) else { return nil }
        isOwn = line.kind != nil
        return add(line.id, answer, readers.threads.read(thread))
    }

    private mutating func add(_ id: String, _ answer: ThreadLine.Gold, _ analysis: ThreadAnalysis) -> String? {
        let status = analysis.status.rawValue, isStatusRight = status == answer.status
        let found = ThreadAnswer(id: id, analysis), event = found.event
        let isRight = answer.isRight(found)
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
        if status == agreement, analysis.event?.doubts.isEmpty ?? false {
            sure += 1
            if isRight { sureRight += 1 }
        }
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

    /// The gates: dialogues have one for each share, own chats one for all.
    var gates: [Gate] {
        guard count + debatable > 0 else { return [] }
        let asked: (Double) -> Gate.Limit? = { isOwn ? nil : .atLeast($0) }
        var gates = [
            Gate("threads: state", statusRight, of: count, asked(0.92)),
            Gate("threads: state, day and hour", allRight, of: count, .atLeast(isOwn ? 0.95 : 0.87)),
            Gate("threads: precision of agreed", agreedRight, of: agreedFound, asked(0.97)),
            Gate("threads: recall of agreed", agreedRight, of: agreed, asked(0.85)),
            Gate("threads: events out of none", inventions, of: none, isOwn ? nil : .atMost(1.0 / 75)),
            Gate("threads: sure, and right", sureRight, of: sure),
            Gate("threads: asked about", agreedFound - sure, of: agreedFound),
            Gate("threads: place", placesRight, of: places),
        ]
        if debatable > 0 { gates.append(Gate("threads: debatable", debatableRight, of: debatable)) }
        return gates
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

import Extraction

/// A chat with the rules that answered its messages, for people.
struct ExplainedThread {
    /// False for the right answer, nil for a chat without one.
    let isWrong: Bool?
    let text: String

    init(_ line: ThreadLine, _ analysis: ThreadAnalysis, _ rules: [FiredRule]) {
        let answer = ThreadAnswer(id: line.id, analysis)
        isWrong = line.answer.map { !$0.isRight(answer) }
        let event = answer.event
        let found = Self.words(answer.status, event?.start_date, event?.start_time, event?.location)
        var lines = ["\(line.id)  \(found)"]
        if isWrong ?? false, let right = line.answer {
            let event = right.event
            lines[0] += "  not  " + Self.words(
                right.status, event?.date ?? event?.start_date, event?.time ?? event?.start_time,
                event?.location_any?.first)
        }
        for message in line.messages ?? [] {
            lines.append("  \(message.from == "person1" ? "A" : "B"): \(message.text)")
            for rule in rules where rule.message == message.id { lines.append("       \(rule.family): \(rule.rule)") }
        }
        text = lines.joined(separator: "\n")
    }

    private static func words(_ words: String?...) -> String { words.compactMap(\.self).joined(separator: " ") }
}

/// The counts of the rules that applied, by file.
struct RuleCoverage {
    private var files: [String] = []
    private var counts: [String: [String: Int]] = [:]

    /// Counts the rules of a chat.
    mutating func add(_ rules: [FiredRule], in path: String) {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        if files.last != file { files.append(file) }
        for rule in rules { counts[rule.rule, default: [:]][file, default: 0] += 1 }
    }

    /// The table: a rule a line, with its counts in the order of the files. Rules that never applied are marked.
    var text: String {
        let head = (["rule"] + files + ["all"]).joined(separator: "\t")
        let lines = RuleDescription.all.map { rule in
            let numbers = files.map { counts[rule.name]?[$0] ?? 0 }, sum = numbers.reduce(0, +)
            return (["\(rule.family): \(rule.name)"] + (numbers + [sum]).map(String.init)).joined(separator: "\t")
                + (sum == 0 ? "\tnever" : "")
        }
        return ([head] + lines).joined(separator: "\n")
    }
}

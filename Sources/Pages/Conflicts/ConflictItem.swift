import Calendars
import CivilTime
import HTTP
import Planning
import Runtime
import Storage
import Templates
import Web

/// A conflict in the inbox, with the best way out as one button.
struct ConflictItem: Encodable {
    var id: String
    /// The short month and the day of the sheet.
    var month: String, day: String
    var title: String
    var when: String
    /// The sentences of the causes.
    var causes: [String]
    /// `It clashes 12 times in the next 12 months.`; nil for a single event.
    var repeated: String?
    var line: DayLine
    /// The best time; nil if there is none.
    var best: Best?

    struct Best: Encodable {
        /// The value of the button.
        var value: String
        /// `Move to Thursday 26 November, 13:30–14:30`.
        var label: String
        /// The reasons in a line.
        var why: String
    }
}

extension ConflictItem {
    init(_ shown: ShownConflict, _ words: ConflictWords) {
        let entry = shown.event, date = words.zone.date(at: entry.start), best = shown.best.first
        id = shown.row.id.description
        month = words.format.monthName(date.components.month)
        day = words.format.number(date.components.day)
        title = words.title(entry)
        when = words.when(entry.time)
        causes = shown.problems.map(words.sentence)
        repeated = shown.row.facts.count > 1
            ? words.format.text("conflict.repeated", counting: shown.row.facts.count) : nil
        line = DayLine(shown.look(of: date, meant: best?.time))
        self.best = best.map { best in
            Best(
                value: "move \(words.value(best.time.lowerBound))",
                label: words.text("conflict.move-to", ["when": words.when(best.time)]),
                why: words.format.list(words.events.reasons(of: best.suggestion).map(\.text)))
        }
    }
}

/// The notice that says what the last answer to a conflict did.
struct ConflictNotice: Encodable {
    var words: String
    var isProblem: Bool
    /// The conflict that the button opens again; nil for no button.
    var id: String?
}

extension ConflictNotice {
    /// The answers that were given, and those that changed nothing.
    private static let answers: Set = ["kept", "moved", "other-moved", "cancelled", "reopened"]
    private static let problems: Set = ["answered", "gone"]

    /// - Returns: nil if the address says nothing of an answer.
    init?(_ query: Form, _ format: Formatter) {
        let word = query["clash"]
        isProblem = Self.problems.contains(word)
        guard isProblem || Self.answers.contains(word) else { return nil }
        // A move and a removal have a notice of their own, with the way back.
        guard query["undo"].isEmpty else { return nil }
        words = format.text("conflict.done.\(word)")
        id = word == "kept" ? Int64(query["conflict"]).map { String($0) } : nil
    }
}

/// The conflicts that wait, in the inbox.
struct ConflictList: Encodable {
    var items: [ConflictItem]
    /// The sentence of those that are not shown; nil for none.
    var more: String?

    /// The conflicts of the page.
    private static let length = 10
}

extension ConflictList {
    /// - Returns: nil if there are none.
    init?(_ visit: CustomerVisit) throws {
        let open = try visit.planning.openConflicts(limit: Self.length)
        guard !open.shown.isEmpty else { return nil }
        let words = try ConflictWords(visit)
        items = open.shown.map { ConflictItem($0, words) }
        more = open.more > 0 ? words.format.text("conflict.inbox.more", counting: open.more) : nil
    }
}

import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Testing

/// A chat as a table: lines of "A: …" (the customer) and "B: …", a minute apart, from Tuesday 15 April 2025, 10:00 in
/// Riyadh. With lines of "C: …" it is a group. "(voice)" is a voice note, "(sticker 👍)" a sticker.
/// An answer is written `AGREED 2025-04-16 20:00`, with `–` for a whole day, perhaps an end, `@` and a place.
struct ChatCase: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: String
    let expected: String

    init(_ name: String, _ lines: String, _ expected: String) {
        (self.name, self.lines, self.expected) = (name, lines, expected)
    }

    var testDescription: String { name }

    var messages: [ChatMessage] {
        let lines = lines.split(separator: "\n"), isGroup = lines.contains { $0.hasPrefix("C: ") }
        return lines.enumerated().map { index, line in
            let date = LocalDate(year: 2025, month: 4, day: 15) ?? LocalDate(daysSince1970: 0)
            let (kind, text) = Self.sign(line.dropFirst(3))
            return ChatMessage(
                id: "m\(index + 1)", side: line.hasPrefix("A") ? .customer : .contact,
                at: LocalDateTime(date: date, hour: 10 + index / 60, minute: index % 60) ?? .midnight(date),
                text: text, kind: kind, speaker: isGroup ? String(line.prefix(1)) : nil)
        }
    }

    /// Returns the kind and the text of a line: "(voice)", "(sticker 👍)", or words.
    private static func sign(_ line: Substring) -> (ChatMessage.Kind, String) {
        guard line.hasPrefix("("), line.hasSuffix(")") else { return (.message, String(line)) }
        let words = line.dropFirst().dropLast().split(separator: " ", maxSplits: 1)
        guard let kind = words.first.flatMap({ ChatMessage.Kind(rawValue: String($0)) }) else {
            return (.message, String(line))
        }
        return (kind, words.count > 1 ? String(words[1]) : "")
    }
}

/// The words of the repository, read once.
enum Words {
    static let chats: ConversationLexicon = {
        do {
            return try ConversationLexicon(
                files: ConversationLexicon.fileNames.map { name in
                    LexiconFile(name: name, text: try lexiconFile("chats/\(name)"))
                })
        } catch { fatalError("\(error)") }
    }()

    static let times: ExpressionReader = {
        do { return ExpressionReader(try Lexicon(files: try lexiconFiles())) } catch { fatalError("\(error)") }
    }()

    static let reader = ThreadReader(lexicon: chats, times: times)

    static let riyadh = zone("Asia/Riyadh")

    static func zone(_ name: String) -> TimeZoneRules {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
            return try TimeZoneRules(name: name, tzif: [UInt8](data))
        } catch { fatalError("\(error)") }
    }

    /// The circumstances of the tests: Riyadh, with the prayer times of 15 April for every day.
    static var context: ReadingContext {
        let date = LocalDate(year: 2025, month: 4, day: 15) ?? LocalDate(daysSince1970: 0)
        var context = ReadingContext(reference: .midnight(date), timeZone: riyadh)
        context.zones = { name in
            ["Europe/London", "Asia/Dubai", "Africa/Cairo"].contains(name) ? zone(name) : nil
        }
        context.prayerTimes = { _ in
            var times = PerEvent(all: 0)
            for (event, minute) in zip(DayEvent.allCases, [250, 330, 713, 921, 1_094, 1_184]) { times[event] = minute }
            return times
        }
        return context
    }
}

/// Returns an analysis as an answer of a `ChatCase`.
func answer(_ analysis: ThreadAnalysis) -> String {
    let names: [AgreementStatus: String] = [
        .agreed: "AGREED", .notConfirmed: "OPEN", .denied: "DENIED", .noEvent: "NONE",
    ]
    let status = names[analysis.status] ?? ""
    guard let event = analysis.event, analysis.status != .denied else { return status }
    func clock(_ minute: Int) -> String {
        String(format: "%02d:%02d", minute / 60, minute % 60)
    }
    var words = [status, event.date.iso8601, event.minute.map(clock) ?? "–"]
    if event.endDate != event.date || event.endMinute != nil {
        words.append("to")
        if event.endDate != event.date { words.append(event.endDate.iso8601) }
        if let end = event.endMinute { words.append(clock(end)) }
    }
    return words.joined(separator: " ")
}

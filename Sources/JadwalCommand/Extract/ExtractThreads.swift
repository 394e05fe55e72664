import ArgumentParser
import CivilTime
import Extraction
import Runtime
import System

/// The options of the commands that read chats.
struct ThreadOptions: ParsableArguments {
    @OptionGroup(title: "Prayer times of chats without their own") var place: ExtractPlace

    @Option(help: "The clock of chats that name none.")
    var timeZone = "Asia/Riyadh"

    @Option(help: "The folder of the lexicon; by default that of the templates.")
    var lexicon: String?

    /// Reads the words and returns a reader of chats.
    func reader() throws -> ThreadReader { try reader(ExpressionReader(readLexicon(lexicon))) }

    /// Reads the words of chats and returns a reader of chats, with a reader of times.
    func reader(_ times: ExpressionReader) throws -> ThreadReader {
        let words = try ConversationLexicon(
            files: ConversationLexicon.fileNames.map { try chatLexiconFile($0, lexicon) })
        return ThreadReader(lexicon: words, times: times)
    }

    /// Returns the circumstances of chats.
    func circumstances() throws -> Circumstances {
        Circumstances(zones: try zoneDatabase(), place: place, timeZone: timeZone)
    }
}

/// The clock and the prayer times of the customer of a chat.
struct Circumstances {
    let zones: @Sendable (String) -> TimeZoneRules?
    let place: ExtractPlace
    let timeZone: String

    /// Returns the context of a chat.
    ///
    /// - Parameter zone: its own zone's name, if it has one.
    func context(zone: String?) throws -> ReadingContext {
        let name = zone ?? timeZone
        guard let rules = zones(name) else { throw ValidationError("'\(name)' is not a time zone, as Asia/Riyadh.") }
        var context = ReadingContext(reference: rules.local(Instant(secondsSince1970: 0)), timeZone: rules)
        context.zones = zones
        context.prayerTimes = try place.prayerTimes(rules)
        return context
    }
}

/// Reads a file of the words of chats.
func chatLexiconFile(_ name: String, _ folder: String?) throws -> LexiconFile {
    let folder = try folder ?? templatesFolder() + "/lexicon"
    return LexiconFile(name: name, text: try readText("\(folder)/chats/\(name)"))
}

/// `jadwal extract threads`: what two people agreed on, for each chat of some files.
struct ExtractThreads: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "threads",
        abstract: "Says for each chat of a file what was agreed on.",
        discussion: """
            The file has one JSON object a line: id, tz, prayer_times and messages with id, from (person1, who is \
            the customer, or person2, person3, …), text and ts, and perhaps kind (as voice or sticker). Lines without messages are passed over. For each chat one line is written: \
            id, status, event and proof. Times are on the chat's own clock.

            With --explain each message is shown with the rules that answered it. A file with right answers shows \
            the wrong ones only; --all shows every chat. With --coverage one table is printed: how often each rule \
            applied in each file.
            """)

    @OptionGroup var options: ThreadOptions

    @Argument(help: "Files of chats, one JSON object a line.")
    var files: [String]

    @Flag(help: "Show the rules that answered each message.")
    var explain = false

    @Flag(help: "With --explain: show the chats that were read rightly, too.")
    var all = false

    @Flag(help: "Count how often each rule applied in each file.")
    var coverage = false

    func run() throws {
        let reader = try options.reader(), circumstances = try options.circumstances()
        var table = RuleCoverage()
        for file in files {
            for line in try threadLines(file) {
                guard let thread = try line.thread(circumstances) else { continue }
                let (analysis, rules) = reader.explain(thread)
                if coverage {
                    table.add(rules, in: file)
                } else if explain {
                    let explained = ExplainedThread(line, analysis, rules)
                    if all || explained.isWrong ?? true { print(explained.text) }
                } else {
                    print(try JSON.text(ThreadAnswer(id: line.id, analysis)))
                }
            }
        }
        if coverage { print(table.text) }
    }
}

/// Reads a file of threads.
///
/// - Throws: a `FileError` that names the line that is no JSON object with an id.
func threadLines(_ path: String) throws -> [ThreadLine] {
    var lines: [ThreadLine] = []
    for (number, line) in numberedLines(of: try readText(path)) {
        do {
            lines.append(try JSON.value(ThreadLine.self, from: String(line)))
        } catch {
            throw FileError(path: path, message: "line \(number) is not a JSON object with an id: \(error)")
        }
    }
    return lines
}

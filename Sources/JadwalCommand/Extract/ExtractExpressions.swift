import ArgumentParser
import CivilTime
import Extraction
import Foundation
import PrayerTimes

/// Reads sentences from a file and prints their times, for programs.
struct ExtractExpressions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expressions",
        abstract: "Prints the times of the sentences of a file.",
        discussion: """
            Each line of the file is an object with `id`, `text`, and perhaps `reference`, `lang`, `locale`, \
            `tz` and `prayer_times`. Each line of the answer has the `id` and what was `found`. Without a \
            reference 2025-04-15T10:00 counts. A line with a `kind` other than "expression" is passed over.
            """)

    @Argument(help: "A file with one JSON object a line, or - for standard input.")
    var file: String

    @OptionGroup var place: ExtractPlace

    @Option(help: "The folder of the lexicon; by default that of the templates.")
    var lexicon: String?

    func run() throws {
        let reader = ExpressionReader(try readLexicon(lexicon))
        let zones = try zoneDatabase()
        for (number, line) in try readLines(file).enumerated() {
            // A line of another kind may have no text.
            let named = try? JSONDecoder().decode(LineKind.self, from: Data(line.utf8))
            if let named, named.kind != "expression" { continue }
            guard let sentence = try? JSONDecoder().decode(Sentence.self, from: Data(line.utf8)) else {
                throw ValidationError("Line \(number + 1) of \(file) is no object with a text and an id.")
            }
            let context = try sentence.context(zones, place)
            let found = reader.expressions(in: sentence.text, context).compactMap {
                FoundTime($0, in: sentence.text, context)
            }
            print(try FoundLine(id: sentence.id, found: found).text())
        }
    }

    /// The kind of a line that names it.
    private struct LineKind: Decodable {
        var kind: String
    }

    /// A line of the file.
    struct Sentence: Decodable {
        var id: String?
        var text: String
        var reference: String?
        var lang: String?
        var locale: String?
        var tz: String?
        var prayerTimes: [String: String]?

        enum CodingKeys: String, CodingKey {
            case id, text, reference, lang, locale, tz
            case prayerTimes = "prayer_times"
        }

        func context(_ zones: @escaping @Sendable (String) -> TimeZoneRules?, _ place: ExtractPlace) throws
            -> ReadingContext
        {
            let zone = tz.flatMap(zones) ?? .utc
            let time = reference.flatMap { MessageTime($0) } ?? .standard
            var context = ReadingContext(reference: time.local, timeZone: zone)
            context.zones = zones
            // "en" alone is American English, as in Unicode's locale data.
            context.isMonthFirst = ["en", "en-US", "en_US"].contains(locale ?? "")
            if tz == nil {
                context.firstDay = .monday
                context.weekend = lang == "en" ? .saturday : .friday
            }
            if let times = prayerTimes.flatMap(minutes) {
                context.prayerTimes = { _ in times }
            } else {
                context.prayerTimes = try place.prayerTimes(zone)
            }
            return context
        }

        private func minutes(_ times: [String: String]) -> PerEvent<Int>? {
            var minutes = PerEvent(all: 0)
            for event in DayEvent.allCases {
                let parts = times[event.rawValue]?.split(separator: ":").compactMap { Int($0) } ?? []
                guard parts.count == 2 else { return nil }
                minutes[event] = parts[0] * 60 + parts[1]
            }
            return minutes
        }
    }
}

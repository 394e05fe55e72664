import ArgumentParser
import CivilTime
import Extraction
import Foundation

/// Prints the times that one sentence says.
struct ExtractExpression: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expression",
        abstract: "Prints the times that a sentence says.",
        discussion: """
            A line for each time: the words, their meaning, and other readings with their weights. Prayers \
            are counted from where --latitude and --longitude are.
            """)

    @Argument(help: "A sentence in English, Arabic or both.")
    var text: String

    @Option(help: "The local time at which it was written, as 2026-11-22T09:00.")
    var reference = MessageTime.standard

    @Option(help: "The zone of the reader's clock.")
    var timeZone = "Asia/Riyadh"

    @OptionGroup var place: ExtractPlace

    @Option(help: "The folder of the lexicon; by default that of the templates.")
    var lexicon: String?

    @Flag(help: "Reads 10/11 as 11 October.")
    var monthFirst = false

    @Flag(help: "Prints JSON.")
    var json = false

    func run() throws {
        let zones = try zoneDatabase()
        guard let zone = zones(timeZone) else {
            throw ValidationError("'\(timeZone)' is not a time zone, as Asia/Riyadh.")
        }
        var context = ReadingContext(reference: reference.local, timeZone: zone)
        context.zones = zones
        context.isMonthFirst = monthFirst
        context.prayerTimes = try place.prayerTimes(zone)
        let found = ExpressionReader(try readLexicon(lexicon)).expressions(in: text, context)
        if json {
            let line = FoundLine(id: nil, found: found.compactMap { FoundTime($0, in: text, context) })
            print(try line.text())
            return
        }
        if found.isEmpty { print("no time") }
        for expression in found { print(lines(expression, context).joined(separator: "\n")) }
    }

    private func lines(_ expression: TimeExpression, _ context: ReadingContext) -> [String] {
        let words = FoundTime.words(expression.range, of: text)
        let note = expression.isPast ? "  (over)" : expression.isVague ? "  (no appointment)" : ""
        let first = "\(words)  \(expression.kind.rawValue)  \(expression.best.summary(context))\(note)"
        return [first]
            + expression.readings.dropFirst().map { reading in
                "    or \(reading.summary(context))  (\(Int((reading.weight * 100).rounded())) %)"
            }
    }
}

/// The local time of a message.
struct MessageTime: ExpressibleByArgument, CustomStringConvertible {
    let local: LocalDateTime

    init?(argument: String) { self.init(argument) }

    /// Reads `2026-11-22T09:00`, with seconds or without, with an offset or without.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "T")
        guard let day = parts.first, let date = LocalDate(iso8601: day) else { return nil }
        let numbers = (parts.count > 1 ? String(parts[1]) : "00:00").prefix { $0.isNumber || $0 == ":" }
            .split(separator: ":").compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
        guard
            let local = LocalDateTime(
                date: date, hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
        else { return nil }
        self.local = local
    }

    private init(local: LocalDateTime) { self.local = local }

    /// The time that counts where none is given: Tuesday 15 April 2025, 10:00.
    static let standard = MessageTime(
        local: LocalDateTime(date: LocalDate(iso8601: "2025-04-15") ?? LocalDate(daysSince1970: 0), hour: 10, minute: 0)
            ?? .midnight(LocalDate(daysSince1970: 0)))

    var description: String { "\(local.date.iso8601)T\(local.clock)" }
}

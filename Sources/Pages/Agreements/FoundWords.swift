import Agreements
import Calendars
import CivilTime
import Extraction
import PrayerTimes
import Runtime
import Storage
import Templates
import Web

/// The words of findings in a language: day, time, sentences.
struct FoundWords {
    let format: Formatter
    let zone: TimeZoneRules
    /// The customer's day now.
    let today: LocalDate
    private let events: EventWords
    private let workingDays: Set<Weekday>
    private let hijri: HijriCalendar

    init(_ visit: CustomerVisit) throws {
        format = visit.format
        events = EventWords(format, visit.app)
        zone = try visit.zone
        today = zone.date(at: visit.app.now())
        workingDays = visit.workingDays
        hijri = try visit.app.hijri
    }

    func text(_ key: String, _ values: [String: String] = [:]) -> String { format.text(key, values) }
    func number(_ value: Int) -> String { format.number(value) }

    /// Returns a day: `Thursday 26 November`, with its year if that is another one.
    func day(_ day: LocalDate) -> String {
        format.day(day, day.components.year == today.components.year ? .weekday : .full)
    }

    func day(of moment: Instant) -> String { format.day(zone.date(at: moment), .short) }

    /// Returns day and time: `Thursday 26 November, 15:00–16:00`.
    func when(_ values: FoundValues) -> String {
        guard let minute = values.minute else {
            return values.date == values.endDate
                ? day(values.date) : text("range.wide", ["first": day(values.date), "last": day(values.endDate)])
        }
        var times = format.time(minute: minute)
        if let end = values.endMinute {
            times = values.length < 1_440
                ? format.times(minute: minute, to: end) : format.range(times, format.time(minute: end))
        }
        return text("inbox.when", ["day": day(values.date), "times": times])
    }

    /// Returns the prayer that the time was counted from: `30 min after Maghrib`; nil for another time.
    func anchor(_ values: FoundValues) -> String? {
        guard let anchor = values.anchor else { return nil }
        if let minutes = values.minutesAfterPrayer {
            return format.anchor(PrayerAnchor(prayer: anchor.prayer, minutes: minutes))
        }
        let prayer = ["prayer": text("prayer.\(anchor.prayer.rawValue)")]
        return switch anchor.relation {
        case .before: text("inbox.anchor.before", prayer)
        case .at: text("event.anchor.at", prayer)
        case .after, .between: text("inbox.anchor.after", prayer)
        }
    }

    func repetition(_ values: FoundValues) -> String? {
        events.repetition(values.repetition(workingDays: workingDays), from: values.date, hijri)
    }

    /// Returns true if the event is over, so that no answer is needed.
    func isOver(_ values: FoundValues) -> Bool { values.endDate < today && values.repeats == nil }
}

/// The sentences that prove an agreement.
struct ChatProof: Encodable {
    var contact: String
    /// The day of the last sentence: `today`, `on Saturday 21 November`.
    var said: String
    var sentences: [ChatSentence]
    /// The day on which the sentences are deleted at the latest.
    var forgotten: String
}

struct ChatSentence: Encodable {
    var isMine: Bool
    var pieces: [ChatPiece]
    var time: String
}

struct ChatPiece: Encodable {
    var text: String
    var isMarked: Bool
}

extension ChatProof {
    /// - Returns: nil if the sentences are deleted.
    init?(_ found: FoundAgreement, _ words: FoundWords) {
        guard let last = found.proof.last else { return nil }
        contact = found.values.contact ?? words.text("inbox.nobody")
        let day = words.zone.date(at: last.sentAt)
        switch words.today - day {
        case 0: said = words.text("inbox.said.today")
        case 1: said = words.text("inbox.said.yesterday")
        default: said = words.text("inbox.said.on", ["day": words.day(day)])
        }
        sentences = found.proof.map { sentence in
            ChatSentence(
                isMine: sentence.isMine,
                pieces: sentence.pieces.map { ChatPiece(text: $0.text, isMarked: $0.isMarked) },
                time: words.format.time(sentence.sentAt, words.zone))
        }
        forgotten = words.day(of: found.forgottenAt)
    }
}

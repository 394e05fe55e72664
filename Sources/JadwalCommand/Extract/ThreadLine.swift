import CivilTime
import Extraction
import PrayerTimes

/// A line of a file of threads, in the formats of `threads-dev.jsonl` and `cases.jsonl`.
struct ThreadLine: Decodable {
    struct Message: Decodable {
        let id: String
        let from: String
        let text: String
        let ts: String
        let kind: String?
        let target: String?
        let quoted: String?

        private enum CodingKeys: String, CodingKey {
            case id, from, text, ts, kind, target, quoted
        }

        /// Ids are numbers or texts.
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            func id(_ key: CodingKeys) throws -> String? {
                if let number = try? values.decodeIfPresent(Int.self, forKey: key) { return "\(number)" }
                return try values.decodeIfPresent(String.self, forKey: key)
            }
            self.id = try id(.id) ?? ""
            from = try values.decode(String.self, forKey: .from)
            text = try values.decode(String.self, forKey: .text)
            ts = try values.decode(String.self, forKey: .ts)
            kind = try values.decodeIfPresent(String.self, forKey: .kind)
            target = try id(.target)
            quoted = try id(.quoted)
        }
    }

    struct Event: Decodable {
        let date: String?, time: String?
        let start_date: String?, start_time: String?, end_date: String?, end_time: String?
        let title_any: [String]?, location_any: [String]?
        let basis: Basis?
    }

    struct Basis: Decodable {
        let prayer: String?, relation: String?
    }

    struct Gold: Decodable {
        let status: String
        let event: Event?
        let accept: [Event?]?
        let debatable: Bool?
    }

    let id: String
    /// `thread`, `expression` or `pipeline` in `cases.jsonl`; absent elsewhere.
    let kind: String?
    let lang: String?
    let tz: String?
    let locale: String?
    let prayer_times: [String: String]?
    let contact: String?
    let messages: [Message]?
    let gold: Gold?
    let expect: Gold?

    /// The right answer: `gold`, or what a case expects.
    var answer: Gold? { gold ?? (kind == "thread" ? expect : nil) }

    private enum CodingKeys: String, CodingKey {
        case id, kind, lang, tz, locale, prayer_times, contact, messages, gold, expect
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        kind = try values.decodeIfPresent(String.self, forKey: .kind)
        lang = try values.decodeIfPresent(String.self, forKey: .lang)
        tz = try values.decodeIfPresent(String.self, forKey: .tz)
        locale = try values.decodeIfPresent(String.self, forKey: .locale)
        prayer_times = try values.decodeIfPresent([String: String].self, forKey: .prayer_times)
        contact = try values.decodeIfPresent(String.self, forKey: .contact)
        messages = try values.decodeIfPresent([Message].self, forKey: .messages)
        // Lines of other kinds have other answers.
        gold = try? values.decodeIfPresent(Gold.self, forKey: .gold)
        expect = try? values.decodeIfPresent(Gold.self, forKey: .expect)
    }
}

extension ThreadLine {
    /// Returns the chat of a line; nil for a line without messages.
    ///
    /// - Throws: a sentence that names the line's id.
    func thread(_ circumstances: Circumstances) throws -> ChatThread? {
        guard let messages, !messages.isEmpty else { return nil }
        var context: ReadingContext
        do {
            context = try circumstances.context(zone: tz)
        } catch {
            throw LineError(id: id, problem: "\(error)")
        }
        // A chat of three and more names its writers.
        let isGroup = Set(messages.map(\.from)).subtracting(["person1"]).count > 1
        let read = try messages.map { message in
            guard let at = localTime(message.ts, context.timeZone) else {
                throw LineError(id: id, problem: "'\(message.ts)' is not a time like 2025-04-15T09:58:00+03:00")
            }
            guard let kind = ChatMessage.Kind(rawValue: message.kind ?? "message") else {
                throw LineError(id: id, problem: "'\(message.kind ?? "")' is not a kind of message")
            }
            return ChatMessage(
                id: message.id, side: message.from == "person1" ? .customer : .contact, at: at, text: message.text,
                kind: kind, target: message.target, quoted: message.quoted, speaker: isGroup ? message.from : nil)
        }
        context.isMonthFirst = locale == "en-US"
        if let times = minutes(prayer_times) { context.prayerTimes = { _ in times } }
        return ChatThread(messages: read, context: context, contactName: contact)
    }
}

/// Returns the wall time of `2025-04-15T09:58:00+03:00` on a zone's clock. Without an offset it is one already.
func localTime(_ text: String, _ zone: TimeZoneRules) -> LocalDateTime? {
    guard text.utf8.count >= 16, let date = LocalDate(iso8601: text.prefix(10)) else { return nil }
    let clock = text.dropFirst(11).prefix { $0 != "+" && $0 != "-" && $0 != "Z" }
    let parts = clock.split(separator: ":").map { Int($0.prefix(2)) ?? -1 }
    guard parts.count >= 2,
        let local = LocalDateTime(
            date: date, hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
    else { return nil }
    let offset = text.dropFirst(11 + clock.count)
    guard let sign = offset.first else { return local }
    let numbers = offset.dropFirst().split(separator: ":").map { Int($0) ?? 0 }
    let seconds = sign == "Z" ? 0 : ((numbers.first ?? 0) * 3_600 + (numbers.count > 1 ? numbers[1] : 0) * 60)
    let instant = TimeZoneRules.utc.instant(of: local) - .seconds(Int64(sign == "-" ? -seconds : seconds))
    return zone.local(instant)
}

/// Reads `{"fajr": "04:10", …}` as minutes after midnight; nil unless all six times are there.
func minutes(_ times: [String: String]?) -> PerEvent<Int>? {
    guard let times else { return nil }
    var minutes = PerEvent(all: 0)
    for event in DayEvent.allCases {
        let parts = (times[event.rawValue] ?? "").split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        minutes[event] = parts[0] * 60 + parts[1]
    }
    return minutes
}

/// A line that cannot be used.
struct LineError: Error, CustomStringConvertible {
    let id: String
    let problem: String

    var description: String { "\(id): \(problem)" }
}

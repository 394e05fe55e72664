import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Testing

/// The quality that is kept: the shares of the reference threads that must be read rightly.
///
/// The reference data lies beside the repository; without it these tests are skipped.
@Suite("Reference threads")
struct ReferenceThreadTests {
    @Test(
        "dialogues of the Schema-Guided Dialogue dataset",
        .enabled(if: ReferenceFile.threads.exists, "skipped: no reference data"))
    func dialogues() throws {
        let score = try ThreadTally(ReferenceFile.threads.rows())
        #expect(score.count == 100)
        #expect(score.share(score.statusRight) >= 0.92, "status: \(score.statusRight)")
        #expect(score.share(score.allRight) >= 0.87, "all: \(score.allRight)")
        #expect(
            Double(score.agreedRight) >= 0.97 * Double(score.agreedFound),
            "\(score.agreedRight) of \(score.agreedFound)")
        #expect(Double(score.agreedRight) >= 0.85 * Double(score.agreed), "\(score.agreedRight) of \(score.agreed)")
        #expect(score.inventions.isEmpty)
    }

    @Test("the project's own chats", .enabled(if: ReferenceFile.cases.exists, "skipped: no reference data"))
    func cases() throws {
        let score = try ThreadTally(ReferenceFile.cases.rows().filter { $0["kind"] as? String == "thread" })
        #expect(score.count == 55)
        #expect(score.share(score.allRight) >= 0.95, "wrong: \(score.wrong)")
        #expect(score.inventions.isEmpty)
    }
}

/// The counts of rows of threads with their right answers.
struct ThreadTally {
    var count = 0, statusRight = 0, allRight = 0, agreed = 0, agreedFound = 0, agreedRight = 0
    /// The agreements that become events by themselves, and how many of them have the right day and hour.
    var sure = 0, sureRight = 0
    var inventions: [String] = [], wrong: [String] = []

    func share(_ part: Int) -> Double { Double(part) / Double(max(count, 1)) }

    init(_ rows: [[String: Any]]) throws {
        for row in rows {
            guard let gold = (row["gold"] ?? row["expect"]) as? [String: Any], gold["debatable"] as? Bool != true else {
                continue
            }
            let id = row["id"] as? String ?? "", analysis = try read(row)
            let status = analysis.status.rawValue, expected = gold["status"] as? String ?? ""
            let accepted = [gold["event"] as? [String: Any]] + (gold["accept"] as? [[String: Any]] ?? []).map { $0 }
            let isRight = status == expected && accepted.contains { matches(analysis, $0) }
            count += 1
            if status == expected { statusRight += 1 }
            if isRight { allRight += 1 } else { wrong.append(id) }
            let agreement = AgreementStatus.agreed.rawValue
            if expected == agreement { agreed += 1 }
            if status == agreement { agreedFound += 1 }
            if status == agreement, expected == agreement { agreedRight += 1 }
            if status == agreement, analysis.event?.doubts.isEmpty ?? false {
                sure += 1
                if status == expected, accepted.contains(where: { isOnTime(analysis, $0) }) { sureRight += 1 }
            }
            if status == agreement, expected == AgreementStatus.noEvent.rawValue { inventions.append(id) }
        }
    }

    /// Returns true if day and hour are right.
    private func isOnTime(_ analysis: ThreadAnalysis, _ gold: [String: Any]?) -> Bool {
        let day = (gold?["date"] ?? gold?["start_date"]) as? String
        let time = (gold?["time"] ?? gold?["start_time"]) as? String
        return analysis.event?.date.iso8601 == day
            && analysis.event?.minute.map { String(format: "%02d:%02d", $0 / 60, $0 % 60) } == time
    }

    private func matches(_ analysis: ThreadAnalysis, _ gold: [String: Any]?) -> Bool {
        let event = analysis.status == .denied ? nil : analysis.event
        guard let gold else { return event == nil }
        guard let event else { return false }
        func clock(_ minute: Int?) -> String? {
            minute.map { String(format: "%02d:%02d", $0 / 60, $0 % 60) }
        }
        let date = gold["date"] ?? gold["start_date"], time = gold["time"] ?? gold["start_time"]
        if let date = date as? String, date != event.date.iso8601 { return false }
        if time as? String != clock(event.minute) { return false }
        if let end = gold["end_date"] as? String, end != event.endDate.iso8601 { return false }
        if let end = gold["end_time"] as? String, end != clock(event.endMinute) { return false }
        if let places = gold["location_any"] as? [String], row(gold, hasOnlyNamedKeys: true) {
            let place = event.place?.lowercased() ?? ""
            // Places of dialogues are not scored: theirs are names of a data base.
            if !places.contains(where: {
                place.contains($0.lowercased())
                    || !place.isEmpty
                        && $0.lowercased().contains(place)
            }) {
                return false
            }
        }
        return true
    }

    /// Returns true for an event of `cases.jsonl`, which names its day `start_date`.
    private func row(_ gold: [String: Any], hasOnlyNamedKeys: Bool) -> Bool { gold["start_date"] != nil }
}

/// Returns the zone and the prayer times of a row.
func chatContext(_ row: [String: Any]) throws -> ReadingContext {
    let zone = Words.zone(row["tz"] as? String ?? "Asia/Riyadh")
    var context = ReadingContext(reference: .midnight(LocalDate(daysSince1970: 0)), timeZone: zone)
    context.zones = { name in name.contains("/") ? Words.zone(name) : nil }
    if let given = row["prayer_times"] as? [String: String] {
        var times = PerEvent(all: 0)
        for event in DayEvent.allCases {
            let parts = (given[event.rawValue] ?? "").split(separator: ":").compactMap { Int($0) }
            times[event] = try #require(parts.count == 2 ? parts[0] * 60 + parts[1] : nil)
        }
        let fixed = times
        context.prayerTimes = { _ in fixed }
    }
    return context
}

private func read(_ row: [String: Any]) throws -> ThreadAnalysis {
    let context = try chatContext(row)
    let given = row["messages"] as? [[String: Any]] ?? []
    let isGroup = given.contains { $0["from"] as? String == "person3" }
    let messages = try given.enumerated().map { index, message in
        // All threads are in Riyadh, whose stamps say +03:00.
        let stamp = try #require(message["ts"] as? String)
        #expect(stamp.hasSuffix("+03:00"))
        let date = try #require(LocalDate(iso8601: stamp.prefix(10)))
        let clock = stamp.dropFirst(11).prefix(8).split(separator: ":").compactMap { Int($0) }
        let at = try #require(LocalDateTime(date: date, hour: clock[0], minute: clock[1], second: clock[2]))
        let writer = message["from"] as? String, kind = message["kind"] as? String ?? "message"
        return ChatMessage(
            id: "\(index + 1)", side: writer == "person1" ? .customer : .contact, at: at,
            text: message["text"] as? String ?? "", kind: try #require(ChatMessage.Kind(rawValue: kind)),
            speaker: isGroup ? writer : nil)
    }
    return Words.reader.read(ChatThread(messages: messages, context: context))
}

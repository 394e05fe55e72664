import CivilTime
import Extraction
import Foundation
import PrayerTimes
import Testing

/// Chats and times of our own, written in blocks before the engine had read them, in the manner of `cases.jsonl`.
///
/// A block is added whole, also with rows that are read wrongly: the shares are what is kept.
@Suite("Own chats and times")
struct OwnBlockTests {
    @Test("chats", arguments: ["chats-a.jsonl", "chats-b.jsonl", "chats-c.jsonl", "chats-d.jsonl"])
    func chats(file: String) throws {
        let score = try ThreadTally(OwnBlock(name: file).rows())
        #expect(score.count >= 24)
        #expect(score.share(score.allRight) >= 0.95, "wrong: \(score.wrong)")
        #expect(score.agreedRight == score.agreedFound, "wrong: \(score.wrong)")
    }

    /// The writers of these blocks knew nothing of the engine: Arabic chats (e, h), dialogues with a service (f),
    /// English chats (g).
    @Test("chats of others", arguments: [
        ("chats-e.jsonl", 0.95), ("chats-f.jsonl", 0.95), ("chats-g.jsonl", 0.88), ("chats-h.jsonl", 0.85),
    ])
    func otherChats(file: String, leastRight: Double) throws {
        let score = try ThreadTally(OwnBlock(name: file).rows())
        #expect(score.count >= 75)
        #expect(score.share(score.statusRight) >= leastRight, "wrong: \(score.wrong)")
        #expect(score.agreedRight == score.agreedFound, "wrong: \(score.wrong)")
    }

    /// Chats as people of many countries type them, harder than the other blocks: Arabic and Arabizi (i), English (j).
    /// Parts of them were looked at while the rules were written, so unseen chats give less.
    @Test("everyday chats of others", arguments: [("chats-i.jsonl", 0.88, 0.95), ("chats-j.jsonl", 0.80, 0.91)])
    func everydayChats(file: String, leastRight: Double, leastPrecision: Double) throws {
        let score = try ThreadTally(OwnBlock(name: file).rows())
        #expect(score.count >= 200)
        #expect(score.share(score.statusRight) >= leastRight, "wrong: \(score.wrong)")
        #expect(Double(score.agreedRight) >= leastPrecision * Double(score.agreedFound), "wrong: \(score.wrong)")
    }

    @Test("times", arguments: ["times-a.jsonl", "times-b.jsonl"])
    func times(file: String) throws {
        let rows = try OwnBlock(name: file).rows()
        let wrong = try rows.filter { try !isRight($0) }
        #expect(rows.count >= 40)
        #expect(wrong.count * 10 <= rows.count, "wrong: \(wrong.map { $0["text"] as? String ?? "" })")
    }

    /// Returns true if the first time of a row is the expected one.
    private func isRight(_ row: [String: Any]) throws -> Bool {
        var context = try chatContext(row)
        let stamp = try #require(row["reference"] as? String)
        let date = try #require(LocalDate(iso8601: stamp.prefix(10)))
        let hour = Int(stamp.dropFirst(11).prefix(2)) ?? 0, minute = Int(stamp.dropFirst(14).prefix(2)) ?? 0
        context.reference = try #require(LocalDateTime(date: date, hour: hour, minute: minute))
        let expected = try #require(row["expect"] as? [String: String]), text = row["text"] as? String ?? ""
        guard let best = Words.times.expressions(in: text, context).first(where: { !$0.isPast })?.best else {
            return expected.isEmpty
        }
        let end = best.length.flatMap { length in best.minute.map { $0 + length } } ?? best.endMinute
        func agrees(_ key: String, _ value: String?) -> Bool { expected[key] == nil || expected[key] == value }
        return agrees("date", best.date?.iso8601) && agrees("time", best.minute.map(clock))
            && agrees("part", best.part?.rawValue) && agrees("end_date", best.endDate?.iso8601)
            && agrees("end_time", end.map { clock($0 % 1_440) }) && agrees("hijri", best.hijri?.description)
    }

    private func clock(_ minute: Int) -> String { String(format: "%02d:%02d", minute / 60, minute % 60) }
}

/// A file of `Tests/ExtractionTests/Reference`.
private struct OwnBlock {
    let name: String

    func rows() throws -> [[String: Any]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Reference/\(name)"), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}

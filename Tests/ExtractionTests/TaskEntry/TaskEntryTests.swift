import CivilTime
import Extraction
import SeededRandom
import Testing

@Suite("A task in one line")
struct TaskEntryTests {
    @Test("without a letter is no task", arguments: ["", "   ", "\n\t", "\u{200F}", "\u{202E}\u{2066} "])
    func empty(text: String) throws {
        #expect(try readTask(text) == nil)
    }

    @Test("that is too long is not read")
    func tooLong() throws {
        #expect(try readTask(String(repeating: "a", count: QuickEntry.mostCharacters + 1)) == nil)
        #expect(try readTask(String(repeating: "a", count: QuickEntry.mostCharacters)) != nil)
    }

    @Test("keeps the letters of the title, and says if nothing else was understood")
    func title() throws {
        let plain = try #require(try readTask("مُراجعة  الميزانيّة"))
        #expect(plain.title == "مُراجعة الميزانيّة")
        #expect(!plain.isUnderstood)
        #expect(try #require(try readTask("مراجعة ساعة")).isUnderstood)
    }

    @Test("of words in any order has values in their limits, and no more words than were typed")
    func anyWords() throws {
        let words = [
            "gym", "1", "hour", "30", "min", "three", "times", "a", "week", "after", "before", "Asr", "Isha", "every",
            "day", "Sunday", "or", "to", "at", "the", "from", "between", "and", "5pm", "must", "except", "tomorrow",
            "ساعة", "ونص", "٣", "مرات", "بالأسبوع", "قبل", "بعد", "العصر", "الخميس", "كل", "يوم", "من", "الصيدلية",
            "إلى", "حتى", "نهاية", "الأسبوع", "بين", "راحة", "،", "-", "/",
        ]
        var random = SeededRandom(29)
        for _ in 0..<2_000 {
            let count = Int.random(in: 1...9, using: &random)
            let line = (0..<count).compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
            let draft = try #require(try readTask(line), "\(line)")
            let typed = Set(line.split(separator: " "))
            #expect(draft.title.split(separator: " ").allSatisfy { typed.contains($0) }, "\(line)")
            #expect((0...10_080).contains(draft.minutes ?? 0), "\(line)")
            if case .weekly(let times)? = draft.frequency { #expect((1...7).contains(times), "\(line)") }
            if let first = draft.firstDay, let last = draft.lastDay { #expect(first <= last, "\(line)") }
            for case .clock(let minute)? in [draft.window?.from, draft.window?.to] {
                #expect((0..<1_440).contains(minute), "\(line)")
            }
        }
    }
}

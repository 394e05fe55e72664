import CivilTime
import Extraction
import SeededRandom
import Testing

@Suite("One line")
struct QuickEntryTests {
    @Test("without a letter is no event", arguments: ["", "   ", "\n\t", "\u{200F}", "\u{202E}\u{2066} "])
    func empty(text: String) throws {
        #expect(try read(text) == nil)
    }

    @Test("may be nothing but a time")
    func onlyTime() throws {
        #expect(try summary(read("tomorrow at 3")) == " | 11-24 | 15:00")
    }

    @Test("is understood with marks of direction, and its title has none")
    func bidi() throws {
        #expect(try summary(read("\u{202B}غداء\u{200F} بكرة\u{202C} \u{2066}2pm\u{2069}")) == "غداء | 11-24 | 14:00")
    }

    @Test("keeps the letters of the title as they were typed")
    func typedLetters() throws {
        #expect(try summary(read("مُقابلة إلى آخِره  بكرة\n وأيضًا قهوة")) == "مُقابلة إلى آخِره وأيضًا قهوة | 11-24")
    }

    @Test("understands one day and one time; others stay in the title")
    func once() throws {
        let text = "Move dentist tomorrow from Sunday at 3 or 5pm"
        #expect(try summary(read(text)) == "Move dentist from Sunday or 5pm | 11-24 | 15:00")
    }

    @Test("leaves a weekday that contradicts its date")
    func contradiction() throws {
        #expect(try summary(read("Dentist Friday 25 November")) == "Dentist Friday | 11-25")
    }

    @Test("says where its understood parts are")
    func parts() throws {
        let text = "Coffee with Sara tomorrow after Asr at Panda"
        let parts = try #require(try read(text)).understood.map { part in
            "\(part.kind): \(String(Array(text)[part.characters]))"
        }
        #expect(parts == ["people: with Sara", "day: tomorrow", "time: after Asr", "place: at Panda"])
    }

    @Test(
        "is on the next day that it fits",
        arguments: [
            ("Gym at 3", 23), ("Gym at 1", 24), ("Gym 13:20", 24), ("Gym 13:21", 23), ("Gym after Asr", 23),
            ("Gym", 23),
            ("Gym every Monday at 3", 23), ("Gym every Monday at 1", 30), ("Gym every Sunday", 29),
            ("Gym tomorrow at 1", 24),
            ("Gym today at 1", 23),
        ])
    func likelyDay(sentence: String, day: Int) throws {
        #expect(try read(sentence)?.likelyDay == LocalDate(year: 2026, month: 11, day: day))
    }

    @Test(
        "counts next week from the customer's first day",
        arguments: [
            (Weekday.sunday, "11-29"), (.monday, "12-06"), (.saturday, "11-29"),
        ])
    func nextWeek(firstDay: Weekday, day: String) throws {
        #expect(try summary(read("Gym next Sunday", firstDay: firstDay)) == "Gym | \(day)")
    }

    @Test("of 500 characters is read, and a longer one is not")
    func long() throws {
        for words in ["at ", "every Sunday and ", "with Sara and ", "2 ", "من ", "a", "24/", "1:", "5-", "\u{301}"] {
            let text = String(repeating: words, count: 500 / words.unicodeScalars.count)
            let full = text + String(repeating: "a", count: 500 - text.unicodeScalars.count)
            #expect(try read(full) != nil)
            #expect(try read(full + "a") == nil)
        }
    }

    @Test("of random words never loses a word that was not used")
    func random() throws {
        let words = [
            "Coffee", "with", "Sara", "and", "tomorrow", "at", "3", "30", ":", "-", "/", ".", ",", "pm", "every",
            "Sunday", "from",
            "to", "after", "before", "Asr", "half", "past", "two", "hours", "for", "in", "November", "25", "2026",
            "the", "25th",
            "next", "all", "day", "مع", "سارة", "وعمر", "بكرة", "الساعة", "٢", "ونص", "إلا", "ربع", "ساعة", "بعد",
            "العصر", "قبل",
            "until", "except", "starting", "months", "month", "first", "Mon", "Fri", "weekly", "Hijri", "Jumuah",
            "London time", "شهر", "هجرية", "ما عدا", "لمدة",
            "من", "إلى", "كل", "يوم", "أحد", "في", "بـ", "باندا", "رمضان", "١٠", "\u{200F}", "😀", "(", ")", "\n",
            "99999999999999", "0",
        ]
        var random = SeededRandom(23)
        for _ in 0..<3_000 {
            let count = Int.random(in: 1...14, using: &random)
            var text = ""
            for _ in 0..<count {
                text += words.randomElement(using: &random) ?? ""
                if Bool.random(using: &random) || Bool.random(using: &random) { text += " " }
            }
            try check(text)
        }
    }

    @Test("of random characters never loses one that was not used")
    func randomCharacters() throws {
        let scalars: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x7E, 0x600...0x6FF, 0x2000...0x206F, 0x1F600...0x1F64F, 0...0x2FF,
        ]
        var random = SeededRandom(24)
        for _ in 0..<1_000 {
            var text = ""
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                let value = UInt32.random(in: scalars.randomElement(using: &random) ?? 0...9, using: &random)
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            try check(text)
        }
    }

    private struct Lost: Error {
        var text: String, title: String
    }

    private func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Compares the title with the letters and digits outside the understood parts.
    private func check(_ text: String) throws {
        guard let draft = try read(text) else { return }
        let characters = Array(text)
        var isUsed = Array(repeating: false, count: characters.count), end = 0
        for part in draft.understood {
            if part.characters.lowerBound < end { Issue.record("parts of \(text.debugDescription) overlap") }
            end = part.characters.upperBound
            if part.kind != .people { for index in part.characters { isUsed[index] = true } }
        }
        for part in draft.notUnderstood where !part.isInTitle {
            for index in part.characters { isUsed[index] = true }
        }
        // A combining mark joins another letter where a space is gone, so scalars are compared.
        let unused = zip(characters, isUsed).filter { !$0.1 }.flatMap(\.0.unicodeScalars).filter(isLetterOrDigit)
        let kept = draft.title.unicodeScalars.filter(isLetterOrDigit).map { $0 }
        // The name of the Friday prayer is the title of a sentence without another one.
        if unused.isEmpty, !draft.understood.isEmpty { return }
        if kept != unused { throw Lost(text: text.debugDescription, title: draft.title.debugDescription) }
    }
}

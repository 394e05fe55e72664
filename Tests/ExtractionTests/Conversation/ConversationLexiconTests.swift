import Testing

@testable import Extraction

@Suite("Words of conversations")
struct ConversationLexiconTests {
    @Test("every line's example has what the line says")
    func examples() {
        let reader = MessageReader(lexicon: Words.chats)
        #expect(Words.chats.entries.count > 150)
        for entry in Words.chats.entries where !entry.example.isEmpty {
            let words = Words.chats.words(entry.example)
            let reading = reader.read(words, Words.times.expressions(in: entry.example, Words.context))
            let found: Set<String> =
                switch entry.sense.category {
                case "act": Set(reading.acts.map(\.act.rawValue))
                case "mark":
                    Set(reading.words.indices.flatMap { index in
                        Words.chats.marks.matches(reading.words, at: index).map(\.value.rawValue)
                    })
                case "spelling": Set(reading.words.compactMap(\.short?.text))
                case "activity": Set(reading.activities.map(\.sense.key))
                default: Set(reading.place.map { [text($0, of: entry.example)] } ?? [])
                }
            let isFound = found.contains(entry.result) || found.contains { $0.contains(entry.result) }
            #expect(isFound, "\(entry.file):\(entry.line): \(entry.example) has \(found.sorted())")
        }
    }

    /// A phrase may have another act in another place, and one that begins with a time is read as a time.
    @Test("every phrase of an act is found whole")
    func everyPhrase() {
        let reader = MessageReader(lexicon: Words.chats)
        for entry in Words.chats.entries where entry.sense.category == "act" {
            for phrase in entry.phrases where !phrase.contains("~") && !phrase.contains("*") {
                let times = Words.times.expressions(in: phrase, Words.context)
                if times.contains(where: { $0.range.lowerBound == 0 }) { continue }
                let reading = reader.read(Words.chats.words(phrase), times)
                let isFound = reading.acts.contains { $0.words == reading.words.indices }
                #expect(isFound, "\(entry.file):\(entry.line): \(phrase)")
            }
        }
    }

    @Test("each dialect has words, and their number is known")
    func dialects() {
        let counts = Words.chats.entries.reduce(into: [Dialect: Int]()) { counts, entry in
            if let dialect = entry.dialect { counts[dialect, default: 0] += entry.phrases.count }
        }
        for dialect in Dialect.allCases {
            print("\(dialect.rawValue): \(counts[dialect] ?? 0) phrases")
            #expect(counts[dialect] ?? 0 > 0, "\(dialect.rawValue) has no phrase of its own")
        }
    }

    @Test("no line of the words of chats is longer than 200 characters")
    func lengths() throws {
        for name in ConversationLexicon.fileNames {
            for line in try lexiconFile("chats/\(name)").split(separator: "\n") {
                #expect(line.count <= 200, "\(name): \(line.prefix(60))…")
            }
        }
    }

    private func text(_ bytes: Range<Int>, of text: String) -> String {
        let utf8 = Array(text.utf8)
        return String(decoding: utf8[bytes], as: UTF8.self)
    }

    @Test(
        "a line with a mistake is named",
        arguments: [
            ("acts.tsv", "act yess\tyes\tyes\tyes", "acts.tsv:1: 'yess' is no act."),
            (
                "acts.tsv", "act yes\tyes\tyes\tyes\tmars",
                "acts.tsv:1: 'mars' is no dialect: msa, gulf, hijaz, egypt, levant, iraq, maghreb, en-gb, en-us, "
                    + "en-in, en-sg, en-africa"
            ),
            ("acts.tsv", "\tyes", "acts.tsv:1: 2 columns, not 4"),
            ("acts.tsv", "act yes middle\tyes\tyes\tyes", "acts.tsv:1: 'yes middle' is no act."),
            (
                "activities.tsv", "activity tea\ttea\ttea?\ttea",
                "activities.tsv:1: An activity is written: key, hours, English title, /, Arabic title."
            ),
            ("places.tsv", "place over\tover\tover there\tthere", "places.tsv:1: 'over' is no kind of place."),
            ("marks.tsv", "mark x\tover\tover there\tx", "marks.tsv:1: 'x' is no mark."),
            (
                "places.tsv", "verb x\tover\tover there\tthere",
                "places.tsv:1: 'verb' is not act, activity, place, mark or spelling."
            ),
        ])
    func mistakes(file: String, line: String, expected: String) {
        let error = #expect(throws: LexiconError.self) {
            try ConversationLexicon(files: [LexiconFile(name: file, text: line)])
        }
        #expect(error?.description == expected)
    }

    @Test("a prefix stands for every word that begins so, the longest phrase wins")
    func phrases() {
        var table = PhraseTable<Int>()
        table.add("نتعشى~", 1)
        table.add("not sure | not", 2)
        table.add("sure", 3)
        table.finish()
        #expect(table.matches(chatWords("ونتعشاها"), at: 0).isEmpty)
        #expect(table.matches(chatWords("نتعشى"), at: 0).first?.value == 1)
        #expect(table.matches(chatWords("هنتعشى"), at: 0).first?.value == 1)
        #expect(table.matches(chatWords("not sure"), at: 0).first?.end == 2)
        #expect(table.matches(chatWords("not, sure"), at: 0).first?.end == 1)
        #expect(table.matches(chatWords("suuure"), at: 0).first?.value == 3)
    }

    @Test(
        "one sign stands for any word, another for up to four of them, and letters before a word are passed over",
        arguments: [
            ("and then we go", [1]), ("and we go", []), ("from there to the big house", [2]),
            ("from a b c d e to", []), ("from a, to", []), ("وقهوة", [3]), ("فقهوة", [3]), ("سقهوة", []),
            ("هنقعد", [4]), ("منقعد", [4]), ("هقعد", []), ("see you", [5, 6]), ("see you soon", [5, 6]),
        ])
    func patterns(text: String, values: [Int]) {
        var table = PhraseTable<Int>()
        table.add("and ~ we", 1)
        table.add("from * to", 2)
        table.add("قهوة", 3)
        table.add("نقعد", 4)
        table.add("see", 6)
        table.add("see you", 5)
        table.finish()
        #expect(table.matches(chatWords(text), at: 0).map(\.value) == values)
    }

    @Test(
        "a word with long runs of a letter has a second spelling",
        arguments: [
            ("yesss", "yess", "yes"), ("تماااام", "تماام", "تمام"), ("good", "good", nil), ("x1000", "x1000", nil),
            ("alll'l", "alll", "all"), ("a_aaa", "a_a", "a"),
        ] as [(String, String, String?)])
    func spellings(text: String, spelling: String, short: String?) {
        let words = chatWords(text)
        #expect(words.map(\.text) == [spelling] && words.first?.short?.text == short)
    }

    @Test(
        "words of letters of one to four bytes are made as they are",
        arguments: ["", "a", "é", "ب", "𐎀", "meeting at eight", "بكرة الساعة ثمانية"])
    func words(text: String) {
        #expect(String(word: Array(text.unicodeScalars)) == text)
    }
}

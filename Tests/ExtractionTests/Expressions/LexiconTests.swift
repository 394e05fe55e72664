import Testing

@testable import Extraction

@Suite("The lexicon")
struct LexiconTests {
    @Test("every example of its files has its result")
    func examples() throws {
        // Files of other parts have results of their own.
        let files: Set = [
            "numbers.tsv", "days.tsv", "months.tsv", "clock.tsv", "lengths.tsv", "prayers.tsv", "repetition.tsv",
            "zones.tsv", "not-times.tsv",
        ]
        let entries = try lexicon.get().entries.filter { files.contains($0.file) }
        #expect(entries.count > 250)
        for entry in entries {
            let found = try meaning(entry.example)
            #expect(found == entry.result, "\(entry.file):\(entry.line) \(entry.example)")
        }
    }

    @Test("the time that a sentence begins with is the first of all its times")
    func beginnings() throws {
        var beginnings = 0
        for entry in try lexicon.get().entries {
            let all = Words.times.expressions(in: entry.example, Words.context)
            let first = all.first.flatMap { $0.range.lowerBound == 0 ? $0 : nil }
            let found = Words.times.expression(beginning: entry.example, Words.context)
            #expect(found?.range == first?.range && found?.best == first?.best, "\(entry.example)")
            if found != nil { beginnings += 1 }
        }
        #expect(beginnings > 50)
    }

    @Test(
        "names file and line of an error",
        arguments: [
            ("number 1\tone\tin one day", "words.tsv:2: 3 columns, not 4"),
            ("number 1\tone | \tin one day\t10-09", "words.tsv:2: no words, or an empty variant"),
            ("number 1\tone\t\t10-09", "words.tsv:2: no example"),
            ("number 1\tone\tin one day\t", "words.tsv:2: no result of the example"),
            ("\tone\tin one day\t10-09", "words.tsv:2: no meaning"),
        ])
    func errors(line: String, problem: String) {
        let file = LexiconFile(name: "words.tsv", text: "# words\n\(line)\n")
        #expect { try Lexicon(files: [file]) } throws: { "\($0)" == problem }
    }

    @Test("refuses a phrase with two meanings of one category")
    func twice() {
        let file = LexiconFile(
            name: "words.tsv", text: "number 1\tone\tin one day\t10-09\nnumber 2\tONE\tin one day\t10-09\n")
        #expect { try Lexicon(files: [file]) } throws: { "\($0)" == "words.tsv:2: ONE is there twice: number" }
    }
}

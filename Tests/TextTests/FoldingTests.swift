import Testing
import Text

@Suite("Words as search compares them")
struct FoldingTests {
    @Test("a text is folded into its words", arguments: [
        ("Dinner at Panda", ["dinner", "at", "panda"]),
        ("  DINNER,at;Panda!", ["dinner", "at", "panda"]),
        ("Café Zürich", ["cafe", "zurich"]), ("Cafe\u{301}", ["cafe"]), ("Straße", ["strasse"]),
        ("don't don’t", ["dont", "dont"]),
        ("sara@example.org", ["sara", "example", "org"]),
        ("2026-11-25 15:30", ["2026", "11", "25", "15", "30"]),
        ("أحمد إحسان آمنة ٱلله", ["احمد", "احسان", "امنه", "الله"]),
        ("هدى علي على", ["هدي", "علي", "علي"]), ("مدرسة", ["مدرسه"]),
        ("مسؤول شؤون", ["مسوول", "شوون"]), ("رئيس", ["رييس"]), ("شيء ماء", ["شي", "ما"]),
        ("مُحَمَّد", ["محمد"]), ("محـــمد", ["محمد"]), ("\u{200F}غداء\u{200E}", ["غدا"]), ("غد\u{202E}اء", ["غدا"]),
        ("الساعة ١٥:٣٠", ["الساعه", "15", "30"]), ("ساعت ۱۲", ["ساعت", "12"]),
        ("کتاب فارسی", ["كتاب", "فارسي"]), ("東京 Москва", ["東京", "москва"]),
        ("", []), (" .,!؟ ", []), ("🕌", []), ("🕌 Fajr", ["fajr"]),
    ])
    func words(text: String, expected: [String]) {
        #expect(foldedWords(text) == expected)
    }

    @Test("a word knows its place in the text, with its marks and without what surrounds it", arguments: [
        ("Dinner, at", ["Dinner", "at"]), ("«مُحَمَّد»", ["مُحَمَّد"]), ("Cafe\u{301}!", ["Cafe\u{301}"]),
        ("’tis ‘so’", ["tis", "so"]), ("\u{200F}غداء\u{200E}", ["غداء"]),
    ])
    func places(text: String, expected: [String]) {
        let written = foldedWordsInPlace(text).map { String(text[$0.range]) }
        #expect(written.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
    }

    @Test("the beginning of a word is found in the text, with its marks", arguments: [
        ("Dinner", 3, "Din"), ("Café", 4, "Café"), ("Cafe\u{301}s", 4, "Cafe\u{301}"), ("مُحَمَّد", 2, "مُحَ"),
        ("Straße", 5, "Straß"), ("محـــمد", 2, "محـــ"), ("don't", 3, "don'"), ("a", 9, "a"),
    ])
    func beginnings(text: String, count: Int, expected: String) throws {
        let word = try #require(foldedWordsInPlace(text).first)
        let beginning = text[word.range(ofFirst: count, in: text)]
        #expect(beginning.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(beginning)")
    }

    @Test("folding folded words again changes nothing, whatever the scalars")
    func idempotent() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: Bool.random() ? 0...0x700 : 0...0x10FFFF, using: &random))
            }
            let text = String(String.UnicodeScalarView(scalars)), words = foldedWords(text)
            #expect(!words.contains(""), "\(scalars)")
            #expect(foldedWords(words.joined(separator: " ")) == words, "\(scalars)")
            for word in foldedWordsInPlace(text) { #expect(!text[word.range].isEmpty, "\(scalars)") }
        }
    }
}

import Templates
import Testing

@Suite("Languages")
struct LanguageTests {
    @Test("the preferred language of the browser is chosen (RFC 9110 §12.5.4)", arguments: [
        ("ar", .arabic), ("ar-SA,ar;q=0.9,en;q=0.8", .arabic), ("en-US,en;q=0.9", .english),
        ("fr-FR,fr;q=0.9,en;q=0.8,ar;q=0.7", .english), ("en;q=0.5, ar;q=0.9", .arabic),
        ("ar ; q=0.5 , en ; q=0.4", .arabic), ("EN-gb", .english), ("ar;q=0,en;q=0.1", .english),
        ("en;q=0.8,ar;q=0.8", .english), ("de", nil), ("", nil), ("*", nil), ("ar;q=0", nil),
        ("ar;q=abc", nil), ("arz", nil), ("english", nil), (",,;;q=1,-,", nil), ("\u{0}", nil),
    ] as [(String, Language?)])
    func acceptLanguage(header: String, expected: Language?) {
        #expect(Language(acceptLanguage: header) == expected)
    }

    @Test("a header of a megabyte is answered from its beginning")
    func endlessHeader() {
        #expect(Language(acceptLanguage: String(repeating: "x,", count: 500_000) + "ar") == nil)
        #expect(Language(acceptLanguage: "ar," + String(repeating: "x,", count: 500_000)) == .arabic)
    }

    @Test("plural categories are CLDR's (plurals.xml, release 45)", arguments: [
        // number, English, Arabic
        (0, "other", "zero"), (1, "one", "one"), (2, "other", "two"), (3, "other", "few"), (10, "other", "few"),
        (11, "other", "many"), (26, "other", "many"), (99, "other", "many"), (100, "other", "other"),
        (101, "other", "other"), (102, "other", "other"), (103, "other", "few"), (110, "other", "few"),
        (111, "other", "many"), (199, "other", "many"), (200, "other", "other"), (1_003, "other", "few"),
    ])
    func plurals(number: Int, english: String, arabic: String) {
        #expect(Language.english.pluralCategory(number) == english)
        #expect(Language.arabic.pluralCategory(number) == arabic)
    }

    @Test("a language names every category its numbers can have")
    func categories() {
        for language in Language.allCases {
            #expect(Set((0...200).map(language.pluralCategory)) == Set(language.pluralCategories))
        }
    }

    @Test("numbers are written in the language's own digits")
    func digits() {
        #expect(Language.arabic.number(1_234_567_890) == "١٢٣٤٥٦٧٨٩٠")
        #expect(Language.english.number(1_448) == "1448")
        #expect(Language.arabic.digits("14:05 UTC") == "١٤:٠٥ UTC")
        #expect(Language.english.digits("14:05") == "14:05")
    }

    @Test("each language has the other as its alternative, and a direction")
    func other() {
        #expect(Language.english.other == .arabic)
        #expect(Language.arabic.other == .english)
        #expect(Language.english.direction == "ltr")
        #expect(Language.arabic.direction == "rtl")
    }
}

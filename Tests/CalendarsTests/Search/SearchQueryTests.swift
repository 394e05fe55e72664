@testable import Calendars
import Storage
import Testing

@Suite("What is searched for")
struct SearchQueryTests {
    @Test("words, beginnings and phrases", arguments: [
        ("dinner", [.beginning(["dinner"])]),
        ("Team  lunch!", [.beginning(["team"]), .beginning(["lunch"])]),
        ("\"Team lunch\"", [.phrase(["team", "lunch"])]),
        ("“team lunch” sara", [.phrase(["team", "lunch"]), .beginning(["sara"])]),
        ("«غداء العمل»", [.phrase(["غدا", "العمل"])]),
        ("\"lunch\"", [.word(["lunch"])]),
        ("team \"lunch", [.beginning(["team"]), .beginning(["lunch"])]),
        ("\"\" lunch", [.beginning(["lunch"])]),
        ("a 5 ع lunch", [.word(["a"]), .word(["5"]), .word(["ع"]), .beginning(["lunch"])]),
        ("الاجتماع", [.beginning(["الاجتماع", "اجتماع"])]),
        ("١٢", [.beginning(["12"])]),
        ("東", [.beginning(["東"])]),
    ] as [(String, [SearchTerm])])
    func terms(text: String, expected: [SearchTerm]) throws {
        #expect(try SearchQuery(text).terms == expected)
    }

    @Test("nothing to look for, and too much of it, are refused", arguments: [
        ("", SearchQuery.Refusal.empty), ("   ", .empty), ("؟!\"'", .empty), ("🕌", .empty),
        (String(repeating: "a", count: 201), .tooLong), (String(repeating: "ab ", count: 17), .tooLong),
        (String(repeating: "ع", count: 10_000), .tooLong),
    ])
    func refused(text: String, expected: SearchQuery.Refusal) {
        #expect(throws: expected) { try SearchQuery(text) }
    }

    @Test("200 characters and 16 words are taken")
    func limits() throws {
        #expect(try SearchQuery(String(repeating: "ع", count: 200)).terms.count == 1)
        #expect(try SearchQuery(String(repeating: "ab ", count: 16)).terms.count == 16)
    }

    @Test("the forms of a word", arguments: [
        ("dinner", ["dinner"]), ("الاجتماع", ["الاجتماع", "اجتماع"]), ("والاجتماع", ["والاجتماع", "اجتماع"]),
        ("بالمكتب", ["بالمكتب", "مكتب"]), ("للمدير", ["للمدير", "مدير"]), ("والد", ["والد"]), ("الف", ["الف"]),
        ("ال", ["ال"]), ("", [""]),
    ])
    func forms(word: String, expected: [String]) {
        #expect(wordForms(word) == expected)
    }

    @Test("what matches is marked, and nothing else", arguments: [
        ("Dinner at Panda", "din pan", "[Din]ner at [Pan]da"),
        ("Café Zürich", "zur", "Café [Zür]ich"),
        ("مُحَمَّد والأهل", "محمد اهل", "[مُحَمَّد] وال[أهل]"),
        ("الاجتماع الأسبوعي", "اجتماع", "ال[اجتماع] الأسبوعي"),
        ("Team lunch, team", "\"team lunch\"", "[Team lunch], team"),
        ("A plan a", "a", "[A] plan [a]"),
        ("الساعة ١٢", "12", "الساعة [١٢]"),
        ("Lunch", "dinner", "Lunch"), ("", "a", ""),
    ])
    func marks(text: String, query: String, expected: String) throws {
        #expect(MarkedText(text, try SearchQuery(query).terms).bracketed == expected)
    }

    @Test("an excerpt is the line around the first match")
    func excerpt() throws {
        let terms = try SearchQuery("budget").terms
        #expect(MarkedText.excerpt("Talk about\nthe budget", terms)?.bracketed == "Talk about the [budget]")
        let long = String(repeating: "word ", count: 100) + "budget" + String(repeating: " word", count: 100)
        let excerpt = try #require(MarkedText.excerpt(long, terms)?.bracketed)
        #expect(excerpt.hasPrefix("… word") && excerpt.hasSuffix("word …") && excerpt.contains("[budget]"))
        #expect(excerpt.count < 150)
        #expect(MarkedText.excerpt("nothing", terms) == nil)
    }
}

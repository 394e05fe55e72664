import Testing
import Text

@Suite("Texts in lists")
struct ShorteningTests {
    @Test("are their first 200 characters, without blanks around them and without marks that turn them", arguments: [
        ("", ""), (" \u{A0}\n", ""), (" Lunch\n", "Lunch"),
        (String(repeating: "ط", count: 200), String(repeating: "ط", count: 200)),
        (String(repeating: "ط", count: 201), String(repeating: "ط", count: 200) + "…"),
        ("a\u{202E}gnp.exe", "agnp.exe"),
        ("\u{2067}" + String(repeating: "a", count: 300) + "\u{2069}",
         String(repeating: "a", count: 199) + "…"),
        ("a" + String(repeating: "\u{301}", count: 1_000), "a" + String(repeating: "\u{301}", count: 199) + "…"),
    ])
    func shown(stored: String, shown: String) {
        #expect(Array(stored.shortened.unicodeScalars) == Array(shown.unicodeScalars))
    }
}

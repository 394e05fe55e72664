import Testing
import Text

@Suite("Marks of writing direction")
struct DirectionTests {
    @Test("overrides and embeddings are not shown, isolates only in pairs", arguments: [
        ("a\u{202E}gnp.exe", "agnp.exe"), ("\u{202A}a\u{202B}b\u{202C}c\u{202D}d", "abcd"),
        ("\u{2068}Ali\u{2069} called", "\u{2068}Ali\u{2069} called"), ("a\u{2069}b", "ab"), ("\u{2066}a", "a"),
        ("\u{2067}a\u{2066}b\u{2069}", "a\u{2066}b\u{2069}"), ("\u{2069}\u{2068}", ""), ("a – b", "a – b"), ("", ""),
        ("\u{200F}غداء\u{200E}", "\u{200F}غداء\u{200E}"),
    ])
    func shown(stored: String, shown: String) {
        #expect(Array(stored.withoutOverrides.unicodeScalars) == Array(shown.unicodeScalars))
    }
}

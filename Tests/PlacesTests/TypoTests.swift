@testable import Places
import Testing

@Suite("Keys one letter away")
struct TypoTests {
    @Test("a missing, an added, a replaced and a swapped letter", arguments: [
        ("jeddh", "jeddah"), ("jeddaah", "jeddah"), ("jedduh", "jeddah"), ("jdedah", "jeddah"), ("جدهه", "جده"),
        ("الرباص", "الرياص"),
        ("abudhabi", "abu dhabi"),
    ])
    func near(typed: String, meant: String) {
        #expect(keysOneTypoAway(from: typed).contains(meant))
    }

    @Test("two wrong letters, a short text and a long one have no neighbour")
    func far() {
        #expect(!keysOneTypoAway(from: "jddh").contains("jeddah")
            && !keysOneTypoAway(from: "jeddah").contains("jeddah"))
        #expect(keysOneTypoAway(from: "abc") == [] && keysOneTypoAway(from: String(repeating: "a", count: 31)) == [])
    }
}

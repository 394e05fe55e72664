import Crypto
@testable import FeatureKit
import Testing

@Suite("Form tokens")
struct FormTokenTests {
    private let key = [UInt8](repeating: 7, count: 32)

    @Test("a form comes back with its own token, which looks different every time")
    func masked() {
        let token = FormToken(cookie: .random(), key: key)
        let shown = (1...100).map { _ in token.masked() }
        #expect(shown.allSatisfy(token.matches))
        #expect(Set(shown).count == 100)
    }

    @Test("another browser's token is worth nothing here, nor one of another key")
    func foreign() {
        let cookie = Token.random()
        let token = FormToken(cookie: cookie, key: key)
        #expect(!token.matches(FormToken(cookie: .random(), key: key).masked()))
        #expect(!token.matches(FormToken(cookie: cookie, key: [UInt8](repeating: 8, count: 32)).masked()))
    }

    @Test("what is no token is refused", arguments: [
        "", "x", String(repeating: "A", count: 86), String(repeating: "A", count: 100_000), "\u{0}", "====",
    ])
    func garbage(text: String) {
        #expect(!FormToken(cookie: .random(), key: key).matches(text))
    }

    @Test("one changed character spoils it")
    func changed() {
        let token = FormToken(cookie: .random(), key: key)
        let shown = token.masked()
        for place in [0, 20, 42, 43, 60, 84] {
            var letters = Array(shown)
            letters[place] = letters[place] == "A" ? "B" : "A"
            #expect(!token.matches(String(letters)), "at \(place)")
        }
    }
}

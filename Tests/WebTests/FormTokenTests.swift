import Crypto
@testable import Runtime
import Testing
@testable import Web

@Suite("Form tokens")
struct FormTokenTests {
    private let key = KeyRing([UInt8](repeating: 7, count: 32))

    @Test("a form comes back with its own token, which looks different every time")
    func masked() {
        let token = FormToken(cookie: .random(), keys: key)
        let shown = (1...100).map { _ in token.masked() }
        #expect(shown.allSatisfy(token.matches))
        #expect(Set(shown).count == 100)
    }

    @Test("a token of another browser or of another key is refused")
    func foreign() {
        let cookie = Token.random()
        let token = FormToken(cookie: cookie, keys: key)
        #expect(!token.matches(FormToken(cookie: .random(), keys: key).masked()))
        #expect(!token.matches(FormToken(cookie: cookie, keys: KeyRing([UInt8](repeating: 8, count: 32))).masked()))
    }

    @Test("a form shown before one rotation of the keys is accepted, before two it is not")
    func rotated() {
        let cookie = Token.random()
        let first = [UInt8](repeating: 1, count: 32), second = [UInt8](repeating: 2, count: 32)
        let shown = FormToken(cookie: cookie, keys: KeyRing(first)).masked()
        let once = FormToken(cookie: cookie, keys: KeyRing(second, previous: [first]))
        let twice = FormToken(cookie: cookie, keys: KeyRing([UInt8](repeating: 3, count: 32), previous: [second]))
        #expect(once.matches(shown))
        #expect(!twice.matches(shown))
        #expect(twice.matches(once.masked()), "made with the current key")
    }

    @Test("a text that is no token is refused", arguments: [
        "", "x", String(repeating: "A", count: 86), String(repeating: "A", count: 100_000), "\u{0}", "====",
    ])
    func garbage(text: String) {
        #expect(!FormToken(cookie: .random(), keys: key).matches(text))
    }

    @Test("a token with one changed character is refused")
    func changed() {
        let token = FormToken(cookie: .random(), keys: key)
        let shown = token.masked()
        for place in [0, 20, 42, 43, 60, 84] {
            var letters = Array(shown)
            letters[place] = letters[place] == "A" ? "B" : "A"
            #expect(!token.matches(String(letters)), "at \(place)")
        }
    }
}

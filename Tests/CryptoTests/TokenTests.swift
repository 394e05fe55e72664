import Crypto
import Testing

@Suite("Tokens")
struct TokenTests {
    @Test("are read back from their text, and no two are the same")
    func roundTrip() throws {
        let token = Token.random()
        let again = try #require(Token(text: token.text))
        #expect(token.text.utf8.count == 43)
        #expect(again.text == token.text)
        #expect(again.digest == token.digest)
        #expect(Token.random().text != token.text)
    }

    // 32 zero bytes; the digest by `head -c 32 /dev/zero | sha256sum`.
    @Test("have the digest of their bytes, not of their text")
    func digest() throws {
        let token = try #require(Token(text: String(repeating: "A", count: 43)))
        #expect(hex(token.digest) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")
    }

    @Test("are not read from any other text", arguments: [
        "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
        String(repeating: "A", count: 42) + "B",  // left-over bits: a second text for the same bytes
        String(repeating: "A", count: 42) + "=", String(repeating: "A", count: 42) + "+",
        String(repeating: "A", count: 41) + "é", String(repeating: " ", count: 43),
    ])
    func malformed(text: String) {
        #expect(Token(text: text) == nil)
    }

    @Test("do not show their value when they are printed")
    func secrecy() throws {
        struct Session { let token: Token }
        let token = try #require(Token(text: String(repeating: "q", count: 42) + "o"))
        var dumped = ""
        dump(token, to: &dumped)
        dump(Session(token: token), to: &dumped)
        dump([token], to: &dumped)
        let shown = [
            String(describing: token), String(reflecting: token), "\(token)", "\([token])",
            "\(Session(token: token))", String(reflecting: Session(token: token)), "\(Token?.some(token) as Any)", dumped,
        ]
        for text in shown {
            #expect(text.contains("Token(…)"))
            #expect(!text.contains("qqq"))
            // 0xAA, the bytes of "qqqq…", as an array would print them. A single 170 can be part of an
            // address, which the names of local types contain.
            #expect(!text.contains("170, 170"))
        }
    }
}

import Accounts
import Crypto
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Personal tokens")
struct PersonalTokenTests {
    let test: TestApp
    let person: Person
    let customer: CustomerID

    init() throws {
        test = try TestApp.patient(["JADWAL_FAILURES_PER_NETWORK": "1"])
        person = try test.account()
        customer = try person.customer().id
    }

    private func make(_ label: String = "Phone") throws -> TokenOutcome {
        try test.app.makeToken(label: label, scopes: [.position], of: customer, person.asker())
    }

    private func makeOne() throws -> (PersonalTokenID, String) {
        guard case .made(let id, let text) = try make() else {
            Issue.record("no token was made")
            throw Refusal.notFound
        }
        return (id, text)
    }

    private func program(_ token: String?) throws -> SignedInProgram? {
        try test.app.program(token: token, from: "203.0.113.7")
    }

    @Test("a token signs its customer in, with its scopes only, and its use is noted")
    func signIn() throws {
        let (id, text) = try makeOne()
        let program = try #require(try program(text))
        #expect(program.customer.id == customer && program.tokenID == id && program.scopes == [.position])
        let token = try #require(try test.app.tokens(of: customer).first)
        #expect(token.label == "Phone" && token.lastUsedAt != nil && token.lastNetwork == "203.0.113.0/24")
    }

    @Test("only a digest is in the database")
    func digest() throws {
        let (_, text) = try makeOne()
        let digest = sha256(Array(text.utf8))
        #expect(try test.count("personal_token WHERE token_sha256 = \(digest)") == 1)
        #expect(try test.count("personal_token t WHERE t::text LIKE \("%" + text + "%")") == 0)
    }

    @Test("nothing, a wrong token, a session's and a revoked one sign nobody in")
    func wrong() throws {
        let (id, text) = try makeOne()
        for sent in [nil, "", "jdp_", "jdp_" + Token.random().text, text + "A", Token.random().text] as [String?] {
            #expect(try program(sent)?.tokenID == nil)
        }
        #expect(try test.app.revokeToken(id, of: customer, person.asker()) == "Phone")
        #expect(try program(text)?.tokenID == nil)
        #expect(try test.app.revokeToken(id, of: customer, person.asker()) == nil)
    }

    @Test("nobody revokes or sees the token of another customer")
    func others() throws {
        let (id, text) = try makeOne()
        let other = try test.account("omar@example.org").customer().id
        #expect(try test.app.revokeToken(id, of: other, person.asker()) == nil)
        #expect(try test.app.tokens(of: other).isEmpty)
        #expect(try program(text)?.customer.id == customer)
    }

    @Test("after too many wrong ones of a network they are refused, and a right one still signs in")
    func limit() throws {
        let (_, text) = try makeOne()
        #expect(throws: Refusal.self) {
            for _ in 0..<21 { _ = try program("wrong") }
        }
        #expect(try program(text)?.tokenID != nil)
    }

    @Test("a name is needed, and a customer has at most 20")
    func bounds() throws {
        for label in ["", "  ", "a\nb", String(repeating: "a", count: 61)] {
            guard case .unfitLabel = try make(label) else {
                Issue.record("\(label) is a name")
                continue
            }
        }
        for _ in 0..<App.mostTokens { _ = try makeOne() }
        guard case .tooMany = try make() else {
            Issue.record("there is one more")
            return
        }
    }
}

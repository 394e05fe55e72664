import HTTP
import Notifications
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import Web

/// Mails that a mail program ends for its owner (RFC 8058).
@Suite("The end of mails by one POST")
struct UnsubscribeTests {
    let test: TestApp
    let customer: Customer

    init() throws {
        let test = try TestApp.patient()
        self.test = test
        try Browser(test).signIn()
        let id: CustomerID? = try test.store.connection.value("SELECT id FROM customer ORDER BY created_at LIMIT 1")
        let found = try id.flatMap { try test.store.customer($0) }
        customer = try #require(found)
        var choices = try test.app.notices(of: customer).choices()
        choices[.digest, .mail] = true
        try test.app.notices(of: customer).replace(choices)
    }

    @Test("ends that kind of mail without a session; opening the address does nothing")
    func ends() throws {
        let stranger = Browser(test), digest = target(.digest)
        #expect(try stranger.get(digest).location == "/settings/notifications")
        #expect(try stranger.get(digest, method: .head).status == 303)
        #expect(try choices()[.digest, .mail])
        #expect(try stranger.post(digest, ["List-Unsubscribe": "One-Click"]).status == 204)
        #expect(try !choices()[.digest, .mail] && choices().preferences.takesMail)
        #expect(try stranger.post(target(.notices), ["List-Unsubscribe": "One-Click"]).status == 204)
        #expect(try !choices().preferences.takesMail)
        #expect(try stranger.post(digest, ["List-Unsubscribe": "One-Click"]).status == 204)
    }

    @Test("another token ends nothing", arguments: ["", "a.b.c", "swap", "cut"])
    func forged(token: String) throws {
        let digest = target(.digest)
        let address = switch token {
        case "swap": digest.replacing("digest", with: "notices")
        case "cut": String(digest.dropLast(4))
        default: "/unsubscribe?t=\(token)"
        }
        #expect(try Browser(test).post(address).status == 404)
        #expect(try choices()[.digest, .mail] && choices().preferences.takesMail)
    }

    private func choices() throws -> NoticeChoices { try test.app.notices(of: customer).choices() }

    private func target(_ list: MailList) -> String {
        String(test.app.unsubscribeURL(list, of: customer.id).dropFirst("https://jadwal.example.org".count))
    }
}

import Accounts
import CivilTime
import Crypto
import Logging
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Sessions that a responder remembers")
struct RememberedSessionTests {
    let test: TestApp
    let token = Token.random()
    let customer: CustomerID

    init() throws {
        test = try TestApp()
        customer = try test.store.customer(
            orInsert: .init(address: #require(.init("zaid@example.org")), language: "en", timeZone: "UTC", firstDay: 1)).id
        try test.store.insertSession(
            of: customer, tokenDigest: token.digest, device: "Firefox · Linux", network: "203.0.113.0/24")
    }

    private func signedIn() throws -> SignedIn? {
        try test.app.signedIn(token, isRemembered: true)
    }

    /// Ends the session outside the responder; only a listener would learn of it.
    private func endUnheard() throws {
        try test.run("DELETE FROM session")
    }

    @Test("a session is read once, and ages while it is remembered")
    func remembered() throws {
        test.app.shared.sessions.listening(true)
        let first = try #require(try signedIn())
        try endUnheard()
        test.advance(seconds: 60)
        let later = try #require(try signedIn())
        #expect(later.ageSeconds == first.ageSeconds + 60)
        #expect(later.freshSeconds == first.freshSeconds - 60)
        #expect(later.customer.email == "zaid@example.org")
    }

    @Test("a clock that is set back prolongs no remembered session, and neither does a sleep")
    func clocks() throws {
        let signedIn = try #require(try test.store.signedIn(tokenDigest: token.digest))
        let now = test.app.now(), second: UInt64 = 1_000_000_000
        let kept = RememberedSession(signedIn, readAt: now, tick: 10 * second)
        #expect(kept.signedIn(at: now, tick: 10 * second)?.freshSeconds == signedIn.freshSeconds)
        #expect(kept.signedIn(at: now + .seconds(-3_600), tick: 70 * second)?.freshSeconds == signedIn.freshSeconds - 60)
        #expect(kept.signedIn(at: now + .seconds(-3_600), tick: 400 * second) == nil)
        #expect(kept.signedIn(at: now + .seconds(400), tick: 10 * second) == nil)
    }

    @Test("a browser that has just changed something is read from the database")
    func changed() throws {
        test.app.shared.sessions.listening(true)
        _ = try signedIn()
        try endUnheard()
        #expect(try test.app.signedIn(token, isRemembered: false) == nil)
    }

    @Test("nothing is remembered while no announcement can be heard")
    func unheard() throws {
        _ = try signedIn()
        try endUnheard()
        #expect(try signedIn() == nil, "never listened")

        try test.store.insertSession(of: customer, tokenDigest: token.digest, device: "", network: "")
        test.app.shared.sessions.listening(true)
        _ = try signedIn()
        try endUnheard()
        test.app.shared.sessions.listening(false)
        #expect(try signedIn() == nil, "the connection was lost")
    }

    @Test("after five minutes the database is asked again, so that the last use is written down")
    func stale() throws {
        test.app.shared.sessions.listening(true)
        #expect(try signedIn()?.isStale == false)
        try test.run("UPDATE session SET last_seen_at = now() - interval '5 minutes'")
        test.advance(seconds: 301)
        #expect(try signedIn()?.isStale == true)
    }

    @Test("a session ends at its own end, remembered or not")
    func ends() throws {
        test.app.shared.sessions.listening(true)
        try test.run("UPDATE session SET expires_at = now() + interval '30 seconds'")
        #expect(try signedIn() != nil)
        try test.run("UPDATE session SET expires_at = now()")
        test.advance(seconds: 31)
        #expect(try signedIn() == nil)
    }

    @Test("the responder that changes a customer forgets at once, others keep theirs")
    func forgets() throws {
        test.app.shared.sessions.listening(true)
        _ = try signedIn()
        try endUnheard()
        test.app.forget(try #require(CustomerID(text: "00000000-0000-4000-8000-000000000000")))
        #expect(try signedIn() != nil)
        test.app.forget(customer)
        #expect(try signedIn() == nil)
    }

    @Test("each way a session ends or its customer changes is announced with the customer's id", arguments: [
        "DELETE FROM session",
        "DELETE FROM customer",
        "UPDATE customer SET login = 'zaid'",
        "DELETE FROM device_password",
        "UPDATE customer SET name = 'Zaid'",
        "UPDATE customer SET language = 'ar'",
        "UPDATE customer SET email = 'new@example.org', email_key = 'new@example.org'",
    ] as [SQL])
    func announced(statement: SQL) throws {
        let listener = try test.database.connect()
        try listener.listen(Store.accountChannel)
        _ = try test.store.insert(
            NewDevicePassword(
                customerID: customer, label: "iPhone", digest: sha256([]), origin: .byHand, unusedMinutes: nil))
        try test.run(statement)
        // Other tests announce their own customers on the same channel.
        var heard: [String] = []
        while let announcement = try listener.waitForNotification(milliseconds: 5_000) {
            heard.append(announcement.payload)
            if announcement.payload == customer.description { break }
        }
        #expect(heard.last == customer.description)
    }

    @Test("using a session or asking for a sign-in mail announces nothing")
    func quiet() throws {
        let listener = try test.database.connect()
        try listener.listen(Store.accountChannel)
        let session = try #require(try signedIn()).sessionID
        try test.store.touch(session, network: "203.0.113.0/24")
        _ = try test.store.customer(
            orInsert: .init(address: #require(.init("zaid@example.org")), language: "en", timeZone: "UTC", firstDay: 1))
        try test.run("DELETE FROM session")
        var count = 0
        while let announcement = try listener.waitForNotification(milliseconds: 1_000) {
            if announcement.payload == customer.description { count += 1 }
        }
        #expect(count == 1, "the end of the session alone")
    }

    @Test("an announcement makes every responder forget that customer")
    func heard() throws {
        let shared = test.app.shared
        shared.sessions.listening(true)
        _ = try signedIn()
        try endUnheard()
        shared.forget(Notification(channel: Store.accountChannel, payload: customer.description))
        #expect(try signedIn() == nil)
    }
}

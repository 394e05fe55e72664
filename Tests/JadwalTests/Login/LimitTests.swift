import FeatureKit
import HTTP
import Postgres
import TestSupport
import Testing

@Suite("Limits")
struct LimitTests {
    /// A test with the limits as they are by default, but for the wait between two mails.
    private func limited(_ settings: [String: String] = [:]) throws -> TestApp {
        try TestApp(settings: ["JADWAL_RESEND_SECONDS": "0"].merging(settings) { $1 })
    }

    private func ask(_ test: TestApp, _ email: String, from address: String) throws -> Answer {
        let browser = Browser(test, address: address)
        try browser.get("/login")
        return try browser.post("/login", ["email": email])
    }

    private func expectRefused(_ answer: Answer, _ test: TestApp, within seconds: ClosedRange<Int>) throws {
        #expect(answer.status == 429)
        let wait = try #require(answer.header("Retry-After").flatMap { Int($0) })
        #expect(seconds.contains(wait))
        #expect(answer.shows("error.429.hint", test))
        #expect(test.log.lines.contains { $0.hasPrefix("warning mail limit") })
    }

    @Test("one address gets five mails an hour, wherever and however they are asked for")
    func perAddress() throws {
        let test = try limited()
        for number in 1...5 {
            #expect(try ask(test, number % 2 == 0 ? "ZAID@example.org" : "zaid@example.org", from: "203.0.113.\(number)").status == 303)
        }
        try expectRefused(ask(test, "zaid@example.org", from: "203.0.113.99"), test, within: 3_590...3_600)
        try test.work()
        #expect(test.mail.messages.count == 5)
        #expect(try ask(test, "sara@example.org", from: "203.0.113.99").status == 303, "others are not in the way")
    }

    @Test("one client asks twenty times an hour, whomever for")
    func perNetwork() throws {
        let test = try limited()
        for number in 1...20 {
            #expect(try ask(test, "zaid\(number)@example.org", from: "2001:db8::\(number)").status == 303)
        }
        let before = try test.database.dump()
        try expectRefused(ask(test, "zaid21@example.org", from: "2001:db8::ffff"), test, within: 3_590...3_600)
        #expect(try test.database.dump() == before, "not even a row of the address")
        #expect(try ask(test, "zaid21@example.org", from: "2001:db8:0:1::1").status == 303, "the next network may")
    }

    @Test("the whole service has a ceiling")
    func perService() throws {
        let test = try limited(["JADWAL_MAILS_PER_HOUR": "3"])
        for number in 1...3 {
            #expect(try ask(test, "zaid\(number)@example.org", from: "203.0.113.\(number)").status == 303)
        }
        try expectRefused(ask(test, "zaid4@example.org", from: "203.0.113.4"), test, within: 3_590...3_600)
    }

    @Test("the limits are the same for known and unknown addresses")
    func sameForAll() throws {
        let test = try limited(["JADWAL_MAILS_PER_ADDRESS": "1"])
        try Browser(test).signIn("known@example.org")
        #expect(try ask(test, "other@example.org", from: "203.0.113.1").status == 303)
        let known = try ask(test, "known@example.org", from: "203.0.113.1")
        let other = try ask(test, "other@example.org", from: "203.0.113.1")
        #expect(known.status == 429)
        #expect(known.text == other.text)
    }

    @Test("an hour later all is forgotten")
    func later() throws {
        let test = try limited(["JADWAL_MAILS_PER_ADDRESS": "1"])
        #expect(try ask(test, "zaid@example.org", from: "203.0.113.1").status == 303)
        #expect(try ask(test, "zaid@example.org", from: "203.0.113.1").status == 429)
        try test.run("UPDATE throttle_event SET happened_at = happened_at - interval '1 hour'")
        #expect(try ask(test, "zaid@example.org", from: "203.0.113.1").status == 303)
    }

    @Test("guessing links and codes from one network is stopped, the right one too")
    func failures() throws {
        let test = try limited(["JADWAL_FAILURES_PER_NETWORK": "3"])
        let browser = Browser(test)
        let letter = try browser.askForMail()
        let guesser = Browser(test)
        for digit in 1...3 {
            let token = "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9\(digit)"
            try guesser.get("/magic-link?token=\(token)")
            #expect(try guesser.post("/magic-link", ["token": token]).status == 404)
        }
        for answer in [try guesser.open(letter), try browser.post("/login/code", ["code": letter.code])] {
            #expect(answer.status == 429)
            let wait = try #require(answer.header("Retry-After").flatMap { Int($0) })
            #expect((290...300).contains(wait))
        }
        #expect(try Browser(test, address: "198.51.100.1").open(letter).location == "/settings")
    }

    @Test("what a client says of itself in headers is no other network")
    func forgedAddress() throws {
        let test = try limited(["JADWAL_MAILS_PER_NETWORK": "1"])
        #expect(try ask(test, "zaid@example.org", from: "203.0.113.1").status == 303)
        let browser = Browser(test, address: "203.0.113.1")
        try browser.get("/login")
        let answer = try browser.post("/login", ["email": "sara@example.org"], [
            "X-Forwarded-For": "198.51.100.1", "Forwarded": "for=198.51.100.1", "X-Real-IP": "198.51.100.1",
        ])
        #expect(answer.status == 429)
    }
}

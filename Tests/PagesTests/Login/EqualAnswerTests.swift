import HTTP
import Mail
import Pages
import Places
import Postgres
import PrayerFeeds
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

/// Tests of pages on which limits show, or must not show.
@Suite("Limits on pages")
struct EqualAnswerTests {
    private func ask(_ test: TestApp, _ email: String, from address: String) throws -> Answer {
        let browser = Browser(test, address: address)
        try browser.get("/login")
        return try browser.post("/login", ["email": email])
    }

    @Test("the waiting page says that very many mails were asked for on this network")
    func busy() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "1"])
        let newcomer = Browser(test)
        try newcomer.get("/login")
        #expect(try newcomer.post("/login", ["email": "new@example.org"]).location == "/login/sent")
        #expect(try newcomer.get("/login/sent").contains("Very many people are asking"))
    }

    @Test("a network that guesses links gets an error page that says to wait")
    func guessing() throws {
        let test = try TestApp(settings: ["JADWAL_FAILURES_PER_NETWORK": "1"])
        let guesser = Browser(test)
        for status in [404, 429] {
            try guesser.get("/magic-link?token=0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91")
            let answer = try guesser.post("/magic-link", ["token": "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"])
            #expect(answer.status == status)
            #expect((answer.header("Retry-After") != nil) == (status == 429))
        }
    }

    /// Returns an answer without the parts that differ from one request to the next.
    private func shape(_ answer: Answer, _ email: String) -> String {
        let headers = answer.response.headers.filter { !$0.value.hasPrefix("__Host-asked=") }
            .map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        return "\(answer.status)\n\(headers)\n\(answer.text)"
            .replacing(/[\w-]{43,86}/, with: "TOKEN").replacing(/dir="ltr">..</, with: "dir=\"ltr\">REFERENCE<")
            .replacing(email, with: "ADDRESS").replacing(/..•••.@example.org/, with: "MASKED")
            .replacing(/.•••.@example.org/, with: "MASKED")
    }

    /// Returns all that a stranger sees who asks for a mail to an address and then tries every page of the sign-in.
    private func seen(_ test: TestApp, _ email: String, from address: String) throws -> [String] {
        let browser = Browser(test, address: address)
        try browser.get("/login")
        var answers = [try browser.post("/login", ["email": email])]
        let wish = browser.cookies["__Host-asked"]
        answers += [try browser.get("/login/sent"), try browser.post("/login/resend")]
        for code in ["AAAA-AAAA", "AAAA-AAAB"] {
            browser.cookies["__Host-asked"] = wish
            answers.append(try browser.post("/login/code", ["code": code]))
        }
        answers.append(try browser.get("/magic-link?token=0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"))
        browser.cookies["__Host-asked"] = nil
        answers += [
            try browser.get("/login/sent"), try browser.post("/login/code", ["code": "AAAA-AAAC"]),
            try browser.get("/magic-link?token=0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"),
        ]
        browser.cookies["__Host-asked"] = wish
        test.advance(seconds: 16 * 60)
        answers += [try browser.post("/login/code", ["code": "AAAA-AAAD"]), try browser.get("/login/sent")]
        test.advance(seconds: -16 * 60)
        // The next stranger on the network sees no difference either.
        let next = Browser(test, address: address)
        try next.get("/login")
        answers += [try next.post("/login", ["email": "next@example.net"]), try next.get("/login/sent")]
        return answers.map { shape($0, email) }
    }

    @Test("a refused mail looks like a sent one, to the byte, whatever a stranger tries", arguments: [
        // before it: nothing; others asked for the address; a network with one mail left; one without any left
        "quiet", "asked for", "one place", "full",
    ])
    func sameForAll(state: String) throws {
        func answers(_ email: String) throws -> [String] {
            let test = try TestApp(settings: ["JADWAL_MAILS_PER_ADDRESS": "1", "JADWAL_MAILS_PER_NETWORK": "4"])
            try Browser(test, address: "192.0.2.9").signIn("known@example.org")
            test.mail.clear()
            if state == "asked for" { _ = try ask(test, email, from: "203.0.113.1") }
            let before = state == "one place" ? 3 : state == "full" ? 4 : 0
            for number in 0..<before { _ = try ask(test, "own\(number)@example.net", from: "203.0.113.2") }
            return try seen(test, email, from: "203.0.113.2")
        }
        let known = try answers("known@example.org"), unknown = try answers("other@example.org")
        for (one, other) in zip(known, unknown) { #expect(one == other) }
        let quiet = try TestApp(settings: ["JADWAL_MAILS_PER_ADDRESS": "1", "JADWAL_MAILS_PER_NETWORK": "4"])
        if state == "asked for" {
            let untouched = try seen(quiet, "other@example.org", from: "203.0.113.2")
            for (one, other) in zip(unknown, untouched) { #expect(one == other, "nor that others asked") }
        }
    }

    @Test("headers of a client do not change its network")
    func forgedAddress() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "1"])
        _ = try ask(test, "zaid@example.org", from: "203.0.113.1")
        let browser = Browser(test, address: "203.0.113.1")
        try browser.get("/login")
        _ = try browser.post("/login", ["email": "sara@example.org"], [
            "X-Forwarded-For": "198.51.100.1", "Forwarded": "for=198.51.100.1", "X-Real-IP": "198.51.100.1",
        ])
        try test.work()
        #expect(test.mail.messages.map(\.to.wire) == ["zaid@example.org"])
    }
}

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

/// Tests of the default limits. Each attack here comes from a stranger; its victim must still get in.
@Suite("Limits")
struct LimitTests {
    private func ask(_ test: TestApp, _ email: String, from address: String) throws -> Answer {
        let browser = Browser(test, address: address)
        try browser.get("/login")
        return try browser.post("/login", ["email": email])
    }

    /// The addresses that mails went to, once the worker has sent them.
    private func mailed(_ test: TestApp) throws -> [String] {
        try test.work()
        return test.mail.messages.map(\.to.wire)
    }

    /// An account that signed in from a network, and the browser it did so with.
    private func account(_ test: TestApp, _ email: String = "zaid@example.org", at address: String = "192.0.2.1") throws -> Browser {
        let browser = Browser(test, address: address)
        try browser.signIn(email)
        test.mail.clear()
        return browser
    }

    // MARK: Against one person

    @Test("an address gets three mails within a link's life from strangers, wherever and however they ask")
    func perAddress() throws {
        let test = try TestApp()
        for number in 1...6 {
            let email = number.isMultiple(of: 2) ? "ZAID@example.org" : "zaid@example.org"
            #expect(try ask(test, email, from: "203.0.113.\(number)").location == "/login/sent", "the page shows no refusal")
        }
        #expect(try mailed(test).count == 3)
        #expect(test.log.lines.filter { $0.hasPrefix("warning mail limit") }.count == 3)
        #expect(try ask(test, "sara@example.org", from: "203.0.113.99").status == 303)
        #expect(try mailed(test).last == "sara@example.org", "others are not in the way")
    }

    @Test("a customer whose mails a stranger uses up signs in at home, in a new browser there, and anywhere by a link")
    func lockout() throws {
        let test = try TestApp()
        let home = try account(test)
        try home.get("/settings")
        try home.post("/settings/sessions/end-all")
        func attack() throws { for number in 1...10 { _ = try ask(test, "zaid@example.org", from: "203.0.113.\(number)") } }
        try attack()
        #expect(try mailed(test).count == 3)
        // The network of an earlier sign-in, with a browser without cookies.
        #expect(try home.askForMail().message.to.wire == "zaid@example.org")
        #expect(try Browser(test, address: "192.0.2.1").askForMail().message.to.wire == "zaid@example.org")
        // Elsewhere, in a new browser: no further mail, but one of the stranger's is in the mailbox, and works.
        test.mail.clear()
        let abroad = Browser(test, address: "198.51.100.1")
        try abroad.get("/login")
        #expect(try abroad.post("/login", ["email": "zaid@example.org"]).location == "/login/sent")
        #expect(try mailed(test).isEmpty)
        let links = try test.count("magic_link WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > now()")
        #expect(links >= 3)
    }

    @Test("a refused person always has a link that works: the window ends before the link does")
    func window() throws {
        let test = try TestApp()
        var letters: [Letter] = []
        for number in 1...3 {
            _ = try ask(test, "zaid@example.org", from: "203.0.113.\(number)")
            try test.work()
            letters.append(try test.lastMail())
        }
        func age(minutes: Double) throws {
            try test.run("UPDATE throttle_event SET happened_at = happened_at - \(minutes) * interval '1 minute'")
            try test.run("UPDATE magic_link SET expires_at = expires_at - \(minutes) * interval '1 minute'")
        }
        try age(minutes: 13.9)
        _ = try ask(test, "zaid@example.org", from: "203.0.113.9")
        #expect(try mailed(test).count == 3, "refused")
        #expect(try test.count("magic_link WHERE expires_at > now()") == 3, "and the links live")
        try age(minutes: 0.2)
        _ = try ask(test, "zaid@example.org", from: "203.0.113.9")
        #expect(try mailed(test).count == 4, "the window is over")
        #expect(try Browser(test).open(letters[2]).location == "/settings")
    }

    @Test("a sign-in resets the count of mails that strangers asked for")
    func forgotten() throws {
        let test = try TestApp()
        for number in 1...5 { _ = try ask(test, "zaid@example.org", from: "203.0.113.\(number)") }
        try test.work()
        #expect(try Browser(test, address: "192.0.2.1").open(test.lastMail()).location == "/settings")
        test.mail.clear()
        _ = try ask(test, "zaid@example.org", from: "198.51.100.1")
        #expect(try mailed(test).contains("zaid@example.org"))
    }

    @Test("a browser that signed in before has a limit of its own, on any network")
    func knownBrowser() throws {
        let test = try TestApp()
        let phone = try account(test)
        phone.cookies["__Host-session"] = nil
        phone.address = "198.51.100.200"
        for number in 1...9 { _ = try ask(test, "zaid@example.org", from: "203.0.113.\(number)") }
        test.mail.clear()
        try test.work()
        test.mail.clear()
        for _ in 1...5 {
            try phone.get("/login")
            #expect(try phone.post("/login", ["email": "zaid@example.org"]).status == 303)
            test.advance(seconds: 30)
        }
        #expect(try mailed(test).count == 3)
    }

    @Test("an account whose owner signs in with ever new browsers has a limit too")
    func manyBrowsers() throws {
        let test = try TestApp()
        let first = try account(test)
        var proofs = [try #require(first.cookies["__Host-known"])]
        func ask(with proof: String) throws -> Int {
            test.mail.clear()
            let browser = Browser(test, address: "198.51.100.\(proofs.count)")
            browser.cookies["__Host-known"] = proof
            try browser.get("/login")
            try browser.post("/login", ["email": "zaid@example.org"])
            try test.work()
            guard let letter = test.mail.messages.first.map(Letter.init) else { return 0 }
            let other = Browser(test, address: "198.51.100.\(proofs.count)")
            #expect(try other.open(letter).location == "/settings")
            proofs.append(try #require(other.cookies["__Host-known"]))
            return 1
        }
        var mails = 0
        for number in 0..<45 { mails += try ask(with: proofs[min(number, proofs.count - 1)]) }
        #expect(mails == 30)
    }

    @Test("a browser's proof is checked, and is valid for one account")
    func forgedKnowledge() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_ADDRESS": "1"])
        let phone = try account(test)
        _ = try account(test, "sara@example.org", at: "192.0.2.2")
        _ = try ask(test, "sara@example.org", from: "203.0.113.1")
        try test.work()
        test.mail.clear()
        let proof = try #require(phone.cookies["__Host-known"])
        for claim in [proof, String(proof.reversed()), "x", String(repeating: "A", count: 43), String(repeating: "A", count: 8_000)] {
            let browser = Browser(test, address: "203.0.113.2")
            browser.cookies["__Host-known"] = claim
            try browser.get("/login")
            #expect(try browser.post("/login", ["email": "sara@example.org"]).status == 303)
        }
        #expect(try mailed(test).isEmpty)
    }

    @Test("the database does not know from which networks a customer signed in, and forgets after 180 days")
    func networks() throws {
        let test = try TestApp()
        let browser = try account(test)
        for number in 2...14 {
            browser.address = "192.0.2.\(number)"
            try browser.open(browser.askForMail())
            test.advance(seconds: 60)
        }
        #expect(try test.count("customer_network") == 10, "the last ten")
        #expect(try !test.database.dump().filter { $0.hasPrefix("customer_network") }.joined().contains("192.0.2"))
        try test.run("UPDATE customer_network SET last_sign_in_at = now() - interval '181 days'")
        #expect(try test.store.purge()["customer_network"] == 10)
    }

    // MARK: Against a shared network

    @Test("a used-up limit of a mosque's network keeps no customer out; new addresses wait")
    func network() throws {
        let test = try TestApp()
        _ = try account(test, "member@example.org", at: "192.0.2.1")
        _ = try account(test, "regular@example.org", at: "203.0.113.7")
        for number in 1...40 { _ = try ask(test, "stranger\(number)@example.org", from: "203.0.113.7") }
        #expect(try mailed(test).count == 19, "the regular's first mail was the twentieth")
        test.mail.clear()
        #expect(try ask(test, "member@example.org", from: "203.0.113.7").status == 303)
        #expect(try ask(test, "regular@example.org", from: "203.0.113.7").status == 303)
        #expect(try mailed(test) == ["member@example.org", "regular@example.org"])
        let newcomer = Browser(test, address: "203.0.113.7")
        try newcomer.get("/login")
        #expect(try newcomer.post("/login", ["email": "new@example.org"]).location == "/login/sent")
        #expect(try mailed(test).count == 2)
        #expect(try newcomer.get("/login/sent").contains("Very many sign-in emails"), "and the page says why nothing comes")
        _ = try ask(test, "new@example.org", from: "203.0.113.8")
        #expect(try mailed(test).last == "new@example.org", "the next network is served")
    }

    @Test("a request too many leaves no row")
    func noRows() throws {
        let test = try TestApp()
        for number in 1...20 { _ = try ask(test, "zaid\(number)@example.org", from: "2001:db8::\(number)") }
        let before = try test.database.dump()
        for number in 21...30 { _ = try ask(test, "zaid\(number)@example.org", from: "2001:db8::\(number)") }
        #expect(try test.database.dump() == before)
        _ = try ask(test, "zaid21@example.org", from: "2001:db8:1::1")
        #expect(try mailed(test).last == "zaid21@example.org", "the next network may")
    }

    @Test("a rented /48 counts as one: eighty mails an hour, not one million")
    func wideNetwork() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "2"])
        for number in 0..<20 {
            for host in 1...2 { _ = try ask(test, "zaid\(number)-\(host)@example.org", from: "2001:db8:7:\(number)00::\(host)") }
        }
        #expect(try mailed(test).count == 8)
    }

    @Test("guessing links and codes is stopped; a right one is never refused for others' wrong ones")
    func failures() throws {
        let test = try TestApp.patient(["JADWAL_FAILURES_PER_NETWORK": "3"])
        let browser = Browser(test), neighbour = Browser(test)
        let letter = try browser.askForMail(), other = try neighbour.askForMail("sara@example.org")
        let guesser = Browser(test)
        for digit in 1...5 {
            let token = "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9\(digit)"
            try guesser.get("/magic-link?token=\(token)")
            let answer = try guesser.post("/magic-link", ["token": token])
            #expect(answer.status == (digit <= 3 ? 404 : 429))
        }
        #expect(try test.count("throttle_event WHERE kind = 'login.failure'") == 3, "no more rows than the limit")
        #expect(test.log.lines.filter { $0.hasPrefix("info sign-in failed") }.count == 3)
        try neighbour.get("/login/sent")
        #expect(try neighbour.post("/login/code", ["code": other.code]).location == "/settings")
        #expect(try browser.open(letter).location == "/settings")
    }

    // MARK: Against everybody

    @Test("a reached ceiling of new addresses keeps no account out; new people of quiet networks get in until the end")
    func service() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_HOUR": "40"])
        _ = try account(test, at: "192.0.2.1")
        // Twenty mails from one network are half of the ceiling; then two of each network pass.
        for number in 1...20 { _ = try ask(test, "a\(number)@example.org", from: "203.0.113.1") }
        #expect(try mailed(test).count == 19, "the account's own first mail was one of the twenty")
        test.mail.clear()
        for network in 2...6 {
            for number in 1...20 { _ = try ask(test, "b\(network)-\(number)@example.org", from: "203.0.113.\(network)") }
        }
        #expect(try mailed(test).count == 10, "two of each of five networks")
        _ = try ask(test, "new@example.org", from: "198.51.100.1")
        #expect(try mailed(test).last == "new@example.org")
        for network in 7...30 {
            for number in 1...2 { _ = try ask(test, "c\(network)-\(number)@example.org", from: "203.0.113.\(network)") }
        }
        #expect(try test.count("throttle_event WHERE kind = 'mail.new'") == 40, "the ceiling")
        try test.work()
        test.mail.clear()
        _ = try ask(test, "late@example.org", from: "198.51.100.2")
        _ = try ask(test, "zaid@example.org", from: "198.51.100.3")
        #expect(try mailed(test) == ["zaid@example.org"])
    }

    @Test("endless requests for mails to accounts, their own too, keep no other account out")
    func accounts() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_HOUR": "4"])
        for number in 1...3 { _ = try account(test, "zaid\(number)@example.org", at: "192.0.2.\(number)") }
        for number in 1...12 { _ = try ask(test, "zaid\(number % 3 + 1)@example.org", from: "203.0.113.\(number)") }
        #expect(try mailed(test).count == 3 + 4, "the first of each, and the ceiling")
        test.mail.clear()
        _ = try account(test, "quiet@example.org", at: "192.0.2.9")
        _ = try ask(test, "quiet@example.org", from: "203.0.113.1")
        _ = try ask(test, "zaid1@example.org", from: "192.0.2.1")
        #expect(try mailed(test) == ["quiet@example.org", "zaid1@example.org"])
    }

    @Test("signing in to one's own account again and again has a limit of mails an hour")
    func loop() throws {
        let test = try TestApp()
        _ = try account(test, at: "192.0.2.1")
        var mails = 0
        for number in 1...40 {
            test.mail.clear()
            _ = try ask(test, "zaid@example.org", from: "203.0.113.1")
            try test.work()
            guard let letter = test.mail.messages.first.map(Letter.init) else { continue }
            mails += 1
            #expect(try Browser(test, address: "198.51.\(number).1").open(letter).location == "/settings")
        }
        #expect(mails == 23, "the account's first mail was the twenty-fourth")
    }

    // MARK: Equal answers

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
            _ = try account(test, "known@example.org", at: "192.0.2.9")
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
        #expect(try mailed(test) == ["zaid@example.org"])
    }
}

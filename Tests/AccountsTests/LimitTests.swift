import Accounts
import Jadwal
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// Tests of the default limits. Each attack here comes from a stranger; its victim must still get in.
@Suite("Limits")
struct LimitTests {
    private func ask(_ test: TestApp, _ email: String, from address: String) throws {
        try Person(test, address: address).ask(email)
    }

    // MARK: Against one person

    @Test("an address gets three mails within a link's life from strangers, wherever and however they ask")
    func perAddress() throws {
        let test = try TestApp()
        for number in 1...6 {
            let email = number.isMultiple(of: 2) ? "ZAID@example.org" : "zaid@example.org"
            try ask(test, email, from: "203.0.113.\(number)")
        }
        #expect(try test.mailed().count == 3)
        #expect(test.log.lines.filter { $0.hasPrefix("warning mail limit") }.count == 3)
        try ask(test, "sara@example.org", from: "203.0.113.99")
        #expect(try test.mailed().last == "sara@example.org", "others are not in the way")
    }

    @Test("a customer whose mails a stranger uses up signs in at home, in a new browser there, and anywhere by a link")
    func lockout() throws {
        let test = try TestApp()
        let home = try test.account()
        try test.app.endAllSessions(of: home.customer(), home.asker())
        for number in 1...10 { try ask(test, "zaid@example.org", from: "203.0.113.\(number)") }
        #expect(try test.mailed().count == 3)
        // The browser of an earlier sign-in, then its network alone.
        #expect(try home.askForMail().message.to.wire == "zaid@example.org")
        #expect(try Person(test, address: "192.0.2.1").askForMail().message.to.wire == "zaid@example.org")
        // Elsewhere, in a new browser: no further mail, but one of the stranger's is in the mailbox, and works.
        test.mail.clear()
        try ask(test, "zaid@example.org", from: "198.51.100.1")
        #expect(try test.mailed().isEmpty)
        let links = try test.count("magic_link WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > now()")
        #expect(links >= 3)
    }

    @Test("a refused person always has a link that works: the window ends before the link does")
    func window() throws {
        let test = try TestApp()
        var letters: [Letter] = []
        for number in 1...3 {
            try ask(test, "zaid@example.org", from: "203.0.113.\(number)")
            try test.work()
            letters.append(try test.lastMail())
        }
        func age(minutes: Double) throws {
            try test.run("UPDATE throttle_event SET happened_at = happened_at - \(minutes) * interval '1 minute'")
            try test.run("UPDATE magic_link SET expires_at = expires_at - \(minutes) * interval '1 minute'")
        }
        try age(minutes: 13.9)
        try ask(test, "zaid@example.org", from: "203.0.113.9")
        #expect(try test.mailed().count == 3, "refused")
        #expect(try test.count("magic_link WHERE expires_at > now()") == 3, "and the links live")
        try age(minutes: 0.2)
        try ask(test, "zaid@example.org", from: "203.0.113.9")
        #expect(try test.mailed().count == 4, "the window is over")
        #expect(try Person(test).open(letters[2]).isSignedIn)
    }

    @Test("a sign-in resets the count of mails that strangers asked for")
    func forgotten() throws {
        let test = try TestApp()
        for number in 1...5 { try ask(test, "zaid@example.org", from: "203.0.113.\(number)") }
        try test.work()
        #expect(try Person(test, address: "192.0.2.1").open(test.lastMail()).isSignedIn)
        test.mail.clear()
        try ask(test, "zaid@example.org", from: "198.51.100.1")
        #expect(try test.mailed().contains("zaid@example.org"))
    }

    @Test("a browser that signed in before has a limit of its own, on any network")
    func knownBrowser() throws {
        let test = try TestApp()
        let phone = try test.account()
        phone.loseSession()
        phone.address = "198.51.100.200"
        for number in 1...9 { try ask(test, "zaid@example.org", from: "203.0.113.\(number)") }
        test.mail.clear()
        try test.work()
        test.mail.clear()
        for _ in 1...5 {
            try phone.ask()
            test.advance(seconds: 30)
        }
        #expect(try test.mailed().count == 3)
    }

    @Test("an account whose owner signs in with ever new browsers has a limit too")
    func manyBrowsers() throws {
        let test = try TestApp()
        var proofs = [try #require(try test.account().knownBrowser)]
        func ask(with proof: KnownBrowser) throws -> Int {
            test.mail.clear()
            let browser = Person(test, address: "198.51.100.\(proofs.count)")
            browser.knownBrowser = proof
            try browser.ask()
            try test.work()
            guard let letter = test.mail.messages.first.map(Letter.init) else { return 0 }
            let other = Person(test, address: "198.51.100.\(proofs.count)")
            #expect(try other.open(letter).isSignedIn)
            proofs.append(try #require(other.knownBrowser))
            return 1
        }
        var mails = 0
        for number in 0..<45 { mails += try ask(with: proofs[min(number, proofs.count - 1)]) }
        #expect(mails == 30)
    }

    @Test("a browser's proof is checked, and is valid for one account")
    func forgedKnowledge() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_ADDRESS": "1"])
        let phone = try test.account()
        _ = try test.account("sara@example.org", at: "192.0.2.2")
        try ask(test, "sara@example.org", from: "203.0.113.1")
        try test.work()
        test.mail.clear()
        let proof = try #require(phone.knownBrowser).text
        #expect(KnownBrowser(text: proof) != nil)
        for claim in [
            proof, String(proof.reversed()), "x", String(repeating: "A", count: 43), String(repeating: "A", count: 8_000),
        ] {
            let browser = Person(test, address: "203.0.113.2")
            browser.knownBrowser = KnownBrowser(text: claim)
            try browser.ask("sara@example.org")
        }
        #expect(try test.mailed().isEmpty)
    }

    @Test("the database does not know from which networks a customer signed in, and forgets after 180 days")
    func networks() throws {
        let test = try TestApp()
        let browser = try test.account()
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
        _ = try test.account("member@example.org", at: "192.0.2.1")
        _ = try test.account("regular@example.org", at: "203.0.113.7")
        for number in 1...40 { try ask(test, "stranger\(number)@example.org", from: "203.0.113.7") }
        #expect(try test.mailed().count == 19, "the regular's first mail was the twentieth")
        test.mail.clear()
        try ask(test, "member@example.org", from: "203.0.113.7")
        try ask(test, "regular@example.org", from: "203.0.113.7")
        #expect(try test.mailed() == ["member@example.org", "regular@example.org"])
        let newcomer = Person(test, address: "203.0.113.7")
        try newcomer.ask("new@example.org")
        #expect(try test.mailed().count == 2)
        let waiting = try test.app.waiting(for: #require(newcomer.asked), newcomer.asker())
        guard case .busy(1...3_600)? = try waiting.problem(newcomer.asker(), test.app) else {
            Issue.record("the page does not say why nothing comes")
            return
        }
        try ask(test, "new@example.org", from: "203.0.113.8")
        #expect(try test.mailed().last == "new@example.org", "the next network is served")
    }

    @Test("a request too many leaves no row")
    func noRows() throws {
        let test = try TestApp()
        for number in 1...20 { try ask(test, "zaid\(number)@example.org", from: "2001:db8::\(number)") }
        let before = try test.database.dump()
        for number in 21...30 { try ask(test, "zaid\(number)@example.org", from: "2001:db8::\(number)") }
        #expect(try test.database.dump() == before)
        try ask(test, "zaid21@example.org", from: "2001:db8:1::1")
        #expect(try test.mailed().last == "zaid21@example.org", "the next network may")
    }

    @Test("a rented /48 counts as one: eighty mails an hour, not one million")
    func wideNetwork() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "2"])
        for number in 0..<20 {
            for host in 1...2 { try ask(test, "zaid\(number)-\(host)@example.org", from: "2001:db8:7:\(number)00::\(host)") }
        }
        #expect(try test.mailed().count == 8)
    }

    @Test("guessing links and codes is stopped; a right one is never refused for others' wrong ones")
    func failures() throws {
        let test = try TestApp.patient(["JADWAL_FAILURES_PER_NETWORK": "3"])
        let browser = Person(test), neighbour = Person(test), guesser = Person(test)
        let letter = try browser.askForMail(), other = try neighbour.askForMail("sara@example.org")
        for digit in 1...5 {
            let token = "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9\(digit)"
            if digit <= 3 {
                #expect(try guesser.press(token).problem == .unknown)
            } else {
                #expect(throws: Refusal.self) { try guesser.press(token) }
            }
        }
        #expect(try test.count("throttle_event WHERE kind = 'login.failure'") == 3, "no more rows than the limit")
        #expect(test.log.lines.filter { $0.hasPrefix("info sign-in failed") }.count == 3)
        #expect(try neighbour.type(other.code).isSignedIn)
        #expect(try browser.open(letter).isSignedIn)
    }

    // MARK: Against everybody

    @Test("a reached ceiling of new addresses keeps no account out; new people of quiet networks get in until the end")
    func service() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_HOUR": "40"])
        _ = try test.account(at: "192.0.2.1")
        // Twenty mails from one network are half of the ceiling; then two of each network pass.
        for number in 1...20 { try ask(test, "a\(number)@example.org", from: "203.0.113.1") }
        #expect(try test.mailed().count == 19, "the account's own first mail was one of the twenty")
        test.mail.clear()
        for network in 2...6 {
            for number in 1...20 { try ask(test, "b\(network)-\(number)@example.org", from: "203.0.113.\(network)") }
        }
        #expect(try test.mailed().count == 10, "two of each of five networks")
        try ask(test, "new@example.org", from: "198.51.100.1")
        #expect(try test.mailed().last == "new@example.org")
        for network in 7...30 {
            for number in 1...2 { try ask(test, "c\(network)-\(number)@example.org", from: "203.0.113.\(network)") }
        }
        #expect(try test.count("throttle_event WHERE kind = 'mail.new'") == 40, "the ceiling")
        try test.work()
        test.mail.clear()
        try ask(test, "late@example.org", from: "198.51.100.2")
        try ask(test, "zaid@example.org", from: "198.51.100.3")
        #expect(try test.mailed() == ["zaid@example.org"])
    }

    @Test("endless requests for mails to accounts, their own too, keep no other account out")
    func accounts() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_HOUR": "4"])
        for number in 1...3 { _ = try test.account("zaid\(number)@example.org", at: "192.0.2.\(number)") }
        for number in 1...12 { try ask(test, "zaid\(number % 3 + 1)@example.org", from: "203.0.113.\(number)") }
        #expect(try test.mailed().count == 3 + 4, "the first of each, and the ceiling")
        test.mail.clear()
        _ = try test.account("quiet@example.org", at: "192.0.2.9")
        try ask(test, "quiet@example.org", from: "203.0.113.1")
        try ask(test, "zaid1@example.org", from: "192.0.2.1")
        #expect(try test.mailed() == ["quiet@example.org", "zaid1@example.org"])
    }

    @Test("signing in to one's own account again and again has a limit of mails an hour")
    func loop() throws {
        let test = try TestApp()
        _ = try test.account(at: "192.0.2.1")
        var mails = 0
        for number in 1...40 {
            test.mail.clear()
            try ask(test, "zaid@example.org", from: "203.0.113.1")
            try test.work()
            guard let letter = test.mail.messages.first.map(Letter.init) else { continue }
            mails += 1
            #expect(try Person(test, address: "198.51.\(number).1").open(letter).isSignedIn)
        }
        #expect(mails == 23, "the account's first mail was the twenty-fourth")
    }

}

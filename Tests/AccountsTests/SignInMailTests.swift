import Accounts
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The mail of a sign-in")
struct SignInMailTests {
    let test: TestApp
    let person: Person

    init() throws {
        test = try TestApp.patient()
        person = Person(test)
    }

    // Postgres computes the expected time, from the same tzdata by its own reader.
    @Test("it says when it was asked for, by the customer's clock", arguments: [
        ("America/St_Johns", "St. John’s"), ("Asia/Kathmandu", "Kathmandu"),
    ])
    func askedAt(zone: String, city: String) throws {
        let mail = try person.askForMail()
        try test.run("UPDATE customer SET time_zone = \(zone)")
        test.mail.clear()
        let local = try person.askForMail()
        let clock: String? = try test.store.connection.value("""
            SELECT to_char(max(created_at) AT TIME ZONE \(zone), 'FMHH24:MI') FROM sign_in_flow
            """)
        #expect(mail.message.text.contains("(Riyadh)"))
        #expect(local.message.text.contains("\(try #require(clock)) (\(city))."))
    }

    @Test("known and unknown addresses cost the same rows")
    func sameWork() throws {
        try Person(test).signIn("known@example.org")
        func rowsWritten(_ email: String) throws -> [Int] {
            func counts() throws -> [Int] {
                try ["sign_in_flow", "job", "throttle_event", "magic_link", "session"].map { try test.count($0) }
            }
            let before = try counts()
            try Person(test).ask(email)
            return try zip(counts(), before).map { $0 - $1 }
        }
        #expect(try rowsWritten("known@example.org") == rowsWritten("other@example.org"))
    }

    @Test("the job's row holds neither address, link, token nor code", arguments: [true, false])
    func jobRow(isSent: Bool) throws {
        try person.ask()
        if isSent { try test.work() }
        let rows = try test.database.dump().filter { $0.hasPrefix("job ") }
        #expect(rows.count == 1)
        #expect(!rows.joined().contains("@"))
        #expect(!rows.joined().contains("http"))
        if isSent {
            let letter = try test.lastMail()
            #expect(try !rows.joined().contains(letter.token))
            #expect(try !rows.joined().contains(letter.code))
        }
    }

    @Test("a mail that was counted is sent, also when the browser went on to another address; only its code is lost")
    func givenUp() throws {
        try person.ask()
        try person.ask("sara@example.org")
        #expect(try test.mailed() == ["zaid@example.org", "sara@example.org"])
        let zaids = Letter(test.mail.messages[0])
        #expect(try person.type(zaids.code).triesLeft == 4)
        #expect(try Person(test).open(zaids).isSignedIn)
    }

    @Test("a mail that was counted is sent, whatever the end of the browser's sign-in", arguments: [
        "DELETE FROM sign_in_flow", "DELETE FROM customer WHERE email LIKE 'sara%'",
    ] as [SQL])
    func flowGone(deletion: SQL) throws {
        try person.ask()
        try person.ask("sara@example.org")
        try test.run(deletion)
        try test.work()
        let zaids = try #require(test.mail.messages.first.map(Letter.init))
        #expect(zaids.message.to.wire == "zaid@example.org")
        #expect(zaids.message.text.contains("Firefox · Linux"))
        #expect(try Person(test).open(zaids).isSignedIn)
    }

    @Test("a mail that waits while the address is changed goes to the new one, and the link of the old is worth nothing")
    func changedMeanwhile() throws {
        try person.signIn()
        test.mail.clear()
        let other = Person(test)
        try other.ask()
        try test.run("UPDATE customer SET email = 'new@example.org', email_key = 'new@example.org'")
        try test.store.deleteFlows(of: person.customer().id)
        #expect(try test.mailed() == ["new@example.org"], "its owner asked before the change")
        test.mail.clear()
        test.advance(seconds: 60)
        try other.ask()
        #expect(try test.mailed() == ["zaid@example.org"], "the address that was typed, a stranger's by now")
    }

    @Test("a link is written down only for the address that its mail goes to")
    func otherAddress() throws {
        try person.signIn()
        let isWritten = try test.store.insertLink(
            of: person.customer().id, flow: nil, email: "old@example.org", tokenDigest: [UInt8](repeating: 9, count: 32),
            codeHMAC: [UInt8](repeating: 8, count: 32), lifetimeMinutes: 15, keeping: 3)
        #expect(!isWritten)
        #expect(try test.count("magic_link WHERE used_at IS NULL") == 0)
    }

    @Test("a mail that is refused or too late leaves no link, and the browser that waits learns why", arguments: [true, false])
    func notSent(isRefused: Bool) throws {
        try person.ask()
        if isRefused {
            test.mail.failures = [.refused("550 no such user")]
        } else {
            try test.run("UPDATE job SET give_up_at = now()")
        }
        try test.work()
        let waiting = try test.app.waiting(for: #require(person.asked), person.asker())
        switch try waiting.problem(person.asker(), test.app) {
        case .refused: #expect(isRefused)
        case .unreachable: #expect(!isRefused)
        case let other: Issue.record("\(String(describing: other))")
        }
        #expect(try test.count("magic_link") == 0)
    }

    @Test("a mail that may have left keeps its link")
    func mayHaveLeft() throws {
        try person.ask()
        test.mail.failures = [.unknown("lost")]
        try test.work()
        #expect(try test.count("magic_link") == 1)
    }
}

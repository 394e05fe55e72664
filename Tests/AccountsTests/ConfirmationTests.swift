import Accounts
import Mail
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Changing the address, without pages")
struct AddressChangeTests {
    let test: TestApp
    let person: Person

    init() throws {
        test = try TestApp.patient()
        person = Person(test)
        try person.signIn()
    }

    private func ask(_ email: String = "New@example.org") throws -> Letter {
        let request = try request(email)
        try #require(request.isMailed, "\(request)")
        try test.work()
        return try test.lastMail()
    }

    private func request(_ email: String) throws -> AddressRequest {
        try test.app.askForAddressChange(to: email, of: #require(try person.signedIn()), person.asker())
    }

    private func confirm(_ letter: Letter, by person: Person? = nil) throws -> AddressChangeOutcome {
        let person = person ?? self.person
        return try test.app.changeAddress(of: #require(try person.signedIn()), token: letter.token, person.asker())
    }

    @Test("nothing changes before the link is used; then every other way into the account ends")
    func whole() throws {
        let phone = Person(test), letter = try ask()
        try phone.signIn()
        let underWay = try Person(test).askForMail()
        #expect(try person.customer().email == "zaid@example.org")
        #expect(try confirm(letter).isChange)
        #expect(try person.customer().email == "New@example.org")
        #expect(try phone.signedIn() == nil)
        #expect(try Person(test).open(underWay).problem == .replaced)
        test.mail.clear()
        #expect(try test.mailed() == ["zaid@example.org"], "the old address learns it")
        #expect(test.log.lines.contains { $0.hasPrefix("info address changed") })
    }

    @Test("the link works once, and only for the account it was made for")
    func once() throws {
        let letter = try ask(), sara = Person(test)
        try sara.signIn("sara@example.org")
        #expect(try confirm(letter, by: sara).isUnknownLink)
        #expect(try confirm(letter).isChange)
        #expect(try confirm(letter).isUnknownLink)
    }

    @Test("a link that expired, or that a later request replaced, does nothing")
    func late() throws {
        let first = try ask("first@example.org"), second = try ask("second@example.org")
        #expect(try confirm(first).isUnknownLink)
        try test.run("UPDATE address_change SET expires_at = now()")
        #expect(try confirm(second).isUnknownLink)
        #expect(try person.customer().email == "zaid@example.org")
    }

    @Test("somebody else's address is refused, but only a person who can read its mail learns it")
    func taken() throws {
        try Person(test).signIn("sara@example.org")
        let letter = try ask("SARA@example.org")
        guard case .taken("SARA@example.org") = try confirm(letter) else {
            Issue.record("an address that another account has was taken")
            return
        }
        #expect(try confirm(letter).isUnknownLink)
        #expect(try person.customer().email == "zaid@example.org")
    }

    @Test("an address that somebody asked for and never proved can be taken")
    func unproved() throws {
        _ = try Person(test).askForMail("new@example.org")
        #expect(try confirm(ask()).isChange)
        #expect(try test.count("customer") == 1)
    }

    @Test("a sign-in older than fifteen minutes is not enough")
    func freshSignIn() throws {
        try test.run("UPDATE session SET created_at = now() - interval '15 minutes'")
        guard case .needsFreshSignIn = try request("new@example.org") else {
            Issue.record("an old sign-in was enough")
            return
        }
        #expect(try test.count("address_change") == 0)
    }

    @Test("a customer gets five such mails an hour at one address, and ten in all")
    func limits() throws {
        for _ in 1...5 { _ = try ask("a@example.org") }
        #expect(throws: Refusal.self) { try request("a@example.org") }
        for number in 1...5 { _ = try ask("b\(number)@example.org") }
        #expect(throws: Refusal.self) { try request("c@example.org") }
        #expect(try test.count("address_change WHERE new_email = 'b5@example.org'") == 1, "a refused request changes nothing")
    }
}

@Suite("Deleting an account, without pages")
struct DeletionTests {
    let test: TestApp
    let person: Person

    init() throws {
        test = try TestApp.patient()
        person = Person(test)
        try person.signIn()
    }

    private func ask(_ person: Person) throws -> Letter {
        let customer = try person.customer()
        try #require(
            try test.app.askForDeletion(of: customer, typed: customer.email.uppercased(), person.asker()))
        try test.work()
        return try test.lastMail()
    }

    private func delete(_ person: Person, _ token: String) throws -> Bool {
        try test.app.deleteAccount(of: person.customer(), token: token, person.asker()) {}
    }

    @Test("another address than the account's mails nothing")
    func mismatch() throws {
        #expect(try !test.app.askForDeletion(of: person.customer(), typed: "sara@example.org", person.asker()))
        #expect(try test.count("account_deletion") == 0)
    }

    @Test("a wrong, foreign, replaced or expired link deletes nothing; the last one deletes the account, once")
    func whole() throws {
        let sara = Person(test)
        try sara.signIn("sara@example.org")
        let theirs = try ask(sara), replaced = try ask(person), last = try ask(person)
        for token in ["", "x", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91", try theirs.token, try replaced.token] {
            #expect(try !delete(person, token))
        }
        #expect(try !delete(sara, last.token))
        try test.run("UPDATE account_deletion SET expires_at = now() WHERE customer_id = \(sara.customer().id)")
        #expect(try !delete(sara, theirs.token))
        let customer = try person.customer(), asker = try person.asker()
        #expect(try delete(person, last.token))
        #expect(try person.signedIn() == nil)
        #expect(try !test.app.deleteAccount(of: customer, token: last.token, asker) {})
        test.mail.clear()
        #expect(try test.mailed() == ["zaid@example.org"])
        #expect(try test.count("customer") == 1)
    }
}

extension AddressRequest {
    fileprivate var isMailed: Bool { if case .mailed = self { true } else { false } }
}

extension AddressChangeOutcome {
    fileprivate var isChange: Bool { if case .changed = self { true } else { false } }

    fileprivate var isUnknownLink: Bool { if case .unknownLink = self { true } else { false } }
}

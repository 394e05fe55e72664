import HTTP
import Mail
import Pages
import Places
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Changing the address")
struct AddressTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/address")
    }

    private func ask(_ email: String = "New@example.org") throws -> Letter {
        try browser.get("/settings/address")
        let answer = try browser.post("/settings/address", ["newEmail": email])
        try #require(answer.status == 200)
        try test.work()
        return try test.lastMail()
    }

    private func confirm(_ letter: Letter, in browser: Browser? = nil) throws -> Answer {
        let browser = browser ?? self.browser
        try browser.get(letter.path)
        return try browser.post("/settings/address/confirm", ["token": letter.token])
    }

    private func email() throws -> String? { try test.store.customer(browser.customer())?.email }

    @Test("nothing changes until the new address confirms; then the old one gets a mail and other browsers are signed out")
    func whole() throws {
        let phone = Browser(test)
        try phone.signIn()
        let underWay = try Browser(test).askForMail()
        test.mail.clear()

        let letter = try ask()
        #expect(letter.message.to.wire == "New@example.org")
        #expect(try email() == "zaid@example.org")
        #expect(try browser.get("/settings/address").contains("New@example.org"), "the page says what is awaited")

        #expect(try confirm(letter).location == "/settings?saved=yes")
        #expect(try email() == "New@example.org")
        try test.work()
        let told = try test.lastMail().message
        #expect(told.to.wire == "zaid@example.org")
        #expect(told.text.contains("N•••w@example.org"))
        #expect(!told.text.contains("New@example.org"))
        #expect(try browser.get("/settings").status == 200)
        #expect(try phone.get("/settings").status == 303)
        #expect(try Browser(test).open(underWay).status == 410)

        #expect(try Browser(test).open(Browser(test).askForMail("new@example.org")).location == "/calendar")
        #expect(try test.count("customer") == 1)
    }

    @Test("opening the link changes nothing, and no row")
    func opened() throws {
        let letter = try ask()
        let before = try test.database.dump()
        for _ in 1...3 {
            let page = try browser.get(letter.path)
            #expect(page.status == 200)
            #expect(page.contains("New@example.org"))
            #expect(page.header("X-Robots-Tag") == "noindex")
            try browser.get(letter.path, method: .head)
        }
        #expect(try test.database.dump() == before)
    }

    @Test("signed out, the link asks to sign in and then leads to the page that shows the waiting address")
    func signedOut() throws {
        let letter = try ask()
        let phone = Browser(test)
        let next = try #require(try phone.get(letter.path).location)
        #expect(next == "/login?next=%2Fsettings%2Faddress%2Fconfirm")
        let after = try #require(try phone.open(phone.askForMail(next: "/settings/address/confirm")).location)
        let page = try phone.get(after)
        #expect(page.location == "/settings/address", "the token was not kept anywhere")
        #expect(try phone.get("/settings/address").contains("New@example.org"))
        #expect(try confirm(letter, in: phone).status == 303)
    }

    @Test("a link that expired, or that a later request replaced, does nothing")
    func late() throws {
        let first = try ask("first@example.org"), second = try ask("second@example.org")
        #expect(try confirm(first).status == 404)
        try test.run("UPDATE address_change SET expires_at = now()")
        #expect(try confirm(second).status == 404)
        #expect(try email() == "zaid@example.org")
        #expect(try !browser.get("/settings/address").contains("second@example.org"))
    }

    @Test("somebody else's address is refused, but only a person who can read its mail learns it")
    func taken() throws {
        try Browser(test).signIn("sara@example.org")
        let letter = try ask("SARA@example.org")
        let answer = try confirm(letter)
        #expect(answer.status == 422)
        #expect(answer.shows("problem.address.taken", test))
        #expect(try email() == "zaid@example.org")
        #expect(try confirm(letter).status == 404)
    }

    @Test("an impossible address, or the present one, shows an error beside the field", arguments: [
        ("", "problem.address.empty"), ("zaid", "problem.address.noAt"), ("ZAID@example.org", "problem.address.same"),
        ("a@b.example\r\nBcc: c@d.example", "problem.address.characters"),
    ])
    func wrong(typed: String, key: String) throws {
        let answer = try browser.post("/settings/address", ["newEmail": typed])
        #expect(answer.status == 422)
        #expect(answer.shows(key, test))
        #expect(try test.count("address_change") == 0)
    }

    @Test("a sign-in older than fifteen minutes is not enough")
    func freshSignIn() throws {
        #expect(try browser.get("/settings/address").contains("name=\"newEmail\""))
        let csrf = browser.csrf
        try test.run("UPDATE session SET created_at = now() - interval '15 minutes'")
        let page = try browser.get("/settings/address")
        #expect(page.shows("address.fresh", test))
        #expect(!page.contains("name=\"newEmail\""))
        let answer = try browser.post("/settings/address", ["newEmail": "new@example.org", "csrf": csrf])
        #expect(answer.location == "/settings/address")
        #expect(try test.count("address_change") == 0)

        try browser.open(browser.askForMail(next: "/settings/address"))
        #expect(try browser.get("/settings/address").contains("name=\"newEmail\""))
    }

    @Test("these mails are limited like any other")
    func limited() throws {
        let test = try TestApp(settings: ["JADWAL_MAILS_PER_NETWORK": "1"])
        let browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/address")
        #expect(try browser.post("/settings/address", ["newEmail": "a@example.org"]).status == 200)
        try browser.get("/settings/address")
        #expect(try browser.post("/settings/address", ["newEmail": "b@example.org"]).status == 429)
    }
}

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

@Suite("Asking for a link")
struct MailLinkTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
    }

    @Test("a request brings a mail with a link, a code and the reference that the page shows")
    func asked() throws {
        try browser.get("/login")
        let answer = try browser.post("/login", ["email": " Zaid@Example.org "])
        #expect(answer.location == "/login/sent")
        let page = try browser.get("/login/sent")
        #expect(page.status == 200)
        #expect(page.contains("Zaid@example.org"))
        #expect(test.mail.messages.isEmpty, "the worker sends it")
        try test.work()
        let letter = try test.lastMail()
        #expect(letter.message.to.wire == "Zaid@example.org")
        #expect(try letter.path == "/magic-link?token=\(letter.token)")
        let reference = try #require(page.text.firstMatch(of: /class="ref" dir="ltr">(..)</)).1
        #expect(letter.message.text.contains("Reference \(reference)."))
        #expect(letter.message.html.contains(String(reference)))
        #expect(letter.message.text.contains("15 minutes"))
        #expect(letter.message.text.contains("Firefox · Linux"))
        #expect(try letter.message.html.contains(letter.code))
        #expect(!letter.message.subject.contains(try letter.code), "subjects show on locked screens")
    }

    // Postgres computes the expected time, from the same tzdata by its own reader.
    @Test("the mail says when it was asked for, by the customer's clock", arguments: ["America/St_Johns", "Asia/Kathmandu"])
    func askedAt(zone: String) throws {
        let mail = try browser.askForMail("zaid@example.org")
        try test.run("UPDATE customer SET time_zone = \(zone)")
        test.mail.clear()
        let local = try browser.askForMail("zaid@example.org")
        let clock: String? = try test.store.connection.value("""
            SELECT to_char(max(created_at) AT TIME ZONE \(zone), 'HH24:MI') FROM sign_in_flow
            """)
        #expect(mail.message.text.contains("(Asia/Riyadh)"))
        #expect(local.message.text.contains("\(try #require(clock)) (\(zone))."))
    }

    @Test("known and unknown addresses get the same bytes, except tokens")
    func sameAnswer() throws {
        try Browser(test).signIn("known@example.org")
        func answers(_ email: String) throws -> [String] {
            let browser = Browser(test)
            let form = try browser.get("/login")
            let posted = try browser.post("/login", ["email": email])
            let sent = try browser.get("/login/sent")
            return [form, posted, sent].map { answer in
                let headers = answer.response.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                return "\(answer.status)\n\(headers)\n\(answer.text)"
                    .replacing(/[\w-]{43,86}/, with: "TOKEN")
                    .replacing(/dir="ltr">..</, with: "dir=\"ltr\">REFERENCE<")
                    .replacing(email, with: "ADDRESS")
            }
        }
        #expect(try answers("KNOWN@example.org") == answers("other@example.org"))
    }

    @Test("known and unknown addresses cost the same statements")
    func sameWork() throws {
        try Browser(test).signIn("known@example.org")
        func rowsWritten(_ email: String) throws -> [Int] {
            func counts() throws -> [Int] {
                try ["sign_in_flow", "job", "throttle_event", "magic_link", "session"].map { try test.count($0) }
            }
            let browser = Browser(test)
            try browser.get("/login")
            let before = try counts()
            try browser.post("/login", ["email": email])
            return try zip(counts(), before).map { $0 - $1 }
        }
        #expect(try rowsWritten("known@example.org") == rowsWritten("other@example.org"))
    }

    @Test("mail goes to the stored spelling, pages show the typed one")
    func spelling() throws {
        try Browser(test).signIn("Zaid@example.org")
        try browser.get("/login")
        try browser.post("/login", ["email": "zAID@example.org"])
        let page = try browser.get("/login/sent")
        #expect(page.contains("zAID@example.org"))
        #expect(!page.contains("Zaid@example.org"))
        try test.work()
        #expect(try test.lastMail().message.to.wire == "Zaid@example.org")
    }

    @Test("an impossible address shows an error beside the field, and the input stays", arguments: [
        ("", "problem.address.empty"), ("   ", "problem.address.empty"), ("zaid", "problem.address.noAt"),
        ("a@b@example.org", "problem.address.manyAts"), ("zaid@", "problem.address.domain"),
        ("zaid@example", "problem.address.domain"), ("@example.org", "problem.address.local"),
        ("za id@example.org", "problem.address.characters"), ("زيد@example.org", "problem.address.unsupported"),
        (String(repeating: "a", count: 250) + "@example.org", "problem.address.tooLong"),
        ("<script>alert(1)</script>@example.org", "problem.address.characters"),
    ])
    func wrongAddress(typed: String, key: String) throws {
        try browser.get("/login")
        let answer = try browser.post("/login", ["email": typed])
        #expect(answer.status == 422)
        #expect(answer.shows(key, test))
        #expect(answer.contains("value=\"\(htmlEscaped(typed))\""))
        #expect(answer.contains("aria-invalid=\"true\""))
        #expect(try test.count("customer") == 0)
        #expect(try test.count("job") == 0)
    }

    @Test("an address with valid letters that is too long for its columns is an error, not a fault")
    func longInItsOwnScript() throws {
        // Punycode writes a repeated letter in one, UTF-8 in three octets.
        let label = String(repeating: "中", count: 50)
        try browser.get("/login")
        let answer = try browser.post("/login", ["email": "a@\(label).\(label).\(label).example.org"])
        #expect(answer.status == 422)
        #expect(answer.shows("problem.address.tooLong", test))
    }

    @Test("a new customer begins with what the browser tells", arguments: [
        // language of the page, Accept-Language, zone the script found, zone, first day
        ("en", "en-GB,en;q=0.9", "Europe/London", "Europe/London", 1),
        ("en", "en-US,en;q=0.9", "America/New_York", "America/New_York", 7),
        ("ar", "ar-SA", "Asia/Calcutta", "Asia/Kolkata", 7),
        ("en", "en-GB", "", "Asia/Riyadh", 1), ("en", "en-GB", "Mars/Base", "Asia/Riyadh", 1),
    ])
    func guessed(language: String, accepted: String, sent: String, zone: String, firstDay: Int) throws {
        browser.acceptLanguage = accepted
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org", "zone": sent])
        let id: CustomerID = try #require(try test.store.connection.value("SELECT id FROM customer"))
        let customer = try #require(try test.store.customer(id))
        #expect(customer.language == language)
        #expect(customer.timeZone == zone)
        #expect(customer.firstDay == firstDay)
        let isVerified: Bool? = try test.store.connection.value("SELECT verified_at IS NOT NULL FROM customer")
        #expect(isVerified == false)
    }

    @Test("the job's row holds neither address, link, token nor code", arguments: [true, false])
    func jobRow(isSent: Bool) throws {
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
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
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
        try browser.post("/login", ["email": "sara@example.org"])
        try test.work()
        #expect(test.mail.messages.map(\.to.wire) == ["zaid@example.org", "sara@example.org"])
        let zaids = Letter(test.mail.messages[0])
        #expect(try browser.post("/login/code", ["code": zaids.code]).status == 422)
        #expect(try Browser(test).open(zaids).location == "/settings")
    }

    @Test("a mail that was counted is sent, whatever became of the browser's sign-in", arguments: [
        "DELETE FROM sign_in_flow", "DELETE FROM customer WHERE email LIKE 'sara%'",
    ] as [SQL])
    func flowGone(deletion: SQL) throws {
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
        try browser.post("/login", ["email": "sara@example.org"])
        try test.run(deletion)
        try test.work()
        let zaids = try #require(test.mail.messages.first.map(Letter.init))
        #expect(zaids.message.to.wire == "zaid@example.org")
        #expect(zaids.message.text.contains("Firefox · Linux"))
        #expect(try Browser(test).open(zaids).location == "/settings")
    }

    @Test("a mail that waits while the address is changed goes to the new one, and the link of the old is worth nothing")
    func changedMeanwhile() throws {
        try browser.signIn()
        test.mail.clear()
        let other = Browser(test)
        try other.get("/login")
        try other.post("/login", ["email": "zaid@example.org"])
        try test.run("UPDATE customer SET email = 'new@example.org', email_key = 'new@example.org'")
        try test.store.deleteFlows(of: browser.customer())
        try test.work()
        #expect(test.mail.messages.map(\.to.wire) == ["new@example.org"], "its owner asked before the change")
        test.mail.clear()
        test.advance(seconds: 60)
        try other.get("/login/sent")
        #expect(try other.post("/login/resend").status == 303)
        try test.work()
        #expect(test.mail.messages.map(\.to.wire) == ["zaid@example.org"], "the address that was typed, a stranger's by now")
    }

    @Test("a link is written down only for the address that its mail goes to")
    func otherAddress() throws {
        try browser.signIn()
        let id = try browser.customer()
        let isWritten = try test.store.insertLink(
            of: id, flow: nil, email: "old@example.org", tokenDigest: [UInt8](repeating: 9, count: 32),
            codeHMAC: [UInt8](repeating: 8, count: 32), lifetimeMinutes: 15, keeping: 3)
        #expect(!isWritten)
        #expect(try test.count("magic_link WHERE used_at IS NULL") == 0)
    }

    @Test("mail is in the language of the page it was asked on", arguments: Language.allCases)
    func language(language: Language) throws {
        browser.acceptLanguage = language.tag
        let message = try browser.askForMail().message
        #expect(message.language == language.tag)
        #expect(message.subject == test.app.text("mail.magic-link.subject", language))
        #expect(message.html.contains("dir=\"\(language.direction)\""))
    }

    @Test("someone signed in may ask for another account's link and stays signed in meanwhile")
    func whileSignedIn() throws {
        try browser.signIn()
        #expect(try browser.get("/login").contains("zaid@example.org"))
        #expect(try browser.post("/login", ["email": "sara@example.org"]).location == "/login/sent")
        #expect(try browser.get("/settings").status == 200)
    }

    @Test("signing in leads to pages of this site only", arguments: [
        ("/settings/address", "/settings/address"), ("/settings", "/settings"),
        ("", "/settings"), ("https://evil.example", "/settings"), ("//evil.example", "/settings"),
        ("/\\evil.example", "/settings"), ("/settings/../..//evil.example", "/settings"), ("/logout", "/settings"),
        ("/nothing", "/settings"), ("javascript:alert(1)", "/settings"), ("/settings\r\nX: y", "/settings"),
        ("/settings/export", "/settings"), ("/dev/mailbox", "/settings"),
    ])
    func next(next: String, expected: String) throws {
        try #expect(browser.get("/login?next=\(percentEncoded(next))").contains("name=\"next\" value=\"\(expected)\""))
        let letter = try browser.askForMail(next: next)
        #expect(try browser.open(letter).location == expected)
    }
}

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
        ("en", "en-GB", "", "Asia/Riyadh", 7), ("en", "en-GB", "Mars/Base", "Asia/Riyadh", 7),
        ("en", "en-GB", "Asia/Riyadh", "Asia/Riyadh", 7), ("ar", "ar-EG", "Africa/Cairo", "Africa/Cairo", 6),
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
        ("", "/calendar"), ("https://evil.example", "/calendar"), ("//evil.example", "/calendar"),
        ("/\\evil.example", "/calendar"), ("/settings/../..//evil.example", "/calendar"), ("/logout", "/calendar"),
        ("/nothing", "/calendar"), ("javascript:alert(1)", "/calendar"), ("/settings\r\nX: y", "/calendar"),
        ("/settings/export", "/calendar"), ("/dev/mailbox", "/calendar"), ("/prayer", "/calendar"),
        ("/prayer/sa/riyadh.ics", "/calendar"), ("/prayer/sa/riyadh?school=hanafi", "/prayer/sa/riyadh?school=hanafi"),
        ("/settings/prayer?city=108410", "/settings/prayer?city=108410"),
    ])
    func next(next: String, expected: String) throws {
        try #expect(browser.get("/login?next=\(percentEncoded(next))").contains("name=\"next\" value=\"\(expected)\""))
        let letter = try browser.askForMail(next: next)
        let first = expected == "/calendar" ? "/first" : "/first?next=\(percentEncoded(expected))"
        #expect(try browser.open(letter).location == first, "a new account")
        browser.cookies["__Host-session"] = nil
        test.advance(seconds: 60)
        #expect(try browser.open(browser.askForMail(next: next)).location == expected, "a returning customer")
    }
}

import HTTP
import Jadwal
import Postgres
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("Forged forms")
struct ForgedFormTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
        try browser.signIn()
    }

    /// The doors of programs take a token and no cookie.
    static let forms = routes.filter { route in
        route.method == .post && route.audience != "machine" && !route.audience.hasPrefix("positions")
    }.map(\.pattern.description)

    @Test("a form without its token, with another's, or from another site is refused, and nothing changes", arguments: forms)
    func refused(path: String) throws {
        let stranger = Browser(test)
        try stranger.get("/login")
        let other = Browser(test)
        try other.signIn("sara@example.org")
        let own = browser.csrf
        let before = try test.database.dump()
        for token in ["", "x", stranger.csrf, other.csrf] {
            #expect(try browser.post(path, ["csrf": token]).status == 403)
        }
        for headers: Headers in [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
        ] {
            let answer = try browser.post(path, ["csrf": own], headers)
            #expect(answer.status == 403)
            #expect(answer.shows("error.csrf.heading", test))
        }
        #expect(try test.database.dump() == before)
    }

    @Test("a form shown before the sign-in is refused after it")
    func beforeSignIn() throws {
        let browser = Browser(test)
        try browser.get("/login")
        let before = browser.csrf
        try browser.signIn()
        #expect(try browser.post("/settings/sessions/end-all", ["csrf": before]).status == 403)
    }

    @Test("the cookie of a deleted session signs in nobody and sends no form")
    func deletedSession() throws {
        try test.run("DELETE FROM session")
        #expect(try browser.get("/settings").location == "/login?next=%2Fsettings")
        for path in Self.forms { #expect(try browser.post(path).status == 403, "\(path)") }
    }

    @Test("every form that asks for one, gets one", arguments: [
        "/login", "/settings", "/settings/address", "/settings/delete",
        "/calendars", "/calendars/new", "/calendars/subscribe", "/calendars/import",
    ])
    func shown(path: String) throws {
        let answer = try browser.get(path)
        let forms = answer.text.matches(of: /<form[^>]*method="post"/).count
        #expect(forms > 0)
        #expect(answer.text.matches(of: /name="csrf" value="[\w-]{86}"/).count == forms)
    }

    @Test("signed out, a customer's form asks to sign in first")
    func signedOut() throws {
        let stranger = Browser(test)
        try stranger.get("/login")
        #expect(try stranger.post("/settings", ["name": "x"]).location == "/login?next=%2F")
    }
}

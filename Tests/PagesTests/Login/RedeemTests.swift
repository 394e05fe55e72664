import HTTP
import Jadwal
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

@Suite("Pressing a link's button")
struct RedeemTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
    }

    @Test("signs in, with a session cookie that scripts and other sites cannot use")
    func signsIn() throws {
        let answer = try browser.open(browser.askForMail())
        #expect(answer.status == 303)
        #expect(answer.location == "/first")
        let cookies = answer.response.headers.values("Set-Cookie")
        let session = try #require(cookies.first { $0.hasPrefix("__Host-session=") })
        #expect(session.wholeMatch(of: /__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax/) != nil)
        #expect(cookies.contains("__Host-browser=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax"))
        #expect(try browser.get("/settings").contains("zaid@example.org"))
        #expect(try test.count("sign_in_flow") == 0)
    }

    @Test("works in another browser too, and signs in that one only")
    func otherBrowser() throws {
        let letter = try browser.askForMail()
        let phone = Browser(test)
        try phone.get(letter.path)
        let asked = try phone.post("/magic-link", ["token": letter.token])
        #expect(asked.status == 200)
        #expect(asked.shows("elsewhere.title", test))
        #expect(asked.contains("z•••d@example.org") && !asked.contains("zaid@example.org"))
        #expect(asked.contains("Firefox · Linux"), "who asked, in words")
        #expect(asked.header("X-Robots-Tag") == "noindex")
        #expect(phone.session == nil)
        #expect(try test.count("magic_link WHERE used_at IS NULL") == 1, "nothing is spent yet")
        #expect(try phone.open(letter).location == "/first")
        #expect(try phone.signedIn() != nil)
        #expect(try browser.signedIn() == nil)
        #expect(try browser.get("/settings").location == "/login?next=%2Fsettings", "a click approves no other browser")
    }

    @Test("a browser that signed in to the account before, or asked for it, is not asked whose link it is")
    func knownBrowser() throws {
        try browser.signIn()
        browser.cookies["__Host-session"] = nil
        let letter = try Browser(test).askForMail()
        try browser.get(letter.path)
        #expect(try browser.post("/magic-link", ["token": letter.token]).location == "/calendar")
        let asker = Browser(test), first = try asker.askForMail()
        test.advance(seconds: 60)
        _ = try asker.askForMail()
        try asker.get(first.path)
        let answer = try asker.post("/magic-link", ["token": first.token])
        #expect(answer.location == "/calendar", "the mail before the last")
    }

    @Test("a link works once: pressed again here it leads on, elsewhere it says so")
    func replay() throws {
        let letter = try browser.askForMail()
        try browser.open(letter)
        let sessions = try test.count("session")
        #expect(try browser.open(letter).location == "/calendar")
        let other = try Browser(test).open(letter)
        #expect(other.status == 410)
        #expect(other.shows("link.used", test))
        #expect(!other.contains("zaid@example.org"))
        #expect(try test.count("session") == sessions)
    }

    @Test("a used link ends the others of its address")
    func othersRevoked() throws {
        let first = try browser.askForMail(), second = try browser.askForMail()
        try browser.open(second)
        let answer = try Browser(test).open(first)
        #expect(answer.status == 410)
        #expect(answer.shows("link.replaced", test))
    }

    @Test("an expired link says so, and offers a new one to the browser that asked")
    func expired() throws {
        let letter = try browser.askForMail()
        try test.run("UPDATE magic_link SET expires_at = now()")
        let own = try browser.open(letter)
        #expect(own.status == 410)
        #expect(own.shows("link.expired", test))
        #expect(own.contains("value=\"zaid@example.org\""))
        #expect(try !Browser(test).open(letter).contains("zaid@example.org"))
        #expect(try browser.post("/login", ["email": "zaid@example.org"]).location == "/login/sent")
    }

    @Test("a link for another account asks before switching")
    func switching() throws {
        try browser.signIn("zaid@example.org")
        let letter = try Browser(test).askForMail("sara@example.org")
        let zaid = try browser.customer()
        let asked = try browser.open(letter)
        #expect(asked.status == 200)
        #expect(asked.contains("zaid@example.org"))
        #expect(asked.contains("sara@example.org"))
        #expect(try browser.customer() == zaid)
        #expect(asked.header("X-Robots-Tag") == "noindex")

        let old = try #require(browser.session)
        #expect(try browser.post("/magic-link", ["token": letter.token, "switch": "yes"]).location == "/first")
        #expect(try browser.customer() != zaid)
        browser.cookies["__Host-session"] = old
        #expect(try browser.signedIn() == nil, "the session before is over")
    }

    @Test("signing in again gives a new session and ends the one before")
    func newSession() throws {
        try browser.signIn()
        let old = try #require(browser.session)
        try browser.open(browser.askForMail())
        #expect(browser.session != old)
        #expect(try test.count("session") == 1)
        browser.cookies["__Host-session"] = old
        #expect(try browser.get("/settings").status == 303)
    }

    @Test("a session that somebody planted is not the one a sign-in gives")
    func fixation() throws {
        let planted = String(repeating: "A", count: 43)
        browser.cookies["__Host-session"] = planted
        try browser.signIn()
        #expect(browser.session != planted)
    }

    @Test("signing out ends the session for its cookie too, and clears the browser")
    func signOut() throws {
        try browser.signIn()
        let session = browser.session
        let answer = try browser.post("/logout")
        #expect(answer.location == "/?lang=en")
        #expect(answer.header("Clear-Site-Data") == "\"cookies\", \"storage\"")
        #expect(browser.session == nil)
        #expect(try test.count("session") == 0)
        browser.cookies["__Host-session"] = session
        #expect(try browser.get("/settings").status == 303)
        #expect(try browser.get("/").status == 200, "the first page, as for anyone")
    }

    @Test("someone signed in goes from the first page to the settings")
    func firstPage() throws {
        #expect(try browser.get("/").status == 200)
        try browser.signIn()
        #expect(try browser.get("/").location == "/calendar")
    }
}

import Pages
import Postgres
import Runtime
import Templates
import TestSupport
import Testing
import Web

@Suite("Waiting for the mail")
struct WaitingTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp()
        browser = Browser(test)
    }

    @Test("a browser that asked for no mail is sent to the form", arguments: [true, false])
    func nothingAsked(hasCookie: Bool) throws {
        if hasCookie { try browser.get("/login") }
        #expect(try browser.get("/login/sent").location == "/login")
        if hasCookie { #expect(try browser.post("/login/resend").location == "/login") }
    }

    @Test("another mail goes out thirty seconds after the last, and not before")
    func resend() throws {
        let first = try browser.askForMail()
        let waiting = try browser.get("/login/sent")
        #expect(waiting.contains("data-resend=\"30\""))
        test.advance(seconds: 10)
        let refused = try browser.post("/login/resend")
        #expect(refused.status == 429)
        #expect(refused.header("Retry-After") == "20")
        #expect(refused.shows("sent.title", test))
        #expect(refused.contains("You can ask for another in 20 seconds."))
        #expect(refused.contains("zaid@example.org"), "nothing has to be typed again")
        try test.work()
        #expect(test.mail.messages.count == 1)

        test.advance(seconds: 20)
        #expect(try browser.get("/login/sent").contains("data-resend=\"0\""))
        #expect(try browser.post("/login/resend").location == "/login/sent?again=yes")
        #expect(try browser.get("/login/sent?again=yes").shows("notice.resent", test))
        try test.work()
        #expect(test.mail.messages.count == 2)
        let second = try test.lastMail()
        #expect(try second.token != first.token)
        #expect(try second.code != first.code)
        #expect(try browser.open(first).location == "/first", "the first mail's link works until one is used")
    }

    @Test("a person who presses twice sees that the mail is on its way, and gets one")
    func pressedTwice() throws {
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
        let again = try browser.post("/login", ["email": "ZAID@example.org"])
        #expect(again.status == 429)
        #expect(again.header("Retry-After") != nil)
        #expect(again.contains("action=\"/login/code\""))
        #expect(again.contains("zaid@example.org"))
        try test.work()
        #expect(test.mail.messages.count == 1)
        #expect(try browser.post("/login/code", ["code": test.lastMail().code]).location == "/first")
    }

    @Test("signing in on the phone and then on the laptop brings a mail for each, at once")
    func twoBrowsers() throws {
        let phone = try browser.askForMail(), laptop = Browser(test)
        let second = try laptop.askForMail()
        #expect(test.mail.messages.count == 2)
        try laptop.get("/login/sent")
        #expect(try laptop.post("/login/code", ["code": second.code]).location == "/first")
        #expect(try phone.token != second.token)
    }

    @Test("the cookie of a requested sign-in is accepted only from the browser that it was given to", arguments: [
        "", "x", "AAAA", "AAAA.AAAA", "ZW1haWw9eA.", String(repeating: "A", count: 3_000), "%00", "another's", "changed",
    ])
    func forgedWish(cookie: String) throws {
        _ = try browser.askForMail()
        let other = Browser(test)
        _ = try other.askForMail("sara@example.org")
        let own = try #require(browser.cookies["__Host-asked"])
        browser.cookies["__Host-asked"] =
            switch cookie {
            case "another's": other.cookies["__Host-asked"]
            case "changed": "A" + own.dropFirst()
            default: cookie
            }
        #expect(try browser.get("/login/sent").location == "/login")
        #expect(try browser.post("/login/code", ["code": "AAAA-AAAA"]).location == "/login")
    }

    @Test("the page says that a mail will not come", arguments: [
        (true, "notice.mail-refused"), (false, "notice.mail-unreachable"),
    ])
    func mailProblem(isRefused: Bool, key: String) throws {
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
        #expect(try !browser.get("/login/sent").shows(key, test))
        if isRefused {
            test.mail.failures = [.refused("550 no such user")]
        } else {
            try test.run("UPDATE job SET give_up_at = now()")
        }
        try test.work()
        #expect(try browser.get("/login/sent").shows(key, test))
        #expect(try test.count("magic_link") == 0, "no link lives that nobody was sent")
    }
}

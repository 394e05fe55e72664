import FeatureKit
import Postgres
import TestSupport
import Testing

@Suite("Waiting for the mail")
struct WaitingTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp()
        browser = Browser(test)
    }

    @Test("a browser that asked for nothing is sent to the form", arguments: [true, false])
    func nothingAsked(hasCookie: Bool) throws {
        if hasCookie { try browser.get("/login") }
        #expect(try browser.get("/login/sent").location == "/login")
        if hasCookie { #expect(try browser.post("/login/resend").location == "/login") }
    }

    @Test("another mail goes out thirty seconds after the last, and not before")
    func resend() throws {
        let first = try browser.askForMail()
        let waiting = try browser.get("/login/sent")
        #expect(waiting.text.contains(/data-resend="(2[5-9]|30)"/))
        let refused = try browser.post("/login/resend")
        #expect(refused.status == 429)
        let wait = try #require(refused.header("Retry-After").flatMap { Int($0) })
        #expect((20...30).contains(wait))
        try test.work()
        #expect(test.mail.messages.count == 1)

        try test.run("UPDATE throttle_event SET happened_at = happened_at - interval '31 seconds'")
        try test.run("UPDATE sign_in_flow SET last_mail_at = last_mail_at - interval '31 seconds'")
        #expect(try browser.get("/login/sent").contains("data-resend=\"0\""))
        #expect(try browser.post("/login/resend").location == "/login/sent?again=yes")
        #expect(try browser.get("/login/sent?again=yes").shows("notice.resent", test))
        try test.work()
        #expect(test.mail.messages.count == 2)
        let second = try test.lastMail()
        #expect(try second.token != first.token)
        #expect(try second.code != first.code)
        #expect(try browser.open(first).location == "/settings", "the first mail's link works until one is used")
    }

    @Test("whoever presses twice sees that the mail is on its way, and gets one; another address is refused plainly")
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
        #expect(try browser.post("/login/code", ["code": test.lastMail().code]).location == "/settings")

        let other = Browser(test)
        try other.get("/login")
        let refused = try other.post("/login", ["email": "zaid@example.org"])
        #expect(refused.status == 429)
        #expect(!refused.contains("zaid@example.org"))
    }

    @Test("a mail that will not come is told on the page", arguments: [
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

    @Test("a mail that may have left keeps its link")
    func mayHaveLeft() throws {
        try browser.get("/login")
        try browser.post("/login", ["email": "zaid@example.org"])
        test.mail.failures = [.unknown("lost")]
        try test.work()
        #expect(try test.count("magic_link") == 1)
    }
}

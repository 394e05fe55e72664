import Pages
import Places
import Postgres
import PrayerFeeds
import Runtime
import Templates
import TestSupport
import Testing
import Web

@Suite("Typing the code")
struct CodeTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
    }

    private func type(_ code: String, in browser: Browser? = nil) throws -> Answer {
        let browser = browser ?? self.browser
        try browser.get("/login/sent")
        return try browser.post("/login/code", ["code": code])
    }

    @Test("it works in the browser that asked and in no other")
    func otherBrowser() throws {
        let letter = try browser.askForMail()
        let stranger = Browser(test)
        try stranger.get("/login")
        #expect(try stranger.post("/login/code", ["code": letter.code]).location == "/login")
        _ = try stranger.askForMail("sara@example.org")
        #expect(try type(letter.code, in: stranger).status == 422)
        #expect(try stranger.signedIn() == nil)
        #expect(try type(letter.code).location == "/first")
    }

    @Test("after five wrong codes the right one is refused")
    func fiveWrong() throws {
        let letter = try browser.askForMail()
        for left in [4, 3, 2, 1] {
            let answer = try type("AAAA-AAAA")
            #expect(answer.status == 422)
            #expect(answer.contains(test.app.text("problem.code.wrong", .english, counting: left)))
            #expect(answer.contains("value=\"AAAA-AAAA\""))
        }
        #expect(try type("AAAA-AAAA").shows("problem.code.spent", test))
        let late = try type(letter.code)
        #expect(late.status == 422)
        #expect(late.shows("problem.code.spent", test))
        #expect(try browser.signedIn() == nil)
    }

    @Test("a new mail brings a code that works, as the page promises")
    func newMail() throws {
        _ = try browser.askForMail()
        for _ in 1...5 { _ = try type("AAAA-AAAA") }
        try browser.get("/login/sent")
        try browser.post("/login/resend")
        try test.work()
        #expect(try type(test.lastMail().code).location == "/first")
    }

    @Test("an expired code shows an error that says so")
    func expired() throws {
        let letter = try browser.askForMail()
        test.advance(seconds: 15 * 60)
        let answer = try type(letter.code)
        #expect(answer.status == 422)
        #expect(answer.shows("problem.code.expired", test))
    }
}

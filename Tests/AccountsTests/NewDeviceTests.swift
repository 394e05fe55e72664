import Accounts
import Crypto
import Mail
import Notifications
import Postgres
import TestSupport
import Testing

@Suite("Sign-in from a new device")
struct NewDeviceTests {
    let test: TestApp

    init() throws { test = try TestApp() }

    private func notices() throws -> Int { try test.count("notification WHERE kind = 'sign-in.new'") }

    @Test("the first sign-in is no news, and neither is a browser of a known name")
    func known() throws {
        try Person(test).signIn("zaid@example.org")
        try Person(test, address: "192.0.2.9").signIn("zaid@example.org")
        #expect(try notices() == 0)
    }

    @Test("a browser of another name is announced once, in the list and by mail")
    func new() throws {
        _ = try test.account()
        let phone = Person(test, address: "192.0.2.9")
        phone.device = "Safari · iPhone"
        try phone.signIn("zaid@example.org")
        #expect(try notices() == 1)
        test.mail.clear()
        while try test.app.decideNextNotice() {}
        #expect(try test.mailed() == ["zaid@example.org"])
        #expect(try test.lastMail().message.subject == "New sign-in: Safari · iPhone")
        try test.run("DELETE FROM session WHERE device = 'Safari · iPhone'")
        phone.cookie = Token.random()
        try phone.signIn("zaid@example.org")
        #expect(try notices() == 1, "the browser proves that it signed in before")
    }
}

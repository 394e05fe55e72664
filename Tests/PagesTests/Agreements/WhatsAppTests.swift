import Agreements
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("WhatsApp in the settings")
struct WhatsAppTests {
    private static let bridge = [
        "JADWAL_WASAPP_URL": "http://127.0.0.1:9", "JADWAL_WASAPP_SECRET": "a-secret-of-the-bridge-and-of-jadwal",
    ]

    /// Makes a customer of an installation with a bridge.
    private func begin(consents: Bool = true) throws -> (test: TestApp, browser: Browser) {
        let test = try TestApp.patient(Self.bridge), browser = Browser(test)
        try browser.signIn()
        try browser.get("/settings/whatsapp")
        if consents { try browser.post("/settings/whatsapp/consent", ["agree": "yes"]) }
        return (test, browser)
    }

    @Test("without a bridge the page says so, and leads to the upload")
    func missing() throws {
        let test = try TestApp.patient(), browser = Browser(test)
        try browser.signIn()
        let page = try browser.get("/settings/whatsapp")
        #expect(page.shows("whatsapp.missing", test))
        #expect(page.contains("href=\"/settings/whatsapp/upload\""))
        #expect(!page.contains("name=\"number\"") && !page.contains("name=\"agree\""))
    }

    @Test("nothing is linked before the customer agrees, and the box must be ticked")
    func consent() throws {
        let (test, browser) = try begin(consents: false)
        let page = try browser.get("/settings/whatsapp")
        #expect(!page.contains("name=\"number\""))
        // Names and agreements are kept for longer: the page says so beside the box.
        #expect(page.shows("whatsapp.fact.kept.text", test) && page.shows("whatsapp.fact.locked", test))
        let refused = try browser.post("/settings/whatsapp/consent")
        #expect(refused.status == 422)
        #expect(refused.shows("problem.consent", test))
        try browser.post("/settings/whatsapp/connect", ["number": "+966501234567"])
        #expect(try browser.get("/settings/whatsapp").contains("name=\"agree\""))
        try browser.post("/settings/whatsapp/consent", ["agree": "yes"])
        #expect(try browser.get("/settings/whatsapp").contains("name=\"number\""))
    }

    @Test("each wrong number has a message of its own", arguments: [
        ("", "problem.number.empty"), ("050 123 4567", "problem.number.national"),
        ("+96650", "problem.number.short"),
        ("+9665012345678901", "problem.number.long"), ("+966 call me", "problem.number.letters"),
    ])
    func wrongNumber(typed: String, key: String) throws {
        let (test, browser) = try begin()
        let page = try browser.post("/settings/whatsapp/connect", ["number": typed])
        #expect(page.status == 422)
        #expect(page.shows(key, test))
        #expect(page.contains("value=\"\(typed)\""))
        #expect(page.contains("aria-invalid=\"true\""))
    }

    @Test("after the number the page waits and loads itself again, a second press changes nothing, cancel ends it")
    func asked() throws {
        let (test, browser) = try begin()
        for _ in 1...2 {
            let answer = try browser.post("/settings/whatsapp/connect", ["number": "+966 50 123 4567"])
            #expect(answer.location == "/settings/whatsapp")
        }
        let page = try browser.get("/settings/whatsapp")
        #expect(page.header("Refresh") == "5")
        #expect(page.shows("whatsapp.wait.asked", test))
        #expect(!page.contains("501234567"))
        #expect(try test.count("job WHERE kind = 'agreements.ask-for-code'") == 1)
        try browser.post("/settings/whatsapp/disconnect")
        let ended = try browser.get("/settings/whatsapp")
        #expect(ended.header("Refresh") == nil)
        #expect(ended.contains("name=\"number\""))
    }

    @Test("too many codes are refused with the time to wait")
    func tooOften() throws {
        let (_, browser) = try begin()
        for _ in 1...6 {
            try browser.post("/settings/whatsapp/connect", ["number": "+966501234567"])
            try browser.post("/settings/whatsapp/disconnect")
        }
        let page = try browser.post("/settings/whatsapp/connect", ["number": "+966501234567"])
        #expect(page.status == 422)
        #expect(page.contains("You asked for many codes."))
    }

    @Test("each way in which a link fails is said, and can be tried again", arguments: [
        ("failed", "unreachable"), ("failed", "refused"), ("failed", "expired"), ("lost", "ended"),
    ])
    func failed(state: String, problem: String) throws {
        let (test, browser) = try begin()
        try browser.post("/settings/whatsapp/connect", ["number": "+966501234567"])
        try test.run("UPDATE chat_account SET state = \(state), problem = \(problem)")
        let page = try browser.get("/settings/whatsapp")
        #expect(page.shows("problem.link.\(problem)", test))
        #expect(page.contains("name=\"number\""))
        #expect(page.header("Refresh") == nil)
    }

    @Test("a chat is switched off and on, and another customer's does not exist")
    func chats() throws {
        let world = try InboxWorld()
        try world.chat("Hello", ">Hi", with: "Sara")
        let page = try world.browser.get("/settings/whatsapp")
        #expect(page.contains("<bdi>Sara</bdi>"))
        let id = String(try #require(page.text.firstMatch(of: /<h3 id="c(\d+)">/)).1)
        let off = try world.browser.post("/settings/whatsapp/chats", ["id": id, "to": "off"])
        #expect(try world.browser.get(#require(off.location)).shows("whatsapp.done.off", world.test))
        #expect(try world.browser.get("/settings/whatsapp").contains("name=\"to\" value=\"on\""))
        let stranger = Browser(world.test)
        try stranger.signIn("sara@example.org")
        #expect(try stranger.post("/settings/whatsapp/chats", ["id": id, "to": "on"]).status == 404)
        #expect(try world.browser.post("/settings/whatsapp/chats", ["id": id, "to": "x"]).status == 400)
        #expect(try world.browser.post("/settings/whatsapp/chats", ["id": "x", "to": "on"]).status == 400)
    }

    @Test("the mail about findings is switched off and stays off")
    func mails() throws {
        let world = try InboxWorld()
        #expect(try world.browser.get("/settings/whatsapp").contains("name=\"mails\" value=\"yes\" checked"))
        try world.browser.post("/settings/whatsapp/choices")
        #expect(try !world.browser.get("/settings/whatsapp").contains("name=\"mails\" value=\"yes\" checked"))
    }

    @Test("forgetting asks first, deletes chats and findings, and leaves the events")
    func forget() throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        #expect(try world.browser.get("/settings/whatsapp/forget").shows("forget.stays", world.test))
        #expect(try world.ids().count == 1)
        let done = try world.browser.post("/settings/whatsapp/forget")
        #expect(try world.browser.get(#require(done.location)).shows("whatsapp.done.forgotten", world.test))
        #expect(try world.ids().isEmpty)
        #expect(try world.events() == 1)
        #expect(try world.test.count("chat") == 0 && world.test.count("customer_key") == 0)
    }
}

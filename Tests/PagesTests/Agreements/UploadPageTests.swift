import Agreements
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The upload of a chat")
struct UploadPageTests {
    private static let path = "/settings/whatsapp/upload"
    private static let chat = """
        23/11/2026, 09:15 - Sara: Shall we have coffee on Thursday at 5pm?
        23/11/2026, 09:16 - Zaid Ali: Ok, see you then

        """

    private let world: InboxWorld

    init() throws {
        world = try InboxWorld()
        try world.browser.get(Self.path)
    }

    private func upload(_ text: String, as name: String = "chat.txt") throws -> Answer {
        try world.browser.upload(Self.path, [:], file: Array(text.utf8), named: name)
    }

    @Test("a chat is asked about once, is read, and what was agreed is in the inbox")
    func agreed() throws {
        let asked = try upload(Self.chat)
        #expect(asked.status == 200)
        #expect(asked.shows("upload.who", world.test))
        #expect(asked.contains("name=\"own\" value=\"Zaid Ali\"") && asked.contains("name=\"own\" value=\"Sara\""))
        let data = String(try #require(asked.text.firstMatch(of: /name="data" value="([^"]+)"/)).1)
        let sent = try world.browser.post(Self.path, ["data": data, "own": "Zaid Ali"])
        let reading = try world.browser.get(#require(sent.location))
        #expect(reading.header("Refresh") == "3")
        #expect(reading.contains("Reading 2 messages with \u{2068}Sara\u{2069}."))
        try world.read()
        let read = try world.browser.get(#require(sent.location))
        #expect(read.header("Refresh") == nil)
        #expect(read.contains("What was found in it is below."))
        #expect(try world.ids().count == 1)
    }

    @Test("the name in the account answers the question")
    func named() throws {
        try world.browser.get("/settings/name")
        try world.browser.post("/settings", ["name": "Zaid Ali"])
        try world.browser.get(Self.path)
        #expect(try upload(Self.chat).location?.hasPrefix("/inbox?read=") == true)
    }

    @Test("a chat without a plan says so after it was read")
    func nothing() throws {
        let data = try #require(upload("""
            23/11/2026, 09:15 - Sara: Good morning
            23/11/2026, 09:16 - Zaid Ali: Good morning to you

            """).text.firstMatch(of: /name="data" value="([^"]+)"/)).1
        let sent = try world.browser.post(Self.path, ["data": String(data), "own": "Zaid Ali"])
        try world.read()
        let page = try world.browser.get(#require(sent.location))
        #expect(page.contains("Nothing in it was agreed for the days to come."))
    }

    @Test("a file whose dates allow both orders says which one was taken; a clear one says nothing")
    func dateOrder() throws {
        func read(_ chat: String) throws -> Answer {
            let data = try #require(upload(chat).text.firstMatch(of: /name="data" value="([^"]+)"/)).1
            let sent = try world.browser.post(Self.path, ["data": String(data), "own": "Zaid Ali"])
            try world.read()
            return try world.browser.get(#require(sent.location))
        }
        let open = Self.chat.replacing("23/11/2026", with: "10/11/2026")
        #expect(try read(open).shows("inbox.read.day-first", world.test))
        #expect(try !read(Self.chat).shows("inbox.read.day-first", world.test))
        try world.test.run("UPDATE customer SET time_zone = 'America/New_York'")
        #expect(try read(open.replacing("Sara", with: "Mona")).shows("inbox.read.month-first", world.test))
    }

    @Test("a chat that was switched off is not read from a file either, and the page says so")
    func switchedOff() throws {
        func send() throws -> Answer {
            let data = try #require(upload(Self.chat).text.firstMatch(of: /name="data" value="([^"]+)"/)).1
            return try world.browser.post(Self.path, ["data": String(data), "own": "Zaid Ali"])
        }
        _ = try send()
        try world.read()
        try world.test.run("UPDATE chat SET is_off = true")
        try world.browser.get(Self.path)
        let refused = try send()
        #expect(refused.status == 422)
        #expect(refused.shows("problem.chat.off", world.test))
    }

    @Test("each wrong file has a message of its own", arguments: [
        ("", "problem.chat.empty"), ("Hello, this is a letter.\n", "problem.chat.no-messages"),
        ("23/11/2026, 09:15 - Sara: Shall we meet?\n23/11/2026, 09:16 - Sara: Hello?\n", "problem.chat.one-sided"),
        (
            "23/11/2026, 09:15 - Sara: Hi\n23/11/2026, 09:16 - Ali: Hi\n23/11/2026, 09:17 - Omar: Hi\n",
            "problem.chat.group"
        ),
        ("PK\u{3}\u{4}this is no archive", "problem.chat.not-a-chat"),
    ])
    func wrong(text: String, key: String) throws {
        let page = try upload(text)
        #expect(page.status == 422)
        #expect(page.shows(key, world.test))
        #expect(page.contains("aria-invalid=\"true\""))
        #expect(try world.test.count("chat") == 0)
    }

    @Test("after twenty files in an hour the page says when the next one is read")
    func tooOften() throws {
        for _ in 0..<20 { _ = try upload("Hello, this is a letter.\n") }
        let page = try upload(Self.chat)
        #expect(page.status == 429)
        #expect(page.header("Retry-After").flatMap(Int.init).map { (1...3_600).contains($0) } == true)
        #expect(page.contains("You have uploaded many chats in this hour."))
        #expect(try world.test.count("chat") == 0)
    }

    @Test("a file that is too large is refused with its limit")
    func tooLarge() throws {
        let page = try upload(String(repeating: "x", count: AgreementHome.uploadBytes + 1))
        #expect(page.status == 422)
        #expect(page.contains("Up to 8 MB can be read"))
    }

    @Test("the progress of another customer's chat is not shown")
    func others() throws {
        let data = try #require(upload(Self.chat).text.firstMatch(of: /name="data" value="([^"]+)"/)).1
        let sent = try world.browser.post(Self.path, ["data": String(data), "own": "Zaid Ali"])
        let stranger = Browser(world.test)
        try stranger.signIn("sara@example.org")
        let page = try stranger.get(#require(sent.location))
        #expect(page.status == 200)
        #expect(!page.contains("Sara") && page.header("Refresh") == nil)
    }
}

import Postgres
import Runtime
import TestSupport
import Testing

@Suite("Pages while the key of chats does not open")
struct LockedChatsTests {
    @Test("pages with chats say that they are locked; the event and the other pages go on", arguments: [
        "UPDATE customer_key SET wrapped = set_byte(wrapped, 40, 255 - get_byte(wrapped, 40))",
        "UPDATE customer_key SET master_key = '11111111'",
    ])
    func locked(change: SQL) throws {
        let world = try InboxWorld()
        try world.chat("Shall we have coffee on Thursday at 5pm?", ">Ok, see you then")
        let inbox = try world.browser.get("/inbox").text
        let event = String(try #require(inbox.firstMatch(of: /href="(\/events\/[^"]+)\/edit"/)).1)
        #expect(try world.browser.get(event).shows("inbox.event.title", world.test))
        try world.test.run(change)
        for path in ["/inbox", "/settings/whatsapp"] {
            let page = try world.browser.get(path)
            #expect(page.status == 503)
            #expect(page.shows("error.sealed.message", world.test))
        }
        #expect(world.test.log.lines.contains { $0.contains("chats cannot be opened") })
        let shown = try world.browser.get(event)
        #expect(shown.status == 200)
        #expect(shown.contains("Coffee with Sara"))
        #expect(!shown.shows("inbox.event.title", world.test))
        for path in ["/settings", "/calendar/2026-11"] { #expect(try world.browser.get(path).status == 200) }
    }
}

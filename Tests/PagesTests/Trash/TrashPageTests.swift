@testable import Calendars
import HTTP
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("The trash on pages")
struct TrashPageTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }
    var test: TestApp { world.test }

    init() throws { world = try CalendarWorld() }

    private func delete(_ uid: String, by author: ChangeAuthor = .page) throws {
        let customer = try #require(try test.store.customer(browser.customer()))
        try test.app.calendars(of: customer, by: author).deleteObject(at: ObjectPlace("personal", "\(uid).ics"))
    }

    private func trash() throws -> [TrashItem] { try world.home.trash(limit: 100).items }

    @Test("an empty trash says what will be in it")
    func empty() throws {
        let page = try browser.get("/calendar/trash")
        #expect(page.status == 200)
        #expect(page.shows("trash.none", test))
        #expect(!page.contains("/calendar/trash/delete"))
        #expect(try browser.get("/calendars").contains("href=\"/calendar/trash\""))
    }

    @Test("each entry has its title, calendar and day, when it was deleted or changed, and by what")
    func list() throws {
        let device = try test.store.insert(NewDevicePassword(
            customerID: browser.customer(), label: "Zaid’s iPhone", digest: [UInt8](repeating: 1, count: 32),
            origin: .byHand, unusedMinutes: nil))
        for uid in ["a", "b", "c"] { try world.put(uid) }
        try delete("a")
        try delete("b", by: .device(device))
        try delete("c", by: .device(DevicePasswordID(device.number + 1)))
        let page = try browser.get("/calendar/trash")
        for text in [
            "Event a", "Event b", "Personal", "Monday 23 November 2026", "Deleted by you here",
            "Deleted by \u{2068}Zaid’s iPhone\u{2069}", "Deleted by a device that is no longer connected",
        ] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test("a deleted event comes back with a button, which can be undone")
    func restore() throws {
        try world.put("a")
        try delete("a")
        let id = try #require(try trash().first).id.text
        #expect(try browser.get("/calendar/trash").contains("name=\"id\" value=\"\(id)\""))
        let answer = try browser.post("/calendar/trash/restore", ["id": id])
        let location = try #require(answer.location)
        #expect(location.hasPrefix("/calendar/trash?done=restored&undo=added-"))
        #expect(try world.calendar().objectCount == 1)
        let page = try browser.get(location)
        #expect(page.shows("undo.restored", test) && page.contains("action=\"/calendar/undo\""))
        let token = String(try #require(location.split(separator: "=").last))
        let undone = try browser.post("/calendar/undo", ["undo": token, "next": "/calendar/trash"])
        #expect(undone.location == "/calendar/trash?done=undone")
        #expect(try world.calendar().objectCount == 0)
        #expect(try browser.get("/calendar/trash?done=undone").shows("undo.undone", test))
    }

    @Test("a second press says that it is back already")
    func restoreTwice() throws {
        try world.put("a")
        try delete("a")
        let id = try #require(try trash().first).id.text
        try browser.get("/calendar/trash")
        _ = try browser.post("/calendar/trash/restore", ["id": id])
        #expect(try browser.post("/calendar/trash/restore", ["id": id]).location == "/calendar/trash?done=gone")
        #expect(try browser.get("/calendar/trash?done=gone").shows("undo.gone", test))
    }

    @Test("a full calendar refuses with a sentence, and the entry stays")
    func refused() throws {
        let small = try CalendarWorld(["JADWAL_OBJECTS_PER_CALENDAR": "1"])
        try small.put("a")
        try small.home.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try small.put("b")
        let id = try #require(try small.home.trash(limit: 1).items.first).id.text
        try small.browser.get("/calendar/trash")
        let answer = try small.browser.post("/calendar/trash/restore", ["id": id])
        #expect(answer.status == 409)
        #expect(answer.contains("Its calendar is full."))
        #expect(answer.contains("Event a"))
    }

    @Test("one entry, and all that was seen, are deleted for good after a question")
    func deleteForGood() throws {
        for uid in ["a", "b", "c"] {
            try world.put(uid)
            try delete(uid)
        }
        let id = try #require(try trash().first).id.text
        let question = try browser.get("/calendar/trash/delete?id=\(id)")
        #expect(question.contains("Event c") && question.shows("trash.delete.lead", test))
        #expect(try browser.post("/calendar/trash/delete", ["id": id]).location == "/calendar/trash?done=purged")
        #expect(try trash().map(\.summary) == ["Event b", "Event a"])
        let all = try browser.get("/calendar/trash/delete")
        #expect(all.shows("trash.empty.lead", test))
        let newest = try #require(try trash().first).position.text
        #expect(all.contains("name=\"newest\" value=\"\(newest)\""))
        try world.put("d")
        try delete("d")
        let emptied = try browser.post("/calendar/trash/delete", ["newest": newest])
        #expect(emptied.location == "/calendar/trash?done=emptied")
        #expect(try trash().map(\.summary) == ["Event d"], "what came after the question stays")
    }

    @Test("fifty entries are a page; the rest follows")
    func pages() throws {
        for number in 0..<51 {
            try world.put("\(number)")
            try delete("\(number)")
        }
        let first = try browser.get("/calendar/trash")
        #expect(first.text.matches(of: /\/calendar\/trash\/restore/).count == 50)
        let after = try #require(first.text.firstMatch(of: /href="\/calendar\/trash\?after=([0-9-]+)/)?.1)
        let second = try browser.get("/calendar/trash?after=\(after)")
        #expect(second.text.matches(of: /\/calendar\/trash\/restore/).count == 1)
        #expect(second.contains("Event 0"))
        #expect(!second.contains("href=\"/calendar/trash?after="))
    }

    @Test("a title is text, however long, and may be missing")
    func titles() throws {
        for (uid, title) in [("a", "<b>x</b>"), ("b", String(repeating: "x", count: 300)), ("c", "")] {
            let text = CalendarWorld.event(uid).replacing("Event \(uid)", with: title)
            _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "\(uid).ics"))
            try delete(uid)
        }
        let page = try browser.get("/calendar/trash")
        #expect(page.contains("&lt;b&gt;") && !page.contains("<b>x"))
        #expect(page.contains(String(repeating: "x", count: 200) + "…"))
        #expect(page.shows("trash.untitled", test))
    }

    @Test("somebody else's trash is not found, and nobody deletes from it")
    func others() throws {
        try world.put("a")
        try delete("a")
        let item = try #require(try trash().first)
        let sara = Browser(test)
        try sara.signIn("sara@example.org")
        #expect(try !sara.get("/calendar/trash").contains("Event a"))
        #expect(try sara.get("/calendar/trash/delete?id=\(item.id.text)").location == "/calendar/trash?done=gone")
        try sara.get("/calendars")
        let restored = try sara.post("/calendar/trash/restore", ["id": item.id.text])
        #expect(restored.location == "/calendar/trash?done=gone")
        _ = try sara.post("/calendar/trash/delete", ["id": item.id.text])
        _ = try sara.post("/calendar/trash/delete", ["newest": item.position.text])
        #expect(try trash().count == 1)
    }

    @Test("the copy of the account's data has the trash")
    func export() throws {
        try world.put("a")
        try delete("a")
        try browser.get("/settings")
        let files = Dictionary(uniqueKeysWithValues: try unzipped(browser.post("/settings/export").bytes).map {
            (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.bytes, as: UTF8.self))
        })
        #expect(files["jadwal/trash.ics"] == CalendarWorld.event("a"))
        #expect(files["jadwal/trash.json"]?.contains("\"title\" : \"Event a\"") == true)
        #expect(files["jadwal/trash.json"]?.contains("\"change\" : \"deleted\"") == true)
    }

    @Test("in Arabic, everything is Arabic")
    func arabic() throws {
        _ = try browser.post("/settings/language", ["language": "ar", "next": "/calendars"])
        try world.put("a")
        try delete("a")
        let page = try browser.get("/calendar/trash")
        #expect(page.contains("حذفته أنت من هنا"))
        #expect(page.shows("trash.title", test, .arabic))
    }
}

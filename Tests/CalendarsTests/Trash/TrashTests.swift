import Calendars
import DAV
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The trash")
struct TrashTests {
    let world: TrashWorld

    init() throws { world = try TrashWorld() }

    @Test("what a phone deletes comes back, octet by octet, at its address, and phones hear of it")
    func deleted() throws {
        try world.put("a", "Dinner")
        let before = try world.text("a.ics")
        let token = try #require(try world.page.calendar("personal")).syncToken.text
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        #expect(try world.text("a.ics") == nil)
        let item = try #require(try world.trash().first)
        #expect(item.summary == "Dinner" && item.change == .deleted && item.author == .device(DevicePasswordID(1)))
        let restored = try #require(try world.page.restoreFromTrash(item.id))
        #expect(restored.segment == "a.ics" && restored.calendar.segment == "personal")
        #expect(try world.text("a.ics") == before)
        #expect(try world.trash().isEmpty)
        let changes = try #require(
            try world.page.changes(of: "personal", since: token, limit: nil, withOctets: false))
        #expect(changes.changes.map(\.segment) == ["a.ics"] && changes.changes[0].member != nil)
        let calendar = try #require(try world.page.calendar("personal"))
        #expect(calendar.objectCount == 1 && calendar.octetCount == before?.utf8.count)
    }

    @Test("what a phone overwrites comes back, and the present version goes to the trash")
    func overwritten() throws {
        try world.put("a", "Old", by: world.page)
        try world.put("a", "New")
        #expect(try world.titles() == ["Old"])
        #expect(try world.trash().first?.change == .overwritten)
        _ = try world.restore("Old")
        #expect(try world.title("a.ics") == "Old")
        #expect(try world.titles() == ["New"])
        #expect(try world.trash().first?.author == .page)
        _ = try world.restore("New")
        #expect(try world.title("a.ics") == "New")
    }

    @Test("the same text again leaves nothing in the trash; nor does a new object")
    func unchanged() throws {
        #expect(try world.put("a", "Dinner") != nil)
        #expect(try world.put("a", "Dinner") == nil)
        #expect(try world.trash().isEmpty)
    }

    @Test("a UID in the trash keeps no new object out, wherever it is put")
    func uidIsFree() throws {
        try world.put("a", "First")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try world.put("a", "Second", at: "other.ics")
        try world.phone.deleteObject(at: ObjectPlace("personal", "other.ics"))
        try world.put("a", "Third")
        #expect(try world.title("a.ics") == "Third")
        #expect(try world.titles() == ["Second", "First"])
    }

    @Test("an object whose UID is at another address now replaces that one")
    func uidElsewhere() throws {
        try world.put("a", "First")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try world.put("a", "Second", at: "other.ics")
        #expect(try world.restore("First")?.segment == "other.ics")
        #expect(try world.title("other.ics") == "First")
        #expect(try world.title("a.ics") == nil)
        #expect(try world.titles() == ["Second"])
    }

    @Test("an address that another object has stays that object's")
    func addressTaken() throws {
        try world.put("a", "First", at: "x.ics")
        try world.phone.deleteObject(at: ObjectPlace("personal", "x.ics"))
        try world.put("b", "Stranger", at: "x.ics")
        let restored = try #require(try world.restore("First"))
        #expect(restored.segment != "x.ics")
        #expect(try world.title(restored.segment) == "First")
        #expect(try world.title("x.ics") == "Stranger")
    }

    @Test("both addresses taken: the object with the UID is the one that is replaced")
    func bothTaken() throws {
        try world.put("a", "First", at: "x.ics")
        try world.phone.deleteObject(at: ObjectPlace("personal", "x.ics"))
        try world.put("b", "Stranger", at: "x.ics")
        try world.put("a", "Second", at: "y.ics")
        #expect(try world.restore("First")?.segment == "y.ics")
        #expect(try world.title("x.ics") == "Stranger")
    }

    @Test("what was in a deleted calendar comes back in the default one; a task in one for tasks")
    func calendarGone() throws {
        try world.page.make(CalendarValues(), at: "work")
        try world.put("a", "Meeting", in: "work")
        _ = try world.phone.put(TrashWorld.event("t", "Task", "VTODO"), at: ObjectPlace("work", "t.ics"))
        for name in ["a.ics", "t.ics"] { try world.phone.deleteObject(at: ObjectPlace("work", name)) }
        try world.page.delete("work")
        #expect(try world.restore("Meeting")?.calendar.segment == "personal")
        #expect(try world.restore("Task")?.calendar.segment == "tasks")
        #expect(try world.title("a.ics") == "Meeting")
    }

    @Test("a calendar that no longer takes the kind refuses, and the trash keeps it")
    func kindRefused() throws {
        try world.put("a", "Dinner")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try world.test.run("UPDATE calendar_collection SET components = '{VTODO}'")
        #expect(throws: CalendarRefusal.self) { try world.restore("Dinner") }
        #expect(try world.titles() == ["Dinner"])
    }

    @Test("a full calendar refuses, and the trash keeps it")
    func full() throws {
        let small = try TrashWorld(["JADWAL_OBJECTS_PER_CALENDAR": "1"])
        try small.put("a", "First")
        try small.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try small.put("b", "Second")
        #expect(throws: CalendarRefusal.self) { try small.restore("First") }
        #expect(try small.titles() == ["First"])
    }

    @Test("what an import replaces is in the trash, each with a number of its own")
    func imported() throws {
        for uid in ["a", "b", "c"] { try world.put(uid, "Old \(uid)") }
        let file = ["a", "b", "d"].flatMap { TrashWorld.event($0, "New \($0)") }
        let report = try world.page.store(world.page.read(file: file), in: "personal")
        #expect(report.replaced == 2 && report.stored == 1)
        #expect(Set(try world.titles()) == ["Old a", "Old b"])
        _ = try world.restore("Old a")
        #expect(try world.title("a.ics") == "Old a")
        #expect(try world.title("b.ics") == "New b")
    }

    @Test("a move leaves nothing in the trash but what it replaces")
    func moved() throws {
        try world.page.make(CalendarValues(), at: "work")
        try world.put("a", "Mine")
        _ = try world.phone.move(
            from: ObjectPlace("personal", "a.ics"), to: ObjectPlace("work", "a.ics"), isMove: true)
        #expect(try world.trash().isEmpty)
        try world.put("a", "Another")
        _ = try world.phone.move(
            from: ObjectPlace("personal", "a.ics"), to: ObjectPlace("work", "a.ics"), isMove: true)
        #expect(try world.titles() == ["Mine"])
        #expect(try world.title("a.ics", in: "work") == "Another")
    }

    @Test("nobody sees, restores or deletes what is in somebody else's trash")
    func others() throws {
        let sara = try TrashWorld(world.test, email: "sara@example.org")
        try world.put("a", "Mine")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        let item = try #require(try world.trash().first)
        #expect(try sara.trash().isEmpty)
        #expect(try sara.page.restoreFromTrash(item.id) == nil)
        #expect(try !sara.page.deleteFromTrash(item.id))
        try sara.page.emptyTrash(upTo: item.position)
        #expect(try world.titles() == ["Mine"])
    }

    @Test("the list goes on after its last item, without gaps, also while something is restored")
    func pages() throws {
        for number in 0..<5 {
            try world.put("\(number)", "\(number)")
            try world.phone.deleteObject(at: ObjectPlace("personal", "\(number).ics"))
        }
        let first = try world.page.trash(limit: 2)
        #expect(first.items.map(\.summary) == ["4", "3"])
        _ = try world.restore("3")
        let next = try world.page.trash(after: first.next, limit: 2)
        #expect(next.items.map(\.summary) == ["2", "1"])
        let last = try world.page.trash(after: next.next, limit: 2)
        #expect(last.items.map(\.summary) == ["0"] && last.next == nil)
    }

    @Test("deleting all deletes what the customer saw, not what came since")
    func empty() throws {
        for name in ["a", "b", "c"] { try world.put(name, name) }
        for name in ["a", "b"] { try world.phone.deleteObject(at: ObjectPlace("personal", "\(name).ics")) }
        let seen = try #require(try world.trash().first)
        try world.phone.deleteObject(at: ObjectPlace("personal", "c.ics"))
        #expect(try world.page.emptyTrash(upTo: seen.position) == 2)
        #expect(try world.titles() == ["c"])
        #expect(try world.page.deleteFromTrash(world.trash()[0].id))
        #expect(try world.trash().isEmpty)
    }

    @Test("after 30 days nothing is listed or restored, also before the purge")
    func age() throws {
        try world.put("a", "Dinner")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        let id = try #require(try world.trash().first).id
        try world.wait(seconds: trashDays * 86_400 + 1)
        #expect(try world.trash().isEmpty)
        #expect(try world.page.restoreFromTrash(id) == nil)
    }

    @Test("the trash does not count against the room of calendars")
    func apart() throws {
        try world.put("a", "Dinner")
        try world.phone.deleteObject(at: ObjectPlace("personal", "a.ics"))
        #expect(try world.page.list().usedOctets == 0)
    }

    @Test("the copy of the trash has every text, as it was")
    func export() throws {
        for number in 0..<30 { try world.put("a", "Version \(number)") }
        var octets: [UInt8] = []
        try world.page.exportTrash { octets += $0 }
        let text = String(decoding: octets, as: UTF8.self)
        #expect(text.components(separatedBy: "BEGIN:VCALENDAR").count - 1 == (try world.trash().count))
        #expect(text.contains("SUMMARY:Version 28\r\n"))
    }
}

extension String {
    fileprivate func components(separatedBy text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: false)
    }
}

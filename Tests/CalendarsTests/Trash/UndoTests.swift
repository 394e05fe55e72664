import Calendars
import DAV
import Postgres
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("Undo")
struct UndoTests {
    let world: TrashWorld

    init() throws { world = try TrashWorld() }

    /// Sends a token through an address and takes its change back.
    @discardableResult
    private func undo(_ token: UndoToken?) throws -> (calendar: CalendarID, segment: String)? {
        let text = try #require(token?.text)
        return try world.page.undo(#require(UndoToken(text: text)))
    }

    @Test("a new event goes, and is in the trash")
    func added() throws {
        let token = try world.put("a", "Dinner", by: world.page)
        #expect(try undo(token) == nil)
        #expect(try world.title("a.ics") == nil)
        #expect(try world.titles() == ["Dinner"])
    }

    @Test("an edited event is as before, octet by octet; what was typed is in the trash")
    func edited() throws {
        try world.put("a", "Old")
        let before = try world.text("a.ics")
        let token = try world.put("a", "New", by: world.page)
        #expect(try undo(token)?.segment == "a.ics")
        #expect(try world.text("a.ics") == before)
        #expect(try world.titles() == ["New"])
    }

    @Test("a deleted event is back with the moment of its making")
    func deleted() throws {
        try world.put("a", "Dinner")
        try world.wait(seconds: 1_000)
        let before = try #require(try world.page.object(at: ObjectPlace("personal", "a.ics")))
        let token = try world.page.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try undo(token)
        let after = try #require(try world.page.object(at: ObjectPlace("personal", "a.ics")))
        #expect(after.octets == before.octets && after.member.createdAt == before.member.createdAt)
        #expect(try world.trash().isEmpty)
    }

    @Test("a moved event is back in its calendar, at its address")
    func moved() throws {
        try world.page.make(CalendarValues(), at: "work")
        try world.put("a", "Dinner")
        let moved = try world.page.move(
            from: ObjectPlace("personal", "a.ics"), to: ObjectPlace("work", "b.ics"), isMove: true)
        let calendar = try #require(try world.page.calendar("personal"))
        let back = try #require(try undo(moved.undo))
        #expect(back.calendar == calendar.id && back.segment == "a.ics")
        #expect(try world.title("a.ics") == "Dinner")
        #expect(try world.title("b.ics", in: "work") == nil)
        #expect(try world.trash().isEmpty)
    }

    @Test("a series that an edit divided is one again, octet by octet")
    func divided() throws {
        let place = ObjectPlace("personal", "a.ics")
        let series = String(decoding: TrashWorld.event("a", "Lesson"), as: UTF8.self)
            .replacing("SUMMARY", with: "RRULE:FREQ=WEEKLY\r\nSUMMARY")
        _ = try world.phone.put(Array(series.utf8), at: place)
        let home = world.page
        let third = try #require(try home.event(at: place, "20260119T100000Z"))
        var draft = third.draft
        draft.title = "Another lesson"
        _ = try home.edit(place, at: "20260119T100000Z", .following, draft, ifTag: third.tag)
        #expect(try home.members(of: "personal")?.members.count == 2)
        try undo(home.made.undo)
        #expect(try world.text("a.ics") == series)
        #expect(try home.members(of: "personal")?.members.count == 1)
    }

    @Test("a restored version can be undone as well")
    func restored() throws {
        try world.put("a", "Old")
        try world.put("a", "New")
        let restored = try #require(try world.restore("Old"))
        try undo(restored.undo)
        #expect(try world.title("a.ics") == "New")
        try world.page.deleteObject(at: ObjectPlace("personal", "a.ics"))
        let back = try #require(try world.restore("New"))
        try undo(back.undo)
        #expect(try world.title("a.ics") == nil)
    }

    @Test("twice is once: the second undo says that there is nothing to undo")
    func twice() throws {
        try world.put("a", "Old")
        let token = try world.put("a", "New", by: world.page)
        try undo(token)
        #expect(throws: UndoRefusal.overtaken) { try undo(token) }
        #expect(try world.title("a.ics") == "Old")
        let removal = try world.page.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try undo(removal)
        #expect(throws: UndoRefusal.overtaken) { try undo(removal) }
        #expect(try world.title("a.ics") == "Old")
    }

    @Test("what a phone changed since stays so")
    func overtaken() throws {
        let added = try world.put("a", "Mine", by: world.page)
        try world.put("a", "Phone's")
        #expect(throws: UndoRefusal.overtaken) { try undo(added) }
        let edited = try world.put("a", "Mine again", by: world.page)
        try world.put("a", "Phone's again")
        #expect(throws: UndoRefusal.overtaken) { try undo(edited) }
        #expect(try world.title("a.ics") == "Phone's again")
        let removal = try world.page.deleteObject(at: ObjectPlace("personal", "a.ics"))
        try world.put("a", "New one", at: "b.ics")
        #expect(throws: UndoRefusal.overtaken) { try undo(removal) }
        #expect(try world.title("b.ics") == "New one")
        #expect(try world.title("a.ics") == nil)
    }

    @Test("a moved event stays if a phone changed it, or if its old address is taken")
    func overtakenMove() throws {
        try world.page.make(CalendarValues(), at: "work")
        for change in 0..<2 {
            try world.put("m\(change)", "Dinner")
            let name = "m\(change).ics"
            let moved = try world.page.move(
                from: ObjectPlace("personal", name), to: ObjectPlace("work", name), isMove: true)
            if change == 0 {
                try world.put("m0", "Lunch", in: "work")
            } else {
                try world.put("other", "Stranger", at: name)
            }
            #expect(throws: UndoRefusal.overtaken) { try undo(moved.undo) }
            #expect(try world.title(name, in: "work") != nil)
        }
    }

    @Test("after five minutes it is too late, and the trash still has it")
    func late() throws {
        try world.put("a", "Old")
        let edited = try world.put("a", "New", by: world.page)
        let added = try world.put("b", "Another", by: world.page)
        try world.page.make(CalendarValues(), at: "work")
        try world.put("c", "Third")
        let moved = try world.page.move(
            from: ObjectPlace("personal", "c.ics"), to: ObjectPlace("work", "c.ics"), isMove: true).undo
        try world.wait(seconds: UndoToken.seconds + 2)
        for token in [edited, added, moved] {
            #expect(throws: UndoRefusal.tooLate) { try undo(token) }
        }
        #expect(try world.titles() == ["Old"])
    }

    @Test("a deleted calendar, and tokens of somebody else, change nothing")
    func notThere() throws {
        let sara = try TrashWorld(world.test, email: "sara@example.org")
        let token = try world.put("a", "Dinner", by: world.page)
        #expect(throws: UndoRefusal.overtaken) { try sara.page.undo(#require(token)) }
        try world.page.make(CalendarValues(), at: "work")
        let inWork = try world.put("b", "Lunch", by: world.page, in: "work")
        try world.page.delete("work")
        #expect(throws: UndoRefusal.overtaken) { try undo(inWork) }
        #expect(try world.title("a.ics") == "Dinner")
    }

    @Test("a text that is not a token is refused", arguments: [
        "", "edited", "edited-1-2", "edited-1-2-3-4", "moved-1-2-3", "gone-1-2-3", "edited-x-2-3", "edited-1-2-",
        "edited-99999999999999-2-3", "edited--1-2-3", "EDITED-1-2-3", "edited-1-2-9223372036854775808",
    ])
    func noToken(text: String) {
        #expect(UndoToken(text: text) == nil)
    }

    @Test("an undo beside a phone's change: one of them is the last, and no version is lost")
    func beside() throws {
        let shared = try TestApp.shared([:], world.test.log), settings = world.test.database.settings
        let customer = world.customer
        for round in 0..<25 {
            try world.test.run("DELETE FROM calendar_trash")
            try world.put("a", "Old \(round)")
            try world.test.run("DELETE FROM calendar_trash")
            let token = try #require(try world.put("a", "Edited \(round)", by: world.page))
            let number = Mutex(0)
            let undone = try inParallel(count: 2) { () throws -> Bool? in
                let mine = number.withLock { value in
                    defer { value += 1 }
                    return value
                }
                let app = App(
                    shared, Database(Store(connection: try Connection(settings)), settings), mail: CapturedMail())
                if mine == 0 {
                    do {
                        _ = try app.calendars(of: customer).undo(token)
                        return true
                    } catch UndoRefusal.overtaken {
                        return false
                    }
                }
                _ = try app.calendars(of: customer, by: .device(DevicePasswordID(1)))
                    .put(TrashWorld.event("a", "Phone \(round)"), at: ObjectPlace("personal", "a.ics"))
                return nil
            }.compactMap(\.self)
            #expect(try world.title("a.ics") == "Phone \(round)")
            // The undo came first and its version was overwritten, or it came last and changed nothing.
            #expect(Set(try world.titles()) == ["Old \(round)", "Edited \(round)"], "\(undone)")
        }
    }
}

import Calendars
import Storage
import TestSupport
import Testing

@Suite("Undo of an import")
struct UndoImportTests {
    let world: TrashWorld

    init() throws { world = try TrashWorld() }

    /// Imports events with these UIDs, named `New` and the UID, and returns the ways back.
    private func imported(_ uids: String...) throws -> [UndoToken] {
        let file = uids.flatMap { TrashWorld.event($0, "New \($0)") }
        let report = try world.page.store(world.page.read(file: file), in: "personal")
        let calendar = try #require(try world.page.calendar("personal"))
        return world.page.undoTokens(of: report, in: calendar)
    }

    /// Takes an import back by the texts of its ways back.
    private func undo(_ tokens: [UndoToken]) throws -> UndoneImport {
        var result = UndoneImport()
        for token in tokens { result += try world.page.undoImport(#require(UndoToken(text: token.text))) }
        return result
    }

    private func result(undone: Int, stayed: Int) -> UndoneImport {
        var result = UndoneImport()
        (result.undone, result.stayed) = (undone, stayed)
        return result
    }

    @Test("what was new goes, what was replaced is as before; a second press finds nothing")
    func whole() throws {
        try world.put("a", "Old a")
        let before = try world.text("a.ics")
        let tokens = try imported("a", "b", "c")
        #expect(try undo(tokens) == result(undone: 3, stayed: 0))
        #expect(try world.text("a.ics") == before)
        #expect(try world.page.calendar("personal")?.objectCount == 1)
        #expect(try undo(tokens) == result(undone: 0, stayed: 0))
        #expect(try world.text("a.ics") == before)
    }

    @Test("what was replaced stays if the trash was emptied meanwhile, and is counted")
    func emptiedTrash() throws {
        for uid in ["a", "b"] { try world.put(uid, "Old \(uid)") }
        let tokens = try imported("a", "b", "c")
        let item = try #require(try world.trash().first)
        #expect(try world.page.emptyTrash(upTo: item.position) == 2)
        #expect(try undo(tokens) == result(undone: 1, stayed: 2))
        #expect(try world.title("a.ics") == "New a")
        #expect(try world.title("b.ics") == "New b")
        #expect(try world.page.calendar("personal")?.objectCount == 2)
    }

    @Test("what changed since stays")
    func changedSince() throws {
        try world.put("a", "Old a")
        let tokens = try imported("a", "b")
        try world.put("a", "Mine")
        #expect(try undo(tokens) == result(undone: 1, stayed: 0))
        #expect(try world.title("a.ics") == "Mine")
    }

    @Test("after a day nothing is taken back")
    func late() throws {
        try world.put("a", "Old a")
        let tokens = try imported("a", "b")
        try world.wait(seconds: UndoToken.importSeconds + 1)
        #expect(try undo(tokens) == result(undone: 0, stayed: 0))
        #expect(try world.title("a.ics") == "New a")
        #expect(try world.page.calendar("personal")?.objectCount == 2)
    }

    @Test("a calendar that was made for the import goes whole, and comes back whole")
    func madeCalendar() throws {
        let (made, tokens) = try importedNew("a", "b")
        #expect(try undo(tokens) == result(undone: 2, stayed: 0))
        #expect(try world.page.calendar(made.segment) == nil)
        #expect(try world.page.restore(made.id))
        #expect(try world.page.calendars().first { $0.id == made.id }?.objectCount == 2)
    }

    @Test("a calendar that was made for the import stays with what else is in it, and goes once it is empty")
    func madeCalendarWithMore() throws {
        let (made, tokens) = try importedNew("a", "b")
        try world.put("c", "Mine", in: made.segment)
        #expect(try undo(tokens) == result(undone: 2, stayed: 0))
        #expect(try world.title("c.ics", in: made.segment) == "Mine")
        let (other, others) = try importedNew("d", "e")
        try world.put("f", "Mine", in: other.segment)
        try world.page.deleteObject(at: ObjectPlace(other.segment, "f.ics"))
        #expect(try undo(others) == result(undone: 2, stayed: 0))
        #expect(try world.page.calendar(other.segment) == nil)
        #expect(try world.page.calendar(made.segment)?.objectCount == 1)
    }

    /// Imports events into a calendar that is made for them.
    private func importedNew(_ uids: String...) throws -> (calendar: CalendarRow, tokens: [UndoToken]) {
        let file = world.page.read(file: uids.flatMap { TrashWorld.event($0, "New \($0)") })
        let made = try #require(try world.page.storeInNewCalendar(file, name: "Trip", otherName: ""))
        return (made.calendar, world.page.undoTokens(of: made.report, in: made.calendar, madeCalendar: true))
    }
}

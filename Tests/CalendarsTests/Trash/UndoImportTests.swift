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
}

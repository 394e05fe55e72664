@testable import Calendars
import CivilTime
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

/// Looks at the same days again and again. The entries of unchanged calendars come from memory.
@Suite("entries in memory")
struct KeptEntryTests {
    let world: TrashWorld

    init() throws {
        world = try TrashWorld()
        try world.put("a", "Lunch")
        #expect(try titles() == ["Lunch"])
    }

    /// The titles on the day of the events of `TrashWorld`, in order.
    private func titles(of home: CalendarHome? = nil) throws -> [String] {
        let day = try #require(LocalDate(iso8601: "2026-01-05"))
        return try (home ?? world.page).view(day...day).entries.map(\.title)
    }

    @Test("a second look reads no objects")
    func secondLook() throws {
        // Behind the back of the counters, which no part of Jadwal does.
        try world.test.run("DELETE FROM calendar_object")
        #expect(try titles() == ["Lunch"])
        try world.put("b", "Walk")
        #expect(try titles() == ["Walk"])
    }

    @Test("another customer's view of the same days is another one")
    func otherCustomer() throws {
        let other = try TrashWorld(world.test, email: "sara@example.org")
        #expect(try titles(of: other.page) == [])
    }

    @Test("every change shows at once")
    func changes() throws {
        let place = ObjectPlace("personal", "a.ics")
        try world.put("b", "Walk", by: world.page)
        #expect(try titles().sorted() == ["Lunch", "Walk"])
        try world.put("a", "Late lunch")
        #expect(try titles().sorted() == ["Late lunch", "Walk"])
        let undo = try world.page.deleteObject(at: place)
        #expect(try titles() == ["Walk"])
        _ = try world.page.undo(undo)
        #expect(try titles().sorted() == ["Late lunch", "Walk"])
        try world.page.change("personal") { $0.isVisible = false; return [] }
        #expect(try titles() == [])
        try world.page.change("personal") { $0.isVisible = true; return [] }
        #expect(try titles().count == 2)
    }

    @Test("a calendar's new colour shows at once")
    func color() throws {
        let day = try #require(LocalDate(iso8601: "2026-01-05"))
        try world.page.change("personal") { $0.color = "#903110"; return [] }
        let before = try world.page.view(day...day).entries.map(\.color.color)
        try world.page.change("personal") { $0.color = "#2552AA"; return [] }
        let after = try world.page.view(day...day).entries.map(\.color.color)
        #expect(before == ["#903110"] && after == ["#2552AA"])
    }
}

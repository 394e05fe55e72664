import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@testable import Calendars

/// The statements are counted by the database: each page runs prepared ones on the app's connection.
@Suite("Statements of the calendar's pages")
struct StatementTests {
    let timeline: TimelineWorld
    var world: CalendarWorld { timeline.world }
    var browser: Browser { world.browser }

    /// The most statements of a page.
    private static let most = 8
    /// The form of a to-do offers tasks that come before it, and places.
    private static func most(_ address: String) -> Int { address.contains("/t1.ics") ? most + 2 : most }

    init() throws { timeline = try TimelineWorld(hasPrayers: true) }

    /// Returns the number of statements of a page, after the first one that its thread answers.
    private func statements(_ address: String) throws -> Int {
        try browser.get(address)
        let before = try counted()
        let page = try browser.get(address)
        #expect(page.status == 200, "\(address) \(page)")
        return try counted() - before
    }

    private func counted() throws -> Int {
        try world.test.app.store.connection.value("""
            SELECT coalesce(sum(generic_plans + custom_plans), 0)::bigint FROM pg_prepared_statements
             WHERE statement NOT LIKE '%pg_prepared_statements%'
            """) ?? 0
    }

    /// Stores simple events, series and to-dos in November 2026, one of each for every number.
    private func fill(_ numbers: Range<Int>) throws {
        for number in numbers {
            let day = 10 + number % 18
            try world.store("e\(number)", "DTSTART;TZID=Asia/Riyadh:202611\(day)T100000", title: "Walk \(number)")
            try world.store(
                "s\(number)", "DTSTART;TZID=Asia/Riyadh:202601\(day)T110000", "RRULE:FREQ=WEEKLY",
                "ATTENDEE;CN=Sara:mailto:sara@example.org", title: "Walk weekly \(number)")
            let text = CalendarWorld.event("t\(number)").replacing("VEVENT", with: "VTODO")
                .replacing("DTSTART", with: "DUE")
            _ = try world.home.put(Array(text.utf8), at: ObjectPlace("tasks", "t\(number).ics"))
        }
    }

    /// The pages of the calendar; those of an event and a to-do are of the first ones.
    private func addresses() throws -> [String] {
        let calendar = try world.calendar().id
        let event = "/events/\(calendar)/e1.ics", series = "/events/\(calendar)/s1.ics"
        let toDo = "/tasks/\(try world.calendar("tasks").id)/t1.ics"
        return [
            "/calendar/2026-11", "/calendar/week/2026-11-23", "/calendar/day/2026-11-23",
            "/calendar/list/2026-11-23", "/today", "/calendar/search?q=walk", "/calendar/search?q=walk&page=2",
            "/day/2026-11-23/map",
            "/calendar/search", event, series,
            "\(event)/edit", "\(series)/edit?on=20261122T110000", "\(event)/delete", "/events/new",
            "/events/new?day=2026-11-23&at=10:00", "/tasks", "/tasks/new", toDo, "/calendar/trash", "/calendars",
            "/calendars/\(calendar)",
        ]
    }

    @Test("a page runs at most eight, and not one more for each event")
    func bound() throws {
        try fill(0..<3)
        for number in 0..<2 { try world.home.deleteObject(at: ObjectPlace("personal", "e\(number * 2).ics")) }
        let few = try addresses().map { ($0, try statements($0)) }
        for (address, count) in few { #expect(count <= Self.most(address), "\(address): \(count)") }
        try fill(3..<60)
        for number in 3..<33 { try world.home.deleteObject(at: ObjectPlace("personal", "e\(number).ics")) }
        for (address, before) in few {
            let count = try statements(address)
            let most = min(Self.most(address), before + 1)
            #expect(count <= most, "\(address): \(count), with few events \(before)")
        }
    }

    @Test("texts that are larger than an answer need two more, and a page says if it does not read all of them")
    func large() throws {
        try fill(0..<20)
        // As if each text had a megabyte.
        func grow(_ octets: Int) throws {
            try world.test.run("UPDATE calendar_object SET octet_count = \(octets) WHERE is_all_day IS NULL")
            try world.test.run("""
                UPDATE calendar_collection c SET counter = counter + 1, octet_count = (
                    SELECT coalesce(sum(o.octet_count), 0) FROM calendar_object o
                     WHERE o.customer_id = c.customer_id AND o.collection_id = c.id)
                """)
        }
        let views = ["/calendar/2026-11", "/calendar/week/2026-11-23", "/calendar/list/2026-11-23", "/today"]
        let whole = try views.map { try browser.get($0).text.matches(of: />Walk weekly/).count }
        try grow(1 << 20)
        for (address, count) in zip(views, whole) {
            #expect(try statements(address) <= Self.most, "\(address)")
            let page = try browser.get(address)
            #expect(page.text.matches(of: />Walk weekly/).count == count, "\(address)")
            #expect(!page.shows("view.partial", world.test), "\(address)")
        }
        #expect(try statements("/calendar/search?q=walk") <= Self.most + 1, "the marks of clashes")
        #expect(!(try browser.get("/calendar/search?q=walk").shows("search.short", world.test)))
        #expect(try statements("/tasks") <= Self.most)
        try grow(4 << 20)
        for address in views {
            #expect(try statements(address) <= Self.most, "\(address)")
            #expect(try browser.get(address).shows("view.partial", world.test), "\(address)")
        }
        #expect(try statements("/calendar/search?q=walk") <= Self.most + 1, "the marks of clashes")
        #expect(try browser.get("/calendar/search?q=walk").shows("search.short", world.test))
    }

    @Test("the state that a view compares is the one that the script gets")
    func state() throws {
        let page = try browser.get("/calendar/2026-11")
        let state = try #require(page.text.firstMatch(of: /\/calendar\/changes\?state=([A-Za-z0-9_-]+)"/)?.1)
        #expect(try browser.get("/calendar/changes?state=\(state)").status == 304)
        try fill(0..<1)
        #expect(try browser.get("/calendar/changes?state=\(state)").status == 204)
    }
}

@testable import Calendars
import CivilTime
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of calendars of others")
struct SubscriptionPagesTests {
    let world: CalendarWorld
    var test: TestApp { world.test }
    var browser: Browser { world.browser }

    init() throws { world = try CalendarWorld() }

    /// Subscribes on the page, and returns the calendar.
    private func subscribe(_ address: String = "webcal://school.example/a.ics",
        name: String = "School") throws -> CalendarRow {
        try browser.get("/calendars/subscribe")
        let answer = try browser.post("/calendars/subscribe", ["address": address, "name": name])
        #expect(answer.location?.hasPrefix("/calendars?done=subscribed") == true, "\(answer)")
        return try #require(try world.home.calendars().first { $0.displayName == name })
    }

    @Test("a subscribed calendar is listed under the others, with its host and its state")
    func list() throws {
        let calendar = try subscribe()
        let page = try browser.get("/calendars?done=subscribed")
        #expect(page.shows("outside.done.subscribed", test))
        for text in ["School", "school.example", "fetching for the first time", "can be read only"] {
            #expect(page.contains(text))
        }
        #expect(page.contains("/calendars/\(calendar.id)/leave"))
        #expect(!page.contains("/a.ics"))
    }

    @Test("states are said in words", arguments: [
        ("good_at = now(), failures = 0", "up to date"),
        ("failures = 2, failing_since = now(), problem = 'server', good_at = now()", "not reachable since"),
        ("failures = 3, failing_since = now(), problem = 'forbidden', good_at = now()", "another password"),
        ("failures = 1, failing_since = now(), problem = 'web-page'", "a web page, not a calendar"),
        ("failures = 1, failing_since = now(), problem = 'gone'", "gone there"),
        ("failures = 1, failing_since = now(), problem = 'locked'", "bring its key back"),
        ("failures = 1, failing_since = now(), problem = 'busy'", "asked too often"),
        ("held_digest = sha256('x'), held_since = now(), held_count = 3, entry_count = 244",
         "241 of 244 entries vanished"),
    ] as [(SQL, String)])
    func states(values: SQL, words: String) throws {
        _ = try subscribe()
        try test.run("UPDATE subscription SET applied_digest = sha256('y')")
        try test.run("UPDATE outside_source SET \(values)")
        #expect(try browser.get("/calendars").contains(words))
    }

    @Test("a state that is older than a day is said in the month, too")
    func stale() throws {
        _ = try subscribe()
        try test.run("UPDATE subscription SET applied_digest = sha256('y')")
        let old = test.app.now() + .seconds(-3 * 86_400)
        try test.run("""
            UPDATE outside_source SET good_at = \(old), failures = 1, failing_since = now(), problem = 'server'
            """)
        #expect(try browser.get("/calendar/2026-11").contains("as of Friday"))
    }

    @Test("wrong addresses are explained beside their field", arguments: [
        ("", "outside.subscribe.problem.address"), ("file:///etc/passwd", "outside.subscribe.problem.address"),
        ("https://school.example:22/", "outside.subscribe.problem.port"), ("http://school.example:80/", nil),
        ("https://jadwal.example.org/x.ics", "outside.subscribe.problem.own"),
        ("https://calendar.google.com/calendar/r", "outside.subscribe.problem.google"),
        ("https://outlook.office.com/calendar", "outside.subscribe.problem.outlook"),
    ] as [(String, String?)])
    func wrong(address: String, problem: String?) throws {
        try browser.get("/calendars/subscribe")
        let answer = try browser.post("/calendars/subscribe", ["address": address, "name": ""])
        #expect(answer.status == (problem == nil ? 303 : 422))
        if let problem { #expect(answer.shows(problem, test)) }
    }

    @Test("leaving removes the events, or keeps them as an own calendar", arguments: ["remove", "keep"])
    func leave(events: String) throws {
        let calendar = try subscribe()
        #expect(try browser.get("/calendars/\(calendar.id)/leave").contains("school.example"))
        let answer = try browser.post("/calendars/\(calendar.id)/leave", ["events": events])
        #expect(answer.location == (events == "keep" ? "/calendars?done=kept" : "/calendars?deleted=\(calendar.id)"))
        #expect(try test.count("outside_source") == 0)
        #expect(try world.home.calendar(calendar.segment)?.isReadOnly == (events == "keep" ? false : nil))
        #expect(try browser.get("/calendars/\(calendar.id)/leave").status == 404)
    }

    @Test("nobody looks at, believes or leaves a calendar of somebody else")
    func strangers() throws {
        let calendar = try subscribe(), other = Browser(test)
        try other.signIn("omar@example.org")
        try other.get("/calendars")
        for path in ["look", "accept", "leave"] {
            #expect(try other.post("/calendars/\(calendar.id)/\(path)", ["events": "remove"]).status == 404)
        }
        #expect(try test.count("subscription") == 1)
    }

    @Test("the hosts are on the page of connections, without a path")
    func connections() throws {
        _ = try subscribe()
        let page = try browser.get("/about/connections")
        #expect(page.contains("school.example") && !page.contains("a.ics"))
    }

    @Test("no file is imported into a calendar of others")
    func imports() throws {
        let calendar = try subscribe()
        #expect(try !browser.get("/calendars/import").contains("value=\"\(calendar.id)\""))
    }
}

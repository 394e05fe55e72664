import Postgres
import Storage
import TestSupport
import Testing

@testable import Calendars

@Suite("Marks of events that clash")
struct ClashMarkTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }

    init() throws { timeline = try TimelineWorld() }

    private func address(_ title: String) throws -> String {
        "/events/\(try timeline.world.calendar().id)/\(title).ics"
    }

    @Test("both events of a clash carry the mark in every view, in words too")
    func views() throws {
        try timeline.put("Standup", "20261124T090000", "20261124T100000")
        try timeline.put("Dentist", "20261124T093000", "20261124T103000")
        try timeline.put("Lunch", "20261124T120000", "20261124T130000")
        let views = [
            "/calendar/2026-11?day=2026-11-25", "/calendar/week/2026-11-23", "/calendar/day/2026-11-24",
            "/calendar/list/2026-11-23",
        ]
        for view in views { #expect(!(try browser.get(view).text.contains("clash")), "\(view)") }
        try timeline.compare()
        for view in views {
            let page = try browser.get(view)
            #expect(page.text.matches(of: /\ clash\b/).count >= 2, "\(view)")
            #expect(page.text.matches(of: /\bclashes</).count == 2, "\(view)")
            for title in ["Standup", "Dentist"] {
                #expect(try timeline.classes(title, in: page.text).contains("clash"), "\(view) \(title)")
            }
            #expect(!(try timeline.classes("Lunch", in: page.text).contains("clash")), "\(view)")
        }
    }

    @Test("results of a search carry the mark too")
    func search() throws {
        try timeline.put("Standup", "20261124T090000", "20261124T100000")
        try timeline.put("Dentist", "20261124T093000", "20261124T103000")
        try timeline.put("Dentist_again", "20261125T093000", "20261125T103000")
        try timeline.compare()
        try timeline.test.run("UPDATE conflict SET state = 'kept', decided_at = now()")
        let page = try browser.get("/calendar/search?q=dentist")
        #expect(page.text.matches(of: /class="e [^"]*\bclash\b/).count == 1)
        #expect(page.text.matches(of: /\bclashes</).count == 1)
        #expect(try browser.get("/calendar/search?q=standup").shows("entry.clashes", timeline.test))
    }

    @Test("the page of an event says that it clashes, also after the customer kept it")
    func eventPage() throws {
        try timeline.put("Standup", "20261124T090000", "20261124T100000")
        try timeline.put("Dentist", "20261124T093000", "20261124T103000")
        try timeline.put("Lunch", "20261124T120000", "20261124T130000")
        try timeline.compare()
        try timeline.test.run("UPDATE conflict SET state = 'kept', decided_at = now()")
        for title in ["Standup", "Dentist"] {
            #expect(try browser.get(address(title)).shows("event.clashes", timeline.test), "\(title)")
        }
        #expect(!(try browser.get(address("Lunch")).shows("event.clashes", timeline.test)))
    }

    @Test("an answered clash has no mark, and views learn of it")
    func answered() throws {
        try timeline.put("Standup", "20261124T090000", "20261124T100000")
        try timeline.put("Dentist", "20261124T093000", "20261124T103000")
        let before = try state()
        try timeline.compare()
        let marked = try state()
        #expect(marked != before)
        try timeline.test.run("UPDATE conflict SET state = 'moved', decided_at = now()")
        #expect(try state() != marked)
        #expect(!(try browser.get("/calendar/day/2026-11-24").shows("entry.clashes", timeline.test)))
    }

    private func state() throws -> String {
        let page = try browser.get("/calendar/2026-11")
        return String(try #require(page.text.firstMatch(of: /\/calendar\/changes\?state=([A-Za-z0-9_-]+)"/)?.1))
    }

    @Test("of a series only the first occurrence that clashes is marked")
    func series() throws {
        try timeline.put("Standup", "20261124T090000", "20261124T100000", "RRULE:FREQ=DAILY")
        try timeline.put("Dentist", "20261126T093000", "20261126T103000")
        try timeline.compare()
        let page = try browser.get("/calendar/list/2026-11-23")
        #expect(page.text.matches(of: /\bclashes</).count == 2)
    }
}

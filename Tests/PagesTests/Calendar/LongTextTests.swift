@testable import Calendars
import CivilTime
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Long texts of events and tasks")
struct LongTextTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
        try world.home.changePreferences { $0.showsDays = false }
    }

    private static let mostOctets = 3_000_000

    /// Stores an event 96 times a day from 2020 on.
    private func storeSeries(_ lines: String, title: String) throws {
        try world.store(
            "series", "DTSTART:20191231T210000Z", "DURATION:PT1M", "RRULE:FREQ=MINUTELY;INTERVAL=15", lines,
            title: title)
    }

    @Test("a place of a million letters costs a page no more than its beginning at each of its times")
    func place() throws {
        try storeSeries("LOCATION:" + String(repeating: "x", count: 1_000_000), title: "Often")
        let event = "/events/\(try world.calendar().id)/series.ics?on=20261123T120000Z"
        for address in [
            "/calendar/list/2026-11-23", "/calendar/week/2026-11-23", "/calendar/day/2026-11-23", "/today",
            "/calendar/2026-11", event,
        ] {
            let page = try browser.get(address)
            #expect(page.status == 200 && page.contains("Often"), "\(address)")
            #expect(page.text.utf8.count < Self.mostOctets, "\(address): \(page.text.utf8.count)")
        }
        #expect(try browser.get("/calendar/list/2026-11-23").contains(String(repeating: "x", count: 200) + "…"))
    }

    @Test("titles and places of many events and tasks are cut in every list")
    func many() throws {
        let long = String(repeating: "word ", count: 20_000)
        for number in 0..<40 {
            try world.store(
                "e\(number)", "DTSTART;TZID=Asia/Riyadh:20261124T100000", "LOCATION:\(long)", title: "Event \(long)")
            let task = """
                BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Planner//EN\r\nBEGIN:VTODO\r\nUID:t\(number)\r
                DTSTAMP:20261101T000000Z\r\nSUMMARY:Task \(long)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
                """
            _ = try world.home.put(Array(task.utf8), at: ObjectPlace("tasks", "t\(number).ics"))
        }
        for (address, title) in [
            ("/calendar/list/2026-11-23", "Event"), ("/calendar/list/2026-11-23", "Task"), ("/tasks", "Task"),
            ("/calendar/search?q=event", "Event"), ("/calendar/search?q=task", "Task"), ("/today", "Task"),
        ] {
            let page = try browser.get(address)
            #expect(page.text.matches(of: try Regex("\(title)(</mark>)? word")).count >= 40, "\(address)")
            #expect(page.text.utf8.count < 300_000, "\(address): \(page.text.utf8.count)")
        }
    }

    @Test("a note of links and a list of categories cost an event's page no more than its beginning")
    func ownPage() throws {
        let note = String(repeating: "a@b.co ", count: 90_000), categories = String(repeating: "category,", count: 20_000)
        try world.store(
            "e", "DTSTART:20261124T100000Z", "CATEGORIES:\(categories)a", "DESCRIPTION:\(note)", title: "Note")
        let page = try browser.get("/events/\(world.calendar().id)/e.ics")
        #expect(page.contains("href=\"mailto:a@b.co\"") && page.text.utf8.count < 1_500_000, "\(page.text.utf8.count)")
    }

    @Test("letters with thousands of marks do not lengthen the report of an import, nor the excerpts of a search")
    func marks() throws {
        let marked = "a" + String(repeating: "\u{301}", count: 300_000)
        try world.store("note", "DTSTART:20261124T100000Z", "DESCRIPTION:budget \(marked)", title: "Note")
        #expect(try browser.get("/calendar/search?q=budget").text.utf8.count < 100_000)
        try browser.get("/calendars/import")
        let report = try browser.upload(
            "/calendars/import", ["calendar": "\(world.calendar().id)", "name": ""],
            file: Array(CalendarWorld.event("b", "RRULE:FREQ=SOMETIMES").replacing("Event b", with: marked).utf8),
            named: "a.ics")
        #expect(report.shows("import.reason.rule", world.test))
        #expect(report.text.utf8.count < 100_000)
    }

    @Test("the text and the guests of an event are read once for all its times")
    func once() throws {
        let guests = (0..<200).map { "ATTENDEE:mailto:guest\($0)@example.org" }
        let own = "ATTENDEE;PARTSTAT=DECLINED:mailto:\(try world.home.customer.email)"
        let place = "LOCATION:Room\\, " + String(repeating: "x", count: 100_000)
        try storeSeries((guests + [own, place]).joined(separator: "\r\n"), title: "Often")
        let first = LocalDate(daysSince1970: 20_777)
        let entries = try world.home.view(first...(first + 41)).entries
        #expect(entries.count == 42 * 96)
        #expect(entries.allSatisfy { $0.isDeclined && $0.place.hasPrefix("Room, x") })
        #expect(Set(entries.map { ObjectIdentifier($0.content) }).count == 1)
    }

    @Test("an entry costs a view work, too")
    func entriesCount() throws {
        for number in 0..<60 {
            try world.store(
                "s\(number)", "DTSTART:20191231T210000Z", "DURATION:PT1M", "RRULE:FREQ=MINUTELY;INTERVAL=15",
                title: "Often")
        }
        let first = LocalDate(daysSince1970: 20_777)
        #expect(try world.home.view(first...(first + 41)).isPartial)
    }

    @Test("the address of a meeting that is longer than any real one has no button in lists")
    func meeting() throws {
        let address = "https://zoom.us/j/1?pwd=" + String(repeating: "x", count: 15_000)
        try storeSeries("DESCRIPTION:\(address)", title: "Often")
        let list = try browser.get("/calendar/list/2026-11-23")
        #expect(list.status == 200 && !list.contains("https://zoom.us"))
        #expect(list.text.utf8.count < Self.mostOctets)
    }
}

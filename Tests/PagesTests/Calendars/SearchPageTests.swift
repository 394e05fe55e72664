@testable import Calendars
import HTTP
import Postgres
import Storage
import TestSupport
import Testing

@Suite("The search page")
struct SearchPageTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws { world = try CalendarWorld() }

    private func put(_ uid: String, _ lines: String, in segment: String = "personal") throws {
        let text = CalendarWorld.event(uid, lines).replacing("SUMMARY:Event \(uid)\r\n", with: "")
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace(segment, "\(uid).ics"))
    }

    @Test("the page without words has a field, and no results")
    func empty() throws {
        let page = try browser.get("/calendar/search")
        #expect(page.status == 200)
        #expect(page.contains("name=\"q\"") && !page.contains("results") && !page.contains("Nothing found"))
    }

    @Test("a result has its day, its title with the match marked, its calendar, and leads to the event")
    func results() throws {
        try put("1", "SUMMARY:Dinner <b>with</b> Sara\r\nLOCATION:Panda\r\nRRULE:FREQ=YEARLY")
        let page = try browser.get("/calendar/search?q=din%20panda").text
        #expect(page.contains("<mark>Din</mark>ner &lt;b&gt;with&lt;/b&gt; Sara"), "\(page)")
        #expect(page.contains("<mark>Panda</mark>") && page.contains("Personal") && page.contains("One result"))
        let id = try world.calendar().id
        #expect(page.contains("href=\"/events/\(id)/1.ics?on=20271123T090000Z\""), "\(page)")
        #expect(page.contains("Tuesday") && page.contains("November 2027") && page.contains("repeats"))
    }

    @Test("upcoming and past results are apart, and a hidden calendar is named so")
    func groups() throws {
        try put("old", "SUMMARY:Trip")
        try put("new", "SUMMARY:Trip\r\nRRULE:FREQ=DAILY")
        try world.test.run("UPDATE calendar_collection SET is_visible = false WHERE segment = 'personal'")
        let page = try browser.get("/calendar/search?q=trip").text
        let upcoming = try #require(page.firstRange(of: "Upcoming")), past = try #require(page.firstRange(of: "Past"))
        #expect(upcoming.lowerBound < past.lowerBound && page.contains("hidden calendar"))
    }

    @Test("nothing found says so, with hints")
    func nothing() throws {
        let page = try browser.get("/calendar/search?q=dragons").text
        #expect(page.contains("Nothing found") && page.contains("fewer words") && page.contains("value=\"dragons\""))
    }

    @Test("what cannot be searched is said beside the field, and stays in it", arguments: [
        ("%3F%21", "Please type a word", "?!"),
        (
            String(repeating: "a", count: 10_000), "at most 200 characters and 16 words",
            String(repeating: "a", count: 10_000)
        ),
    ])
    func refused(query: String, sentence: String, kept: String) throws {
        let page = try browser.get("/calendar/search?q=\(query)")
        #expect(page.status == 422)
        #expect(page.contains(sentence) && page.contains("value=\"\(kept)\"") && page.contains("aria-invalid"))
    }

    @Test("fifty results, then a link to the others")
    func pages() throws {
        for number in 0..<55 { try put("n\(number)", "SUMMARY:Walk") }
        let first = try browser.get("/calendar/search?q=walk").text
        #expect(first.components(of: "<mark>Walk</mark>") == 50 && first.contains("/calendar/search?q=walk&amp;page=2"))
        let second = try browser.get("/calendar/search?q=walk&page=2").text
        #expect(second.components(of: "<mark>Walk</mark>") == 5 && second.contains("href=\"/calendar/search?q=walk\""))
        let page = try browser.get("/calendar/search?q=walk&page=99999999999999999999")
        #expect(page.status == 200)
    }

    @Test("series that a search does not read are said to be missing")
    func manySeries() throws {
        func put(_ numbers: Range<Int>) throws {
            for number in numbers { try self.put("s\(number)", "SUMMARY:Walk\r\nRRULE:FREQ=DAILY") }
        }
        try put(0..<300)
        #expect(!(try browser.get("/calendar/search?q=walk").contains("began last")))
        try put(300..<301)
        let page = try browser.get("/calendar/search?q=walk&page=2")
        #expect(page.contains("301 results") && page.contains("only the 300 that began last are shown"), "\(page)")
    }

    @Test("a date leads to its day, a month to its view, in either language and calendar", arguments: [
        ("25%20November%202026", "/calendar/day/2026-11-25", "Wednesday 25 November 2026"),
        ("\(percentEncoded("رمضان ١٤٤٨"))", "/calendar/2027-02", "Ramadan 1448"),
    ])
    func dates(query: String, address: String, name: String) throws {
        let page = try browser.get("/calendar/search?q=\(query)").text
        #expect(page.contains("href=\"\(address)\"") && page.contains("Go to \(name)"), "\(page)")
    }

    @Test("Arabic has its own words and digits")
    func arabic() throws {
        try put("1", "SUMMARY:غداء مع سارة")
        try browser.get("/settings")
        try browser.post("/settings/language", ["language": "ar", "next": "/settings"])
        let page = try browser.get("/calendar/search?q=\(percentEncoded("الغدا"))").text
        #expect(page.contains("<mark>غداء</mark>") && page.contains("نتيجة واحدة") && page.contains("٢٣"), "\(page)")
    }

    @Test("nothing that was typed gets into the log")
    func secrecy() throws {
        try put("1", "SUMMARY:Zanzibar")
        try browser.get("/calendar/search?q=zanzibar")
        try browser.get("/calendar/search?q=\(String(repeating: "zanzibar", count: 99))")
        #expect(!world.test.log.lines.contains { "\($0)".lowercased().contains("zanzibar") })
    }

    @Test("only a customer searches")
    func signedOut() throws {
        #expect(try Browser(world.test).get("/calendar/search?q=a").location?.hasPrefix("/login") == true)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}

import Calendars
import CivilTime
import ICalendar
import Places
import Postgres
import Runtime
import SeededRandom
import Storage
import Templates
import TestSupport
import Testing

@testable import Pages

@Suite("The month")
struct MonthTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
        try weeksBegin(with: 7)
    }

    private func weeksBegin(with day: Int) throws {
        try world.test.database.connect().execute("UPDATE customer SET first_day = \(day)::smallint")
        browser.cookies["__Host-changed"] = "1"
    }

    /// The number of entries that each day of a page says, by date.
    private func counts(_ page: Answer) -> [String: Int] {
        var counts: [String: Int] = [:]
        for cell in page.text.matches(of: /day=([0-9-]{10})"[^>]*aria-label="([^"]*)"/) {
            let words = cell.2.split(separator: ", ").last.map(String.init) ?? ""
            counts[String(cell.1)] = words == "nothing planned" ? 0 : Int(words.prefix { $0.isNumber })
        }
        return counts
    }

    @Test("the month shows exactly the occurrences that the engine gives for its days in the customer's zone",
        arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func sameAsEngine(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let zones = ["Asia/Riyadh", "America/New_York", "Pacific/Auckland", "Africa/Cairo"]
        let zone = zones.randomElement(using: &random) ?? ""
        try world.useZone(zone)
        let rules = try #require(try world.test.app.shared.timeZones.rules(named: zone))
        let days = LocalDate(daysSince1970: 20_758)...LocalDate(daysSince1970: 20_792)
        var expected: [String: Int] = [:]
        for number in 0..<40 {
            let text = RandomEvent.text(number, &random)
            _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "\(number).ics"))
            for day in try engineDays(text, days, rules, world) { expected[day.iso8601, default: 0] += 1 }
        }
        try world.home.changePreferences { $0.showsDays = false }
        let shown = counts(try browser.get("/calendar/2026-11"))
        #expect(shown.count == 35)
        for (day, count) in shown { #expect(count == expected[day] ?? 0, "\(day) in \(zone)") }
        #expect(expected.values.reduce(0, +) > 20, "the sample has occurrences")
    }

    /// Returns the days that the occurrences of a text touch, once for each occurrence, by the engine alone.
    private func engineDays(
        _ text: String, _ days: ClosedRange<LocalDate>, _ zone: TimeZoneRules, _ world: CalendarWorld
    ) throws -> [LocalDate] {
        let calendar = try #require(try CalendarStream(Array(text.utf8)).components.first)
        let database = try world.home.zoneDatabase
        let zones = ZoneResolver(calendar, database: database)
        let series = Series.all(in: calendar, zones: zones, floating: zone)[0]
        var budget = WorkBudget.standard, found: [LocalDate] = []
        var occurrences = series.occurrences(
            from: zone.startOfDay(days.lowerBound), before: zone.startOfDay(days.upperBound + 1))
        while let occurrence = try occurrences.next(&budget) {
            let first = zone.date(at: occurrence.startInstant)
            let end = max(occurrence.startInstant, occurrence.endInstant - .microseconds(1))
            found += (0...(days.upperBound - days.lowerBound)).map { days.lowerBound + $0 }
                .filter { $0 >= first && $0 <= zone.date(at: end) }
        }
        return found
    }

    @Test("each cell has its Gregorian and its Hijri day, and today is marked")
    func cells() throws {
        let page = try browser.get("/calendar/2026-11")
        #expect(page.status == 200)
        #expect(page.text.matches(of: /<td class="dd/).count == 35)
        #expect(page.contains("Jumada I – Jumada II 1448"))
        #expect(page.contains("<small class=\"new\">1<span class=\"desk-only\"> Jumada II</span></small>"))
        let today = try world.test.app.formatter(.english).day(rulesToday(), .weekday)
        let month = try browser.get("/calendar/\(rulesToday().iso8601.prefix(7))")
        #expect(month.text.matches(of: /aria-current="date" aria-label="/).count == 1)
        #expect(month.contains("aria-current=\"date\" aria-label=\"\(today),"))
    }

    private func rulesToday() throws -> LocalDate {
        let zone = try #require(try world.test.app.shared.timeZones.rules(named: "Asia/Riyadh"))
        return zone.date(at: world.test.app.now())
    }

    @Test("the weeks begin with the customer's first day", arguments: [(1, "Monday"), (6, "Saturday"), (7, "Sunday")])
    func firstDay(day: Int, name: String) throws {
        try weeksBegin(with: day)
        let page = try browser.get("/calendar/2026-11")
        #expect(page.text.firstMatch(of: /<abbr title="([^"]+)"/)?.1 == name[...])
    }

    @Test("a month of six weeks has six, and one of four has four", arguments: [
        ("2026-08", 6), ("2026-02", 4), ("2026-11", 5), ("2024-02", 5),
    ])
    func weeks(month: String, count: Int) throws {
        let page = try browser.get("/calendar/\(month)")
        #expect(page.text.matches(of: /<td class="dd/).count == count * 7)
    }

    @Test("an address that is no month, or far away, is not found", arguments: [
        "2026-13", "2026-00", "2026-1", "1899-12", "2200-01", "abc", "2026-11-01", "99999999",
    ])
    func noMonth(month: String) throws {
        #expect(try browser.get("/calendar/\(month)").status == 404)
    }

    @Test("a bar over several days is drawn once a week, and said on every day")
    func bars() throws {
        try world.store("visit", "DTSTART;VALUE=DATE:20261110", "DTEND;VALUE=DATE:20261119", title: "Visit")
        let page = try browser.get("/calendar/2026-11")
        #expect(page.text.matches(of: /class="bar l1 blue[^"]* n5 goes"/).count == 1)
        #expect(page.text.matches(of: /class="bar l1 blue[^"]* n4 from"/).count == 1)
        #expect(page.text.matches(of: /\u{2068}Visit\u{2069}, goes on/).count == 7)
    }

    @Test("a title is text, and one without a title has words for that")
    func titles() throws {
        try world.store("a", "DTSTART:20261110T100000Z", title: "<b>&\"x")
        try world.store("b", "DTSTART:20261111T100000Z", title: "")
        let page = try browser.get("/calendar/2026-11")
        #expect(page.contains("&lt;b&gt;&amp;&quot;x") && !page.contains("<b>&\"x"))
        #expect(page.shows("entry.untitled", world.test))
    }

    @Test("states are said and drawn: cancelled, tentative, free, private")
    func states() throws {
        try world.store("a", "DTSTART:20261110T100000Z", "STATUS:CANCELLED", title: "A")
        try world.store("b", "DTSTART:20261110T110000Z", "STATUS:TENTATIVE", title: "B")
        try world.store("c", "DTSTART:20261111T100000Z", "TRANSP:TRANSPARENT", "CLASS:PRIVATE", title: "C")
        let page = try browser.get("/calendar/2026-11")
        #expect(page.text.contains(/class="blue[^"]* off"[^>]*>.{0,200}A<\/span><span class="hidden">, cancelled/))
        #expect(page.text.contains(/class="blue[^"]* maybe"[^>]*>.{0,260}\? <\/span>B<\/span>/))
        #expect(page.contains("B</span><span class=\"hidden\">, tentative"))
        #expect(page.text.contains(/class="blue[^"]* free"[^>]*>.{0,200}C<\/span><span class="hidden">, free, private/))
    }

    @Test("more entries than lines are counted, and the chosen day lists them all")
    func more() throws {
        for hour in 10...16 { try world.store("e\(hour)", "DTSTART:20261110T\(hour)0000Z", title: "E\(hour)") }
        let page = try browser.get("/calendar/2026-11?day=2026-11-10")
        #expect(page.contains("+4 more"))
        let side = try #require(page.text.split(separator: "<aside").last)
        for hour in 10...16 { #expect(side.contains("<bdi>E\(hour)</bdi>")) }
    }

    @Test("a calendar that is hidden shows nothing until it is shown again, and so do prayer times and days")
    func toggles() throws {
        try world.store("a", "DTSTART:20261110T100000Z", title: "Meeting")
        let id = try world.calendar().id
        let answer = try browser.post("/calendar/show", ["toggle": "\(id)", "next": "/calendar/2026-11?day=2026-11-10"])
        #expect(answer.status == 303 && answer.location == "/calendar/2026-11?day=2026-11-10")
        #expect(!(try browser.get("/calendar/2026-11").contains("Meeting")))
        try browser.post("/calendar/show", ["toggle": "\(id)", "next": "https://evil.example/"])
        #expect(try browser.get("/calendar/2026-11").contains("Meeting"))
        try browser.post("/calendar/show", ["toggle": "days"])
        #expect(try !world.test.store.calendarPreferences(of: browser.customer()).showsDays)
        #expect(try browser.post("/calendar/show", ["toggle": "999999"]).status == 404)
    }

    @Test("the customer's shift of the Hijri calendar holds in the month and in the way to a Hijri month")
    func hijriShift() throws {
        try world.home.changePreferences { $0.hijriShift = 1 }
        let page = try browser.get("/calendar/2026-11")
        #expect(page.contains("aria-label=\"Monday 23 November, 14 Jumada II 1448"))
        let month = try browser.get("/calendar/go?view=month&hijri-month=6&hijri-year=1448")
        #expect(month.location == "/calendar/2026-11?day=2026-11-10")
        let list = try browser.get("/calendar/go?view=list&hijri-month=٦&hijri-year=١٤٤٨")
        #expect(list.location == "/calendar/list/2026-11-10")
        let none = try browser.get("/calendar/go?view=month&hijri-month=6&hijri-year=9999")
        #expect(none.status == 422 && none.contains("1420 to 1500"))
    }

    @Test("the state changes with what a phone changes, and a known state is answered with 304")
    func state() throws {
        let page = try browser.get("/calendar/2026-11")
        let address = try #require(page.text.firstMatch(of: /data-changes="([^"]+)"/)?.1)
        #expect(try browser.get(String(address)).status == 304)
        try world.put("a")
        #expect(try browser.get(String(address)).status == 204)
    }

    @Test("the view last used on a desk and on a phone is where Calendar leads")
    func lastView() throws {
        #expect(try browser.get("/calendar").location?.hasPrefix("/calendar/20") == true)
        try browser.get("/calendar/list/2026-11-23")
        #expect(try browser.get("/calendar").location?.hasPrefix("/calendar/list/") == true)
        #expect(try world.test.store.calendarPreferences(of: browser.customer()).phoneView == nil)
    }

    @Test("an event of somebody else is in nobody else's month")
    func strangers() throws {
        try world.store("a", "DTSTART:20261110T100000Z", title: "Secret")
        let other = Browser(world.test)
        try other.signIn("other@example.org")
        #expect(!(try other.get("/calendar/2026-11").contains("Secret")))
    }
}

/// A maker of random events in November 2026.
enum RandomEvent {
    static func text(_ number: Int, _ random: inout SeededRandom) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = 20_261_001 + Int.random(in: 0...27, using: &random) + Int.random(in: 0...1, using: &random) * 100
        let time = "T\(two(Int.random(in: 0...23, using: &random)))\(two(Int.random(in: 0...3, using: &random) * 15))00"
        let length = ["PT0S", "PT30M", "PT2H", "PT26H", "P3D"].randomElement(using: &random) ?? ""
        let days = ["P1D", "P2D", "P9D"].randomElement(using: &random) ?? ""
        let start = [
            "DTSTART;VALUE=DATE:\(day)\r\nDURATION:\(days)", "DTSTART:\(day)\(time)Z\r\nDURATION:\(length)",
            "DTSTART:\(day)\(time)\r\nDURATION:\(length)",
            "DTSTART;TZID=Europe/Berlin:\(day)\(time)\r\nDURATION:\(length)",
        ].randomElement(using: &random) ?? ""
        let rule = [
            "", "", "RRULE:FREQ=DAILY;INTERVAL=3;COUNT=9\r\n", "RRULE:FREQ=WEEKLY;BYDAY=MO,TH\r\n",
            "RRULE:FREQ=MONTHLY;BYMONTHDAY=-1\r\n", "RRULE:FREQ=YEARLY\r\n",
        ].randomElement(using: &random) ?? ""
        return """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Random//EN\r\nBEGIN:VEVENT\r\nUID:\(number)\r
            DTSTAMP:20261001T000000Z\r\n\(start)\r\n\(rule)SUMMARY:Event \(number)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
    }
}

extension CalendarWorld {
    /// Sets the customer's zone, as the settings do.
    func useZone(_ zone: String) throws {
        try browser.get("/settings/time-zone")
        try browser.post("/settings/time-zone", ["timeZone": zone])
        #expect(try test.store.customer(browser.customer())?.timeZone == zone)
    }

    /// Stores an event as a phone does.
    func store(_ uid: String, _ lines: String..., title: String) throws {
        let text = """
            BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//Planner//EN\r\nBEGIN:VEVENT\r\nUID:\(uid)\r
            DTSTAMP:20261101T000000Z\r\n\(lines.joined(separator: "\r\n"))\r
            SUMMARY:\(title)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
            """
        _ = try home.put(Array(text.utf8), at: ObjectPlace("personal", "\(uid).ics"))
    }
}

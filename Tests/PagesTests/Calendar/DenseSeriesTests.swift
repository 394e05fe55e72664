import CivilTime
import Storage
import TestSupport
import Testing

@testable import Calendars

@Suite("A series that repeats every minute or second")
struct DenseSeriesTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
        try world.home.changePreferences { $0.showsDays = false }
    }

    /// Stores an endless series from 1 January 2020 on, and an event at noon of 20 November.
    private func store(_ rule: String) throws {
        try world.store("tick", "DTSTART:20200101T000000Z", "DURATION:PT1S", "RRULE:\(rule)", title: "Tick")
        try world.store("noon", "DTSTART;TZID=Asia/Riyadh:20261120T120000", title: "Noon")
    }

    @Test("shows a hundred of its times on each day of the month, and says that there are more", arguments: [
        "FREQ=MINUTELY", "FREQ=SECONDLY", "FREQ=SECONDLY;INTERVAL=7", "FREQ=HOURLY;BYMINUTE=0,10,20,30,40,50",
    ])
    func month(rule: String) throws {
        try store(rule)
        let page = try browser.get("/calendar/2026-11")
        let labels = page.text.matches(of: /aria-label="[^"]*, ([0-9]+) entries at least"/)
            .compactMap { Int($0.1) }
        #expect(labels.count == 35 && labels.filter { $0 == 101 }.count == 1, "\(labels)")
        #expect(labels.allSatisfy { $0 == 100 || $0 == 101 }, "\(labels)")
        #expect(page.contains("+97 more at least"))
        // The list beside it, of 23 November, ends with the words.
        #expect(page.text.matches(of: /<bdi>Tick<\/bdi>/).count == 99)
        #expect(page.text.matches(of: /<bdi>Tick, and many more times on this day<\/bdi>/).count == 1)
    }

    @Test("has no more than that in the list, the week, the day and on today's page", arguments: [
        ("list/2026-11-16", 14), ("week/2026-11-16", 7), ("day/2026-11-20", 1),
    ])
    func otherViews(view: String, days: Int) throws {
        try store("FREQ=SECONDLY")
        let page = try browser.get("/calendar/\(view)")
        #expect(page.status == 200)
        #expect(page.text.matches(of: />Tick, and many more times on this day</).count == days)
        #expect(page.text.matches(of: /bdi>Tick</).count == 99 * days)
        #expect(page.contains(">Noon<"))
        #expect(try browser.get("/today").text.matches(of: /bdi>Tick</).count == 99 * 4)
    }

    @Test("shows all of a day with fewer times, also if the rule counts them")
    func allOfThem() throws {
        try world.store("quarter", "DTSTART:20261101T000000Z", "RRULE:FREQ=MINUTELY;INTERVAL=15", title: "Quarter")
        try world.store(
            "counted", "DTSTART;TZID=Asia/Riyadh:20261110T000000", "RRULE:FREQ=MINUTELY;COUNT=1500",
            title: "Counted")
        let page = try browser.get("/calendar/2026-11")
        // Of 1,500 minutes 60 are left for 11 November. Every day has 96 quarters of an hour.
        #expect(page.text.contains(/12 November, [^"]* 1448, 96 entries"/))
        #expect(page.text.contains(/11 November, [^"]* 1448, 156 entries"/))
        #expect(page.text.contains(/10 November, [^"]* 1448, 196 entries at least"/))
    }

    @Test("long times of it that began before the view are bounded, too")
    func long() throws {
        try world.store(
            "long", "DTSTART:20200101T000000Z", "DURATION:PT2H", "RRULE:FREQ=SECONDLY", title: "Long")
        let view = try world.home.view(LocalDate(daysSince1970: 20_780)...LocalDate(daysSince1970: 20_781))
        #expect(view.entries.count == 200)
        #expect(view.entries.filter(\.isFollowedByMore).map(\.startDay.daysSince1970) == [20_779, 20_781])
    }

    @Test("is found with its next time, also if it is over")
    func search() throws {
        try store("FREQ=SECONDLY")
        try world.store(
            "over", "DTSTART:20251225T000000Z", "DURATION:PT1S", "RRULE:FREQ=MINUTELY;UNTIL=20260101T000000Z",
            title: "Tick over")
        let page = try browser.get("/calendar/search?q=tick")
        #expect(page.contains("2 results"))
        #expect(page.text.contains(/on=20261123T143000Z/), "the next second")
        #expect(page.text.contains(/on=20260101T000000Z/), "the last minute")
    }
}

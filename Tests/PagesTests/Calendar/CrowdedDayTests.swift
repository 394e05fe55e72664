import CivilTime
import Postgres
import Storage
import TestSupport
import Testing

@testable import Calendars

@Suite("Days with more entries than a page shows")
struct CrowdedDayTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
        try world.home.changePreferences { $0.showsDays = false }
    }

    /// Stores series that begin every quarter of an hour: 96 times a day each.
    private func storeSeries(_ count: Int) throws {
        for number in 0..<count {
            try world.store(
                "series\(number)", "DTSTART:20201231T210000Z", "DURATION:PT1M", "RRULE:FREQ=MINUTELY;INTERVAL=15",
                title: "Often")
        }
    }

    @Test("show the first 200, and say how many there are besides")
    func oneDay() throws {
        for number in (0..<1_434).reversed() {
            let hour = number / 60, minute = number % 60
            let time = "\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)00"
            try world.store("e\(number)", "DTSTART;TZID=Asia/Riyadh:20261120T\(time)", title: "Event \(number)")
        }
        let view = try world.home.view(LocalDate(daysSince1970: 20_777)...LocalDate(daysSince1970: 20_777))
        #expect(view.entries.map(\.title) == (0..<200).map { "Event \($0)" })
        #expect(view.hidden.count(on: LocalDate(daysSince1970: 20_777)) == 1_234)
        #expect(!view.isPartial)
        for address in ["list/2026-11-20", "day/2026-11-20", "week/2026-11-20"] {
            #expect(try browser.get("/calendar/\(address)").contains("+1234 more"), "\(address)")
        }
        #expect(try browser.get("/calendar/2026-11").text.contains(/20 November, [^"]* 1448, 1434 entries"/))
    }

    @Test("count on their own: no day loses its entries to the days before it")
    func eachDay() throws {
        try storeSeries(6)
        let days = LocalDate(daysSince1970: 20_777)...LocalDate(daysSince1970: 20_777 + 41)
        let view = try world.home.view(days)
        for day in (0..<42).map({ days.lowerBound + $0 }) {
            #expect(view.entries(on: day).count == 200)
            #expect(view.hidden.count(on: day) == 6 * 96 - 200)
        }
    }

    @Test("cost a bounded page, however many series there are; what is beyond the work of a view is said")
    func pages() throws {
        try storeSeries(150)
        for address in ["/calendar/list/2026-11-16", "/calendar/week/2026-11-16", "/calendar/2026-11", "/today"] {
            let page = try browser.get(address)
            #expect(page.status == 200)
            #expect(page.text.utf8.count < 3_000_000, "\(address): \(page.text.utf8.count)")
            #expect(page.text.matches(of: />Often</).count <= 3_000)
        }
        #expect(try browser.get("/calendar/2026-11").shows("view.partial", world.test))
    }

    @Test("an entry of many days counts on each of them")
    func bars() throws {
        for number in 0..<250 {
            try world.store(
                "bar\(number)", "DTSTART;VALUE=DATE:20261119", "DTEND;VALUE=DATE:20261122", title: "Days")
        }
        let days = LocalDate(daysSince1970: 20_777)...LocalDate(daysSince1970: 20_779)
        let view = try world.home.view(days)
        #expect(view.entries.count == 200)
        #expect(view.hidden.count(on: days.lowerBound) == 50)
        #expect(view.hidden.count(on: days.upperBound) == 0)
    }
}

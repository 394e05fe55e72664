import Planning
import Runtime
import Storage
import TestSupport
import Testing

/// 0.09° to the north are 10 km.
@Suite("The map of a day")
struct DayMapTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }
    private let address = "/day/2026-11-25/map"

    init() throws {
        timeline = try TimelineWorld()
        try timeline.put("Lunch", "20261125T130000", "20261125T140000", "GEO:24.7;46.7")
        try timeline.put("Dentist", "20261125T160000", "20261125T170000", "GEO:24.79;46.7")
    }

    private func saveHome() throws {
        let customer = try #require(try timeline.test.store.customer(browser.customer()))
        _ = try timeline.test.app.planning(of: customer)
            .save(PlaceValues(name: "Home", latitude: 24.703, longitude: 46.7))
    }

    /// Returns the drawing of a page.
    private func drawing(_ page: Answer) throws -> Substring {
        let start = try #require(page.text.firstRange(of: "<svg class=\"map\"")).lowerBound
        let end = try #require(page.text[start...].firstRange(of: "</svg>")).upperBound
        return page.text[start..<end]
    }

    @Test("draws each place once, and a table says the same")
    func day() throws {
        try saveHome()
        let page = try browser.get(address), svg = try drawing(page)
        #expect(svg.matches(of: /class="dot"/).count == 3, "home, lunch, the dentist")
        #expect(svg.matches(of: /class="l walk"/).count == 1 && svg.matches(of: /class="l car"/).count == 2)
        #expect(svg.contains("role=\"img\"") && svg.contains("<title") && svg.contains("<desc"))
        #expect(svg.utf8.count < 15_000 && !svg.contains("http") && !svg.contains("href"))
        #expect(page.text.matches(of: /<tr>\s*<th scope="row">/).count == 3, "\(page)")
        #expect(page.contains("15:22–15:55") && page.contains("33 min"))
    }

    @Test("begins at the first place if nobody knows the home")
    func noHome() throws {
        let page = try browser.get(address), svg = try drawing(page)
        #expect(svg.matches(of: /class="dot"/).count == 2 && svg.matches(of: /class="l car"/).count == 1)
    }

    @Test("a day without places says so, and an event without a point is counted")
    func empty() throws {
        try timeline.put("Call", "20261126T130000", "20261126T140000", "LOCATION:Somewhere")
        let page = try browser.get("/day/2026-11-26/map")
        #expect(page.shows("day-map.none", timeline.test) && !page.contains("<svg class=\"map\""))
        #expect(page.contains("1 event has no known place."))
        #expect(try browser.get("/day/2026-13-40/map").status == 404)
    }

    @Test("the day links to it, a day without places does not, and Arabic has its own words")
    func links() throws {
        #expect(try browser.get("/calendar/day/2026-11-25").contains("href=\"\(address)\""))
        #expect(try !browser.get("/calendar/day/2026-11-27").contains("/map\""))
        try browser.post("/settings/language", ["language": "ar", "next": "/settings"])
        let page = try browser.get(address)
        #expect(try page.contains("طرق الأربعاء") && drawing(page).contains("٣٣ دقيقة"))
    }
}

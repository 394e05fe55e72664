import Postgres
import TestSupport
import Testing

@Suite("The first and the last day with views")
struct EndOfViewsTests {
    let world: CalendarWorld
    var browser: Browser { world.browser }

    init() throws {
        world = try CalendarWorld()
        try world.useZone("Asia/Riyadh")
        try world.test.database.connect().execute("UPDATE customer SET first_day = 7")
        browser.cookies["__Host-changed"] = "1"
    }

    /// The years in the addresses of views that a page links to.
    private func years(_ page: Answer) -> Set<Int> {
        Set(page.text.matches(of: /href="\/calendar\/[a-z\/]*([0-9]{4})/).compactMap { Int($0.1) })
    }

    @Test("no view at an end of the calendar links to a day without views", arguments: [
        "/calendar/1900-01", "/calendar/week/1900-01-01", "/calendar/day/1900-01-01", "/calendar/list/1900-01-01",
        "/calendar/2199-12", "/calendar/week/2199-12-31", "/calendar/day/2199-12-31", "/calendar/list/2199-12-31",
        "/calendar/1900-01?day=1899-12-31", "/calendar/2199-12?day=2200-01-03", "/calendar/1900-01?year=1900",
    ])
    func ends(address: String) throws {
        let page = try browser.get(address)
        try #require(page.status == 200)
        #expect(years(page).count > 1 && years(page).allSatisfy((1900...2199).contains), "\(years(page))")
        let isFirst = address.contains("/1900")
        #expect(!page.contains(isFirst ? "rel=\"prev\"" : "rel=\"next\""))
        #expect(page.contains(isFirst ? "rel=\"next\"" : "rel=\"prev\""))
        #expect(page.contains("<span class=\"tool\" aria-hidden=\"true\">"))
    }

    @Test("the last days are reached by the links of weeks and lists that end before them", arguments: [
        ("/calendar/week/1900-01-07", "/calendar/week/1900-01-01", "prev"),
        ("/calendar/list/1900-01-05", "/calendar/list/1900-01-01", "prev"),
        ("/calendar/week/2199-12-28", "/calendar/week/2199-12-31", "next"),
        ("/calendar/list/2199-12-10", "/calendar/list/2199-12-24", "next"),
    ])
    func near(address: String, link: String, way: String) throws {
        #expect(try browser.get(address).contains("href=\"\(link)\" rel=\"\(way)\""))
    }
}

import TestSupport
import Testing

@Suite("The views of a calendar on a phone")
struct NarrowTests {
    @Test("have short titles, with the year if it is another one", arguments: [
        ("week/2026-11-25", "22 – 28 November"), ("week/2026-12-30", "27 December 2026 – 2 January 2027"),
        ("week/2027-01-05", "3 – 9 January 2027"), ("day/2026-11-23", "Mon 23 November"),
        ("day/2027-01-05", "5 January 2027"), ("list/2026-11-23", "Mon 23 November"),
        ("list/2027-01-05", "5 January 2027"), ("2026-11", "November 2026"),
    ])
    func titles(view: String, title: String) throws {
        let page = try TimelineWorld().browser.get("/calendar/\(view)")
        #expect(page.contains("<span class=\"phone-only\">\(title)</span>"))
    }

    @Test("name today and tomorrow", arguments: [
        "Today, 23 November", "Tomorrow, 24 November", "Wednesday 25 November",
    ])
    func days(name: String) throws {
        let page = try TimelineWorld().browser.get("/calendar/list/2026-11-23")
        #expect(page.contains("<span class=\"phone-only\">\(name)</span>"))
    }
}

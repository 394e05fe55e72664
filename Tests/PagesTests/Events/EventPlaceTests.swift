@testable import Calendars
import HTTP
import Planning
import PrayerTimes
import Runtime
import Storage
import TestSupport
import Testing

/// Places of events with points. The moment is Monday 23 November 2026, 17:30 in Riyadh; 0.09° are 10 km.
@Suite("Places in the pages of events")
struct EventPlaceTests {
    let timeline: TimelineWorld
    var browser: Browser { timeline.browser }

    init() throws {
        timeline = try TimelineWorld()
        try timeline.put("Lunch", "20261125T130000", "20261125T140000", "LOCATION:Panda", Self.apple)
    }

    private static let apple = #"X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Panda":geo:24.7,46.7"#

    private func save(_ name: String, _ latitude: Double) throws {
        let customer = try #require(try timeline.test.store.customer(browser.customer()))
        _ = try timeline.test.app.planning(of: customer)
            .save(PlaceValues(name: name, latitude: latitude, longitude: 46.7))
    }

    private func address(_ uid: String) throws -> String { "/events/\(try timeline.world.calendar().id)/\(uid).ics" }

    /// The lines about the place of the event after its form was sent with these fields.
    private func lines(after changes: KeyValuePairs<String, String>) throws -> [String] {
        let form = try #require(FormOnPage(browser.get("\(address("Lunch"))/edit")))
        let answer = try browser.send(form, changes)
        #expect(answer.status == 303, "\(answer)")
        let object = try #require(try timeline.world.home.object(at: ObjectPlace("personal", "Lunch.ics")))
        return String(decoding: object.octets, as: UTF8.self).split(separator: "\r\n").map(String.init)
            .filter { line in ["LOCATION", "GEO", "X-APPLE"].contains { line.hasPrefix($0) } }
    }

    @Test("the form proposes the saved places, and only there is a list of them")
    func proposals() throws {
        #expect(try !browser.get("/events/new").contains("place-names"))
        try save("Office <1>", 24.8)
        let page = try browser.get("/events/new")
        #expect(page.contains("list=\"place-names\"") && page.contains("<option value=\"Office &lt;1&gt;\">"))
    }

    @Test("a saved place, a link of a map and two numbers become GEO; any other text has no point")
    func points() throws {
        try save("Office", 24.8)
        #expect(try lines(after: ["title": "Early lunch"]) == ["LOCATION:Panda", Self.apple])
        #expect(try lines(after: ["place": "office"]) == ["LOCATION:office", "GEO:24.8;46.7"])
        #expect(try lines(after: ["note": "x"]) == ["LOCATION:office", "GEO:24.8;46.7"])
        #expect(try lines(after: ["place": "geo:24.75,46.6"]) == ["LOCATION:geo:24.75\\,46.6", "GEO:24.75;46.6"])
        #expect(try lines(after: ["place": "24.5, 46.5"]) == ["LOCATION:24.5\\, 46.5", "GEO:24.5;46.5"])
        for text in ["Room 12, 34", "geo:0,0", "geo:200,100", "https://example.org/a"] {
            #expect(try !lines(after: ["place": text]).contains { $0.hasPrefix("GEO") }, "\(text)")
        }
        let map = "https://www.openstreetmap.org/?mlat=24.25&mlon=46.25"
        #expect(try lines(after: ["place": "Farm", "map": map]).contains("GEO:24.25;46.25"))
    }

    @Test("the form warns of a way that is too long, names the minutes that are missing, and saves all the same")
    func warning() throws {
        try save("Clinic", 24.79)
        var form = try #require(FormOnPage(browser.get("/events/new?day=2026-11-25&at=14:10")))
        (form["title"], form["place"]) = ("Dentist", "Clinic")
        let page = try browser.send(form)
        #expect(page.status == 200 && page.contains("Too little time for the way to or from"), "\(page)")
        #expect(page.contains("28 min"), "33 for the way, 5 to spare, 10 there are")
        #expect(page.text.matches(of: /type="radio" name="better"/).count == 3)
        let again = try browser.send(FormOnPage(page))
        #expect(again.status == 303, "\(again)")
        let kept = try timeline.test.store.conflicts(of: browser.customer(), [.kept])
        #expect(kept.map(\.facts.clashes) == [["tight Lunch"]])
    }

    @Test("the event's page says when to leave, from the event before it or from home, and nothing without a point")
    func leave() throws {
        try timeline.put("Dentist", "20261125T160000", "20261125T170000", "GEO:24.79;46.7")
        try timeline.put("Call", "20261125T180000", "20261125T190000", "LOCATION:Somewhere")
        let page = try browser.get(address("Dentist"))
        #expect(page.contains("Leave 15:22"), "\(page)")
        #expect(page.contains("33 min by car from \u{2068}Lunch\u{2069}, there at 15:55"))
        #expect(page.text.matches(of: /<li class="out">/).count == 2, "the walk is too far, and there is no bicycle")
        #expect(page.text.matches(of: /<li class="chosen">/).count == 1)
        #expect(page.shows("travel.reason.not-owned", timeline.test))
        for other in ["Lunch", "Call"] { #expect(try !browser.get(address(other)).contains("Leave "), "\(other)") }
        try save("Home", 24.703)
        let own = try browser.get(address("Lunch"))
        #expect(own.contains("6 min on foot from \u{2068}Home\u{2069}, there at 12:55"))
    }

    @Test("the list of days shows the way to an event, and none to the first without a home")
    func dayList() throws {
        try timeline.put("Dentist", "20261125T160000", "20261125T170000", "GEO:24.79;46.7")
        let page = try browser.get("/calendar/list/2026-11-25")
        #expect(page.text.matches(of: /33 min by car/).count == 1, "\(page)")
        #expect(!page.contains("on foot"))
    }
}

@testable import Calendars
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Pages of events in unknown time zones")
struct UnknownZoneTests {
    let world: CalendarWorld

    init() throws { world = try CalendarWorld() }

    /// Stores an event as a phone does, and returns its page.
    private func page(start: String) throws -> Answer {
        let text = CalendarWorld.event("a").replacing("DTSTART:20261123T090000Z", with: start)
        _ = try world.home.put(Array(text.utf8), at: ObjectPlace("personal", "a.ics"))
        return try world.browser.get("/events/\(world.calendar().id)/a.ics")
    }

    @Test("the page says that the zone is not known, and in which one the event is read")
    func marked() throws {
        let page = try page(start: "DTSTART;TZID=Customized Time Zone:20261123T090000")
        let zone = try world.home.customer.timeZone
        #expect(page.status == 200)
        #expect(page.contains("Customized Time Zone"))
        #expect(page.contains("is not known; read in \u{2068}\(zone)\u{2069}."))
        #expect(page.contains("9:00"))
    }

    @Test("the page of an event in a known zone says nothing", arguments: [
        "DTSTART;TZID=Asia/Riyadh:20261123T090000", "DTSTART;TZID=Arab Standard Time:20261123T090000",
        "DTSTART;VALUE=DATE:20261123", "DTSTART:20261123T090000",
    ])
    func known(start: String) throws {
        #expect(try !page(start: start).contains("is not known"))
    }
}

@testable import Calendars
import CivilTime
import ICalendar
import Storage
import TestSupport
import Testing

@Suite("Edits of events with the faults of programs")
struct MendedEditTests {
    let world: ImportWorld

    init() throws { world = try ImportWorld() }

    /// Stores an event as a phone does, changes its title, and returns the text.
    private func renamed(_ text: String) throws -> String {
        let place = ObjectPlace("personal", "a.ics")
        _ = try world.home.put(Array(text.utf8), at: place)
        let stored = try #require(try world.home.event(at: place))
        var draft = stored.draft
        draft.title = "New title"
        _ = try world.home.edit(place, at: nil, .all, draft, ifTag: stored.tag)
        return try world.text("a")
    }

    @Test("an end before its start is gone after the next edit", arguments: [
        "DTEND:20261123T080000Z", "DTEND;VALUE=DATE:20261123",
    ])
    func ends(line: String) throws {
        let text = try renamed(file(event("a", line, "PRIORITY:high")))
        #expect(text.contains("SUMMARY:New title\r\n"))
        #expect(!text.contains("DTEND"))
        #expect(text.contains("PRIORITY:high"), "what the edit did not touch stays")
    }

    @Test("an end on a day is a time after the next edit")
    func mixed() throws {
        let text = try renamed(file(event("a", "DTEND;VALUE=DATE:20261124")))
        #expect(text.contains("DTEND:20261124T000000Z\r\n"))
    }

    @Test("the name of an unknown zone stays, and its times are those of the account")
    func unknownZone() throws {
        let start = "DTSTART;TZID=Customized Time Zone:20261123T090000"
        #expect(try renamed(file(event("a", start: start))).contains(start))
        let stored = try #require(try world.home.event(at: ObjectPlace("personal", "a.ics")))
        guard case .timed(let start, let zone, _, _) = stored.draft.time else {
            Issue.record("\(stored.draft.time)")
            return
        }
        #expect((start.clock, zone) == ("09:00", "Asia/Riyadh"))
        #expect(stored.unknownZone?.name == "Customized Time Zone")
    }
}

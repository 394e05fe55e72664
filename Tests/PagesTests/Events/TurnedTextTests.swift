import Calendars
import Storage
import TestSupport
import Testing

@Suite("Marks that turn a text around")
struct TurnedTextTests: StoredEventTests {
    let world: CalendarWorld

    init() throws { world = try CalendarWorld() }

    @Test("are not in the texts of others on an event's page")
    func event() throws {
        let page = try browser.get(try put("""
            LOCATION:\u{202E}Room\r
            URL:x:\u{202E}link\r
            DESCRIPTION:\u{202E}Note\r
            CATEGORIES:\u{202E}Work\r
            ORGANIZER;CN=\u{202E}Maryam:mailto:maryam@example.org\r
            ATTENDEE;CN=\u{202E}Ali:mailto:ali@example.org\r
            ATTENDEE:mailto:\u{202E}omar@example.org
            """))
        for words in ["Room", "link", "Note", "Work", "Maryam", "Ali", "omar@example.org"] {
            #expect(page.contains(words), "\(words)")
        }
        #expect(!page.text.unicodeScalars.contains("\u{202E}"))
    }

    @Test("are not in the report of an import, and not in the excerpts of a search")
    func lists() throws {
        let text = CalendarWorld.event("a", "RRULE:FREQ=SOMETIMES").replacing("Event a", with: "\u{202E}Dinner")
            + CalendarWorld.event("b", "ATTENDEE;CN=\u{202E}Ali \u{2067}Saleh:mailto:ali@example.org")
        try browser.get("/calendars/import")
        let report = try browser.upload(
            "/calendars/import", ["calendar": "\(world.calendar().id)", "name": ""], file: Array(text.utf8),
            named: "a.ics")
        #expect(report.contains("Dinner"))
        let search = try browser.get("/calendar/search?q=saleh")
        #expect(search.contains("Saleh"))
        for page in [report, search] {
            #expect(!page.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2067}" })
        }
    }
}

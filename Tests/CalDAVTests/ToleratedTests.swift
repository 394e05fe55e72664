import HTTP
import TestSupport
import Testing

@Suite("Objects as phones write them")
struct ToleratedTests {
    let client: Client

    init() throws { client = try Client() }

    /// Stores an object and returns the status and the text that GET has then.
    private func stored(_ text: String) throws -> (status: Int, text: String) {
        let status = try client.put(client.personal + "a.ics", text).status
        return (status, try client.send(.get, client.personal + "a.ics").text)
    }

    @Test("values on which no start depends may be anything, and stay as they are", arguments: [
        "DTEND:20260105T090000Z", "DTEND;VALUE=DATE:20260105", "DTEND:later", "DURATION:PT1D",
        "DURATION:PT-22H0M0S",
        "PRIORITY:high", "SEQUENCE:a", "GEO:52.1", "PERCENT-COMPLETE:fifty", "CREATED:   51222T205954Z",
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1D\nACKNOWLEDGED:soon\nEND:VALARM",
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-P300S\nEND:VALARM",
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-15M\nEND:VALARM",
        "RRULE:FREQ=DAILY\nEND:VEVENT\nBEGIN:VEVENT\nUID:a\nDTSTAMP:20260101T000000Z\n"
            + "RECURRENCE-ID:20260106T100000Z\nDTSTART:20260106T120000Z\nDTEND:20260106T110000Z",
    ])
    func values(lines: String) throws {
        let text = event("a", "DTSTART:20260105T100000Z\n" + lines)
        let answer = try stored(text)
        #expect(answer.status == 201)
        #expect(answer.text == text)
    }

    @Test("a to-do may be due before it begins, on a day or at a time", arguments: [
        "DUE:20260105T090000Z", "DUE;VALUE=DATE:20260105",
    ])
    func toDos(due: String) throws {
        let tasks = try client.make("work")
        let text = calendar(component("VTODO", "t", "DTSTART:20260105T100000Z\n" + due))
        #expect(try client.put(tasks + "t.ics", text).status == 201)
        #expect(try client.send(.get, tasks + "t.ics").text == text)
    }

    @Test("an event in an unknown zone is found at the clocks of the account")
    func unknownZone() throws {
        let text = event("a", "DTSTART;TZID=Customized Time Zone:20260105T100000\nDURATION:PT1H")
        #expect(try stored(text).status == 201)
        // The customer is in Riyadh, three hours east of UTC.
        func filter(_ start: String, _ end: String) -> String {
            vCalendar("<c:comp-filter name=\"VEVENT\">\(range(start, end))</c:comp-filter>")
        }
        let found = try client.query(
            client.personal, filter("20260105T070000Z", "20260105T070100Z"),
            "<c:calendar-data><c:expand start=\"20260105T000000Z\" end=\"20260106T000000Z\"/></c:calendar-data>")
        #expect(found.names == ["a.ics"])
        #expect(found.data("a.ics")?.contains("DTSTART:20260105T070000Z\r\n") == true)
        let earlier = try client.query(client.personal, filter("20260105T060000Z", "20260105T070000Z"))
        #expect(earlier.names == [])
    }

    @Test("a count of 0 is one occurrence")
    func countOfZero() throws {
        #expect(try stored(event("a", "DTSTART:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=0")).status == 201)
        for (day, names) in [("05", ["a.ics"]), ("06", [])] as [(String, Set<String>)] {
            let window = range("202601\(day)T000000Z", "202601\(day)T235959Z")
            let found = try client.query(
                client.personal, vCalendar("<c:comp-filter name=\"VEVENT\">\(window)</c:comp-filter>"))
            #expect(found.names == names)
        }
    }
}

import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("The data of reports (RFC 4791 §9.6)")
struct QueryDataTests {
    let client: Client

    init() throws { client = try Client() }

    private func data(_ uid: String, _ content: String, _ request: String, _ filter: String = "") throws -> String {
        try #require(try client.put(client.personal + uid + ".ics", content).status == 201)
        let answer = try client.query(
            client.personal, vCalendar("<c:comp-filter name=\"VEVENT\">\(filter)</c:comp-filter>"),
            "<d:getetag/>\(request)")
        return try #require(answer.data(uid + ".ics"), "\(answer.text)")
    }

    private func count(_ line: String, in text: String) -> Int {
        text.split(separator: "\r\n").count { $0 == line }
    }

    private let january = "start=\"20260101T000000Z\" end=\"20260201T000000Z\""

    @Test("expanded: one component for each occurrence in the window, in UTC, without rules and zones")
    func expand() throws {
        let text = try data(
            "a",
            calendar(
                component(
                    "VEVENT", "a",
                    "DTSTART;TZID=Europe/Berlin:20251229T100000\nDTEND;TZID=Europe/Berlin:20251229T110000\n"
                        + "RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260105T100000"
                )
                    + "\n"
                    + component(
                        "VEVENT", "a",
                        "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000\nDTSTART;TZID=Europe/Berlin:20260113T120000\n"
                            + "DTEND;TZID=Europe/Berlin:20260113T130000\nSUMMARY:Moved"
                    )),
            "<c:calendar-data><c:expand \(january)/></c:calendar-data>")
        #expect(count("BEGIN:VEVENT", in: text) == 2)
        #expect(text.contains("DTSTART:20260113T110000Z") && text.contains("RECURRENCE-ID:20260112T090000Z"))
        #expect(text.contains("DTSTART:20260119T090000Z") && text.contains("RECURRENCE-ID:20260119T090000Z"))
        #expect(
            !text.contains("RRULE") && !text.contains("EXDATE") && !text.contains("VTIMEZONE") && !text.contains("TZID")
        )
    }

    @Test("expanded: days stay days, and this-and-future changes count from their day on")
    func expandDays() throws {
        let days = try data(
            "a", event("a", "DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=WEEKLY;COUNT=2"),
            "<c:calendar-data><c:expand \(january)/></c:calendar-data>")
        #expect(days.contains("DTSTART;VALUE=DATE:20260105") && days.contains("RECURRENCE-ID;VALUE=DATE:20260112"))
        let future = try data(
            "b",
            calendar(
                component("VEVENT", "b", "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nRRULE:FREQ=DAILY;COUNT=4")
                    + "\n"
                    + component(
                        "VEVENT", "b",
                        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T100000Z\nDTSTART:20260107T120000Z\n"
                            + "DTEND:20260107T140000Z\nSUMMARY:Later"
                    )),
            "<c:calendar-data><c:expand \(january)/></c:calendar-data>")
        #expect(future.contains("DTSTART:20260108T120000Z") && future.contains("DTEND:20260108T140000Z"))
        #expect(count("SUMMARY:Later", in: future) == 2)
        #expect(count("BEGIN:VEVENT", in: future) == 4)
    }

    @Test("with a limited set: the series, and only the overrides that touch the window")
    func limited() throws {
        func override(_ day: String) -> String {
            component(
                "VEVENT", "a",
                "RECURRENCE-ID:202601\(day)T100000Z\nDTSTART:202601\(day)T120000Z\nDTEND:202601\(day)T130000Z")
        }
        let text = try data(
            "a",
            calendar(
                component("VEVENT", "a", "DTSTART:20260101T100000Z\nDTEND:20260101T110000Z\nRRULE:FREQ=DAILY;COUNT=20")
                    + "\n" + override("05") + "\n" + override("15")),
            "<c:calendar-data><c:limit-recurrence-set start=\"20260104T000000Z\" end=\"20260106T000000Z\"/>"
                + "</c:calendar-data>"
        )
        #expect(text.contains("RRULE:FREQ=DAILY;COUNT=20"))
        #expect(text.contains("RECURRENCE-ID:20260105T100000Z") && !text.contains("RECURRENCE-ID:20260115T100000Z"))
    }

    @Test("with limited free-busy: only the periods that touch the window")
    func limitedFreeBusy() throws {
        let work = try client.make("work")
        try client.put(
            work + "a.ics",
            calendar(
                component(
                    "VFREEBUSY", "a",
                    "DTSTART:20260101T000000Z\nDTEND:20260201T000000Z\nFREEBUSY:20260105T100000Z/PT1H,"
                        + "20260120T100000Z/PT1H"
                )))
        let answer = try client.query(
            work, vCalendar(""),
            """
            <c:calendar-data><c:limit-freebusy-set start="20260104T000000Z" end="20260106T000000Z"/></c:calendar-data>
            """)
        let text = try #require(answer.data("a.ics"))
        #expect(text.contains("20260105T100000Z") && !text.contains("20260120T100000Z"))
    }

    @Test("in parts: named components and properties only, or names without values")
    func partial() throws {
        let text = try data(
            "a",
            calendar(
                customZone + "\n"
                    + component(
                        "VEVENT", "a",
                        "DTSTART;TZID=Two hours east:20260105T100000\nSUMMARY:Tea\nDESCRIPTION:Long\nBEGIN:VALARM\n"
                            + "ACTION:AUDIO\nTRIGGER:-PT5M\nEND:VALARM"
                    )),
            """
            <c:calendar-data><c:comp name="VCALENDAR"><c:prop name="VERSION"/><c:comp name="VEVENT">\
            <c:prop name="UID"/>\
            <c:prop name="SUMMARY"/><c:prop name="DESCRIPTION" novalue="yes"/></c:comp><c:comp name="VTIMEZONE"/>\
            </c:comp></c:calendar-data>
            """)
        #expect(text.contains("VERSION:2.0") && !text.contains("PRODID"))
        #expect(
            text.contains("UID:a") && text.contains("SUMMARY:Tea") && !text.contains("DTSTAMP")
                && !text.contains("VALARM"))
        #expect(text.contains("DESCRIPTION:\r\n"))
        // As in the example of RFC 4791 §7.8.1.
        #expect(text.contains("BEGIN:VTIMEZONE") && text.contains("TZOFFSETTO"))
    }

    @Test("is as it was stored without a request for parts, and in other types only if they are known")
    func whole() throws {
        let text = event("a", "DTSTART:20260105T100000Z\nSUMMARY:<&>\"'\u{1F54C}]]>")
        #expect(try data("a", text, "<c:calendar-data/>") == text)
        #expect(
            try client.query(
                client.personal, vCalendar(""), "<c:calendar-data content-type=\"text/calendar\" version=\"2.0\"/>"
            ).data("a.ics") == text)
        let json = try client.query(
            client.personal, vCalendar(""), "<c:calendar-data content-type=\"application/calendar+json\"/>")
        #expect(json.data("a.ics")?.hasPrefix("[\"vcalendar\"") == true)
        for type in ["content-type=\"text/vcard\"", "version=\"3.0\""] {
            #expect(
                try client.query(client.personal, vCalendar(""), "<c:calendar-data \(type)/>").error
                    == "c:supported-calendar-data")
        }
        #expect(
            try client.query(
                client.personal, vCalendar(""),
                "<c:calendar-data><c:expand start=\"20260101T000000Z\"/></c:calendar-data>"
            ).status == 400)
    }

    @Test("of a multiget is expanded and limited as well")
    func multiget() throws {
        try client.put(events: ["a": "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nRRULE:FREQ=DAILY;COUNT=3"])
        let answer = try client.report(
            client.personal, "c:calendar-multiget",
            """
            <d:prop><c:calendar-data><c:expand \(january)/></c:calendar-data></d:prop>\
            <d:href>\(client.personal)a.ics</d:href>
            """)
        #expect(count("BEGIN:VEVENT", in: try #require(answer.data("a.ics"))) == 3)
    }
}

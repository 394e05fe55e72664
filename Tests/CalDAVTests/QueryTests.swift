import HTTP
import Postgres
import Storage
import TestSupport
import Testing
import XML

@Suite("calendar-query (RFC 4791 §7.8, §9.7 to §9.9)")
struct QueryTests {
    let client: Client

    init() throws { client = try Client() }

    @Test(
        "finds events by their time as the table of §9.9 says: what ends at the start, or starts at the end, is outside"
    )
    func events() throws {
        try client.put(events: [
            "before": "DTSTART:20260105T080000Z\nDTEND:20260105T100000Z",
            "over": "DTSTART:20260105T080000Z\nDTEND:20260105T100001Z",
            "duration": "DTSTART:20260105T080000Z\nDURATION:PT3H",
            "inside": "DTSTART:20260105T103000Z\nDTEND:20260105T104000Z",
            "moment": "DTSTART:20260105T100000Z",
            "moment-at-end": "DTSTART:20260105T110000Z",
            "zero": "DTSTART:20260105T100000Z\nDURATION:PT0S",
            "around": "DTSTART:20251201T080000Z\nDTEND:20260601T100000Z",
            "day": "DTSTART;VALUE=DATE:20260105",
            "day-before": "DTSTART;VALUE=DATE:20260104",
            "days": "DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260110",
            "floating": "DTSTART:20260105T130000\nDTEND:20260105T140000",
            "zoned": "DTSTART;TZID=Europe/Berlin:20260105T110000\nDTEND;TZID=Europe/Berlin:20260105T113000",
            "after": "DTSTART:20260105T110000Z\nDTEND:20260105T120000Z",
            "weekly": "DTSTART:20200106T100000Z\nDTEND:20200106T103000Z\nRRULE:FREQ=WEEKLY",
            "ended": "DTSTART:20200106T100000Z\nDTEND:20200106T103000Z\nRRULE:FREQ=WEEKLY;UNTIL=20251231T000000Z",
            "excluded": "DTSTART:20200106T100000Z\nDTEND:20200106T103000Z\nRRULE:FREQ=WEEKLY\nEXDATE:20260105T100000Z",
            "extra": "DTSTART:20200106T100000Z\nDTEND:20200106T103000Z\nRDATE:20260105T103000Z",
        ])
        // The customer's zone is Riyadh, three hours east: floating 13:00 is 10:00 UTC, and the day is until 21:00 UTC.
        #expect(
            try client.found(range("20260105T100000Z", "20260105T110000Z")) == [
                "over.ics", "duration.ics", "inside.ics", "moment.ics", "zero.ics", "around.ics", "day.ics", "days.ics",
                "floating.ics", "zoned.ics", "weekly.ics", "extra.ics",
            ])
    }

    @Test("finds the moved occurrence of a series at its new time, and not at its old one")
    func overrides() throws {
        try client.put(
            client.personal + "a.ics",
            calendar(
                component("VEVENT", "a", "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nRRULE:FREQ=DAILY;COUNT=3")
                    + "\n"
                    + component(
                        "VEVENT", "a",
                        "RECURRENCE-ID:20260106T100000Z\nDTSTART:20260109T100000Z\nDTEND:20260109T110000Z")))
        #expect(try client.found(range("20260106T000000Z", "20260107T000000Z")) == [])
        #expect(try client.found(range("20260109T000000Z", "20260110T000000Z")) == ["a.ics"])
        try client.put(
            client.personal + "b.ics",
            calendar(
                component("VEVENT", "b", "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nRRULE:FREQ=DAILY;COUNT=9")
                    + "\n"
                    + component(
                        "VEVENT", "b",
                        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T100000Z\nDTSTART:20260107T150000Z\n"
                            + "DTEND:20260107T160000Z"
                    )))
        #expect(try client.found(range("20260110T140000Z", "20260110T170000Z")) == ["b.ics"])
        #expect(try client.found(range("20260110T090000Z", "20260110T120000Z")) == [])
    }

    @Test("finds to-dos by the table of §9.9, also those without a time")
    func toDos() throws {
        for (uid, content) in [
            ("start-duration", "DTSTART:20260105T100000Z\nDURATION:PT1H"),
            ("start-due", "DTSTART:20260104T100000Z\nDUE:20260106T100000Z"),
            ("start", "DTSTART:20260105T100000Z"), ("due", "DUE:20260105T103000Z"),
            ("due-late", "DUE:20270105T103000Z"),
            ("done", "COMPLETED:20260105T103000Z\nCREATED:20260101T000000Z"),
            ("completed", "COMPLETED:20260105T103000Z"), ("completed-early", "COMPLETED:20250105T103000Z"),
            ("created", "CREATED:20250105T103000Z"), ("created-late", "CREATED:20270105T103000Z"),
            ("nothing", "SUMMARY:x"),
        ] {
            #expect(
                try client.put(client.tasks + uid + ".ics", calendar(component("VTODO", uid, content))).status == 201)
        }
        #expect(
            try client.found(range("20260105T100000Z", "20260105T110000Z"), in: client.tasks, kind: "VTODO") == [
                "start-duration.ics", "start-due.ics", "start.ics", "due.ics", "done.ics", "completed.ics",
                "created.ics", "nothing.ics",
            ])
    }

    @Test("finds events by their alarms")
    func alarms() throws {
        func alarm(_ trigger: String) -> String {
            "DTSTART:20260105T100000Z\nDTEND:20260105T110000Z\nBEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n"
                + "\(trigger)\nEND:VALARM"
        }
        try client.put(events: [
            "before": alarm("TRIGGER:-PT1H"), "absolute": alarm("TRIGGER;VALUE=DATE-TIME:20260105T090000Z"),
            "repeated": alarm("TRIGGER:-PT3H\nREPEAT:4\nDURATION:PT30M"), "end": alarm("TRIGGER;RELATED=END:PT0S"),
            "none": "DTSTART:20260105T100000Z",
        ])
        let window = range("20260105T085000Z", "20260105T091000Z")
        #expect(
            try client.found("<c:comp-filter name=\"VALARM\">\(window)</c:comp-filter>") == [
                "before.ics", "absolute.ics", "repeated.ics",
            ])
        #expect(try client.found("<c:comp-filter name=\"VALARM\"><c:is-not-defined/></c:comp-filter>") == ["none.ics"])
        #expect(
            try client.found("<c:comp-filter name=\"VALARM\"/>") == [
                "before.ics", "absolute.ics", "repeated.ics", "end.ics",
            ])
    }

    @Test("finds by properties: there, not there, text in both collations, negated, parameters, times")
    func properties() throws {
        try client.put(events: [
            "a":
                "DTSTART:20260105T100000Z\nSUMMARY:Tea with ZAID\nCATEGORIES:HOME,WORK\n"
                    + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@example.org",
            "b":
                "DTSTART:20260106T100000Z\nSUMMARY:straße ÉCOLE\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:b@example.org\n"
                    + "LAST-MODIFIED:20260103T000000Z",
            "c": "DTSTART:20260107T100000Z\nX-FOO:bar",
        ])
        func text(_ property: String, _ match: String, _ attributes: String = "") throws -> Set<String> {
            try client.found(
                "<c:prop-filter name=\"\(property)\"><c:text-match \(attributes)>\(match)</c:text-match>"
                    + "</c:prop-filter>"
            )
        }
        #expect(try client.found("<c:prop-filter name=\"SUMMARY\"/>") == ["a.ics", "b.ics"])
        #expect(try client.found("<c:prop-filter name=\"SUMMARY\"><c:is-not-defined/></c:prop-filter>") == ["c.ics"])
        #expect(try client.found("<c:prop-filter name=\"x-foo\"/>") == ["c.ics"])
        #expect(try text("SUMMARY", "zaid") == ["a.ics"])
        #expect(try text("SUMMARY", "zaid", "collation=\"i;octet\"") == [])
        #expect(try text("SUMMARY", "ZAID", "collation=\"i;octet\"") == ["a.ics"])
        #expect(try text("SUMMARY", "zaid", "negate-condition=\"yes\"") == ["b.ics"])
        #expect(try text("SUMMARY", "école", "collation=\"i;unicode-casemap\"") == ["b.ics"])
        #expect(try text("SUMMARY", "école", "collation=\"i;ascii-casemap\"") == [])
        #expect(try text("CATEGORIES", "work") == ["a.ics"])
        #expect(try text("UID", "b", "collation=\"i;octet\"") == ["b.ics"])
        #expect(
            try client.query(
                client.personal,
                vCalendar(
                    "<c:comp-filter name=\"VEVENT\"><c:prop-filter name=\"SUMMARY\">"
                        + "<c:text-match collation=\"i;klingon\">x</c:text-match></c:prop-filter></c:comp-filter>"
                )
            )
            .error == "c:supported-collation")
        func parameter(_ filter: String) throws -> Set<String> {
            try client.found(
                "<c:prop-filter name=\"ATTENDEE\"><c:param-filter name=\"PARTSTAT\">\(filter)</c:param-filter>"
                    + "</c:prop-filter>"
            )
        }
        #expect(try parameter("<c:text-match>needs-action</c:text-match>") == ["b.ics"])
        #expect(try parameter("") == ["a.ics", "b.ics"])
        #expect(try parameter("<c:is-not-defined/>") == [])
        #expect(
            try client.found("<c:prop-filter name=\"LAST-MODIFIED\">\(range("20260101T000000Z", nil))</c:prop-filter>")
                == ["b.ics"])
    }

    @Test("joins its conditions by AND, and tells kinds apart")
    func conjunction() throws {
        let work = try client.make("work")
        try client.put(work + "a.ics", event("a", "DTSTART:20260105T100000Z\nSUMMARY:Tea\nSTATUS:CONFIRMED"))
        try client.put(work + "b.ics", event("b", "DTSTART:20260105T100000Z\nSUMMARY:Tea"))
        try client.put(work + "c.ics", calendar(component("VTODO", "c", "SUMMARY:Tea\nSTATUS:COMPLETED")))
        try client.put(work + "d.ics", calendar(component("VJOURNAL", "d", "SUMMARY:Tea")))
        let both =
            "<c:prop-filter name=\"SUMMARY\"><c:text-match>tea</c:text-match></c:prop-filter>"
                + "<c:prop-filter name=\"STATUS\"/>"
        #expect(try client.found(both, in: work) == ["a.ics"])
        #expect(try client.found(both, in: work, kind: "VTODO") == ["c.ics"])
        #expect(try client.found("", in: work, kind: "VJOURNAL") == ["d.ics"])
        #expect(
            try client.query(work, vCalendar("<c:comp-filter name=\"VEVENT\"><c:is-not-defined/></c:comp-filter>"))
                .names
                == ["c.ics", "d.ics"])
        #expect(
            try client.query(work, vCalendar("<c:comp-filter name=\"VEVENT\"/><c:comp-filter name=\"VTODO\"/>")).names
                == [])
        #expect(try client.query(work, vCalendar("<c:prop-filter name=\"PRODID\"/>")).names.count == 4)
        #expect(try client.query(work, vCalendar("<c:prop-filter name=\"METHOD\"/>")).names == [])
        #expect(try client.query(work, vCalendar("<c:comp-filter name=\"VTIMEZONE\"/>")).names == [])
    }

    @Test("reads days and floating times in the zone of the query, then of the calendar, then of the customer")
    func zones() throws {
        try client.put(events: ["day": "DTSTART;VALUE=DATE:20260105"])
        // 22:00 to 23:00 UTC on the 5th: over in Riyadh and Berlin (from 23:00 UTC), not in New York.
        let late = range("20260106T000000Z", "20260106T010000Z")
        let filter = vCalendar("<c:comp-filter name=\"VEVENT\">\(late)</c:comp-filter>")
        #expect(try client.query(client.personal, filter).names == [])
        #expect(
            try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone-id>America/New_York</c:timezone-id>")
                .names == ["day.ics"])
        let west = calendar(customZone.replacing("+0200", with: "-0500")).replacing("\r\n", with: "&#13;\n")
        #expect(
            try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone>\(west)</c:timezone>").names == [
                "day.ics"
            ])
        _ = try client.patch(
            client.personal,
            "<d:set><d:prop><c:calendar-timezone-id>America/New_York</c:calendar-timezone-id></d:prop></d:set>")
        #expect(try client.query(client.personal, filter).names == ["day.ics"])
        #expect(
            try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone-id>Asia/Riyadh</c:timezone-id>")
                .names == [])
        #expect(
            try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone-id>Mars/Olympus</c:timezone-id>")
                .error == "c:valid-timezone")
        #expect(
            try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone>junk</c:timezone>").error
                == "c:valid-calendar-data")
        for missing in ["VERSION:2.0", "PRODID:-//Example//Client//EN", "TZOFFSETTO:-0500", "TZOFFSETFROM:-0500"] {
            let text = west.replacing(missing + "&#13;\n", with: "")
            #expect(text != west)
            #expect(
                try client.query(client.personal, filter, "<d:getetag/>", "<c:timezone>\(text)</c:timezone>").error
                    == "c:valid-calendar-data", "without \(missing)")
        }
    }

    @Test(
        "refuses filters that are wrong, with the condition",
        arguments: [
            "", "<c:comp-filter name=\"VEVENT\"/>", vCalendar("") + vCalendar(""), "<c:comp-filter/>",
            vCalendar("<c:comp-filter name=\"VALARM\"/>"), vCalendar(range("20260101T000000Z", nil)),
            vCalendar("<c:comp-filter name=\"VEVENT\"><c:comp-filter name=\"VTODO\"/></c:comp-filter>"),
            vCalendar("<c:comp-filter name=\"VEVENT\"><c:time-range/></c:comp-filter>"),
            vCalendar("<c:comp-filter name=\"VEVENT\">\(range("20260101", "20260102"))</c:comp-filter>"),
            vCalendar("<c:comp-filter name=\"VEVENT\">\(range("20260101T000000", nil))</c:comp-filter>"),
            vCalendar(
                "<c:comp-filter name=\"VEVENT\">\(range("20260102T000000Z", "20260101T000000Z"))</c:comp-filter>"),
            vCalendar(
                "<c:comp-filter name=\"VEVENT\"><c:is-not-defined/><c:prop-filter name=\"UID\"/></c:comp-filter>"),
            vCalendar(
                "<c:comp-filter name=\"VEVENT\"><c:prop-filter name=\"UID\">"
                    + "<c:text-match negate-condition=\"maybe\">a</c:text-match></c:prop-filter></c:comp-filter>"
            ),
        ])
    func invalid(filter: String) throws {
        #expect(try client.query(client.personal, filter).error == "c:valid-filter", "\(filter)")
    }

    @Test("refuses conditions that it does not know, rather than find too much")
    func unsupported() throws {
        let answer = try client.query(
            client.personal, vCalendar("<c:comp-filter name=\"VEVENT\"><x:near xmlns:x=\"urn:x\"/></c:comp-filter>"))
        #expect(answer.status == 403)
        #expect(answer.error == "c:supported-filter")
    }

    @Test("of the home finds the objects of all its calendars, and multiget gives them")
    func home() throws {
        let other = try client.make("other")
        try client.put(events: ["a": "DTSTART:20260105T100000Z", "b": "DTSTART:20270105T100000Z"])
        try client.put(other + "c.ics", event("c"))
        try client.put(client.tasks + "d.ics", calendar(component("VTODO", "d", "SUMMARY:Bread")))
        let month = range("20260101T000000Z", "20260201T000000Z")
        let events = vCalendar("<c:comp-filter name=\"VEVENT\">\(month)</c:comp-filter>")
        let answer = try client.query(client.home, events, "<d:getetag/><c:calendar-data/>")
        #expect(Set(answer.parts.keys) == [client.personal + "a.ics", other + "c.ics"])
        #expect(answer.data("c.ics") == event("c"))
        #expect(try client.query(client.home, vCalendar("<c:comp-filter name=\"VTODO\"/>")).names == ["d.ics"])
        let reports = try client.properties(client.home, "<d:supported-report-set/>").only?.ok["d:supported-report-set"]
        #expect(
            reports?.names.isSuperset(of: ["c:calendar-query", "c:calendar-multiget", "c:free-busy-query"]) == true)
        #expect(reports?.names.contains("d:sync-collection") == false)
    }

    @Test("of an object examines that object only, and is not offered elsewhere")
    func places() throws {
        try client.put(events: ["a": "DTSTART:20260105T100000Z", "b": "DTSTART:20260105T100000Z"])
        #expect(try client.query(client.personal + "a.ics", vCalendar("")).names == ["a.ics"])
        #expect(try client.query("/dav/calendars/", vCalendar("")).error == "d:supported-report")
        #expect(try client.query(client.home + "missing/", vCalendar("")).status == 404)
        #expect(try client.query(client.personal + "missing.ics", vCalendar("")).status == 404)
        #expect(try client.report(client.personal, "c:unknown-report", "").error == "d:supported-report")
        #expect(try client.send(.report, client.personal).status == 400)
    }
}

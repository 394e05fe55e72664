import CivilTime
import DAV
import ICalendar
import Testing

@Suite("Objects that clients store")
struct ObjectTests {
    private func check(
        _ text: String, _ rules: StorageRules = StorageRules(), contentType: String? = "text/calendar; charset=utf-8"
    ) throws -> CheckedObject {
        var budget = WorkBudget.standard
        return try ObjectCheck(rules, floating: zone("Europe/Berlin") ?? .utc, database: zone)
            .check(octets(text), CalendarFormat(ofBody: contentType), budget: &budget)
    }

    private func wrapped(_ content: String, _ head: String = "") -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n\(head)\(content)\nEND:VCALENDAR\r\n"
    }

    private func event(_ lines: String, uid: String = "1") -> String {
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VEVENT"
    }

    @Test("the octets of a client are stored as they are")
    func verbatim() throws {
        let text = wrapped(event("DTSTART:20260104T100000Z\nX-Apple-Thing;VALUE=URI:geo:1,2\nsummary:  Two  spaces"))
        let checked = try check(text)
        #expect(checked.octets == octets(text))
        #expect(checked.isAsSent)
    }

    @Test("the facts of an event are found")
    func facts() throws {
        let facts = try check(wrapped(event("""
            DTSTART;TZID=Europe/Berlin:20260104T100000
            DTEND;TZID=Europe/Berlin:20260104T113000
            SUMMARY:Tea\\, cake
            STATUS:Tentative
            TRANSP:TRANSPARENT
            """, uid: "a\\,b"))).facts
        #expect(facts == ObjectFacts(
            uid: "a,b", kind: "VEVENT", firstStart: try moment("20260104T090000Z"),
            lastEnd: try moment("20260104T103000Z"), summary: "Tea, cake", status: "TENTATIVE", isTransparent: true,
            plain: PlainFacts(isAllDay: false)))
    }

    @Test("a series has the bounds of all its occurrences", arguments: [
        ("RRULE:FREQ=DAILY;COUNT=3", "20260106T110000Z"),
        ("RRULE:FREQ=DAILY;UNTIL=20260105T100000Z", "20260105T110000Z"),
        ("RRULE:FREQ=YEARLY", nil), ("RDATE:20260201T100000Z", "20260201T110000Z"),
        // No year has this day, and the search for one ends.
        ("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", nil),
    ])
    func series(rule: String, end: String?) throws {
        let facts = try check(wrapped(event("DTSTART:20260104T100000Z\nDURATION:PT1H\n\(rule)"))).facts
        #expect(facts.isRecurring)
        #expect(try facts.firstStart == moment("20260104T100000Z"))
        #expect(try facts.lastEnd == end.map { try moment($0) })
    }

    @Test("days and floating times have bounds for every zone", arguments: [
        ("DTSTART;VALUE=DATE:20260104", "20260103T100000Z", "20260105T140000Z"),
        ("DTSTART:20260104T100000\nDTEND:20260104T110000", "20260103T200000Z", "20260105T010000Z"),
    ])
    func floating(lines: String, start: String, end: String) throws {
        let facts = try check(wrapped(event(lines))).facts
        #expect(facts.isFloating)
        #expect(try facts.firstStart == moment(start))
        #expect(try facts.lastEnd == moment(end))
    }

    @Test("a task without times has no bounds")
    func toDo() throws {
        let facts = try check(wrapped("BEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nSUMMARY:Milk\nEND:VTODO")).facts
        #expect(facts == ObjectFacts(uid: "1", kind: "VTODO", summary: "Milk"))
    }

    @Test("a task of which one part has no time has no bounds, since that part may match any window")
    func partlyDatedToDo() throws {
        let facts = try check(wrapped("""
            BEGIN:VTODO
            UID:1
            DTSTAMP:20260101T000000Z
            END:VTODO
            BEGIN:VTODO
            UID:1
            DTSTAMP:20260101T000000Z
            RECURRENCE-ID:20260104T100000Z
            DUE:20260105T100000Z
            END:VTODO
            """)).facts
        #expect(facts.firstStart == nil)
        #expect(facts.lastEnd == nil)
    }

    @Test("an object that breaks a rule names the precondition, and nothing else", arguments: [
        ("BEGIN:VEVENT\nUID:1\nEND:VEVENT", "valid-calendar-data"), ("not a calendar", "valid-calendar-data"),
        ("", "valid-calendar-data"),
        ("%METHOD:REQUEST", "valid-calendar-object-resource"), ("%2", "valid-calendar-object-resource"),
        ("%todo", "valid-calendar-object-resource"), ("%empty", "valid-calendar-object-resource"),
        ("%nouid", "valid-calendar-object-resource"),
        ("%control", "valid-calendar-data"),
        ("%nonsense", "valid-calendar-data"), ("%rscale", "supported-rscale"),
        ("%noncharacter", "valid-calendar-data"),
    ])
    func defects(text: String, element: String) {
        let start = "DTSTART:20260104T100000Z"
        let text = switch text {
        case "%METHOD:REQUEST": wrapped(event(start), "METHOD:REQUEST\r\n")
        case "%2": wrapped(event(start) + "\n" + event(start, uid: "2"))
        case "%todo": wrapped(event(start) + "\nBEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\nEND:VTODO")
        case "%empty": wrapped("""
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0100
            END:STANDARD
            END:VTIMEZONE
            """)
        case "%nouid": wrapped("BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\(start)\nEND:VEVENT")
        case "%control": wrapped(event("\(start)\nSUMMARY:a\u{1}b"))
        case "%noncharacter": wrapped(event("\(start)\nSUMMARY:a\u{FFFF}b"))
        case "%nonsense": wrapped(event("DTSTART:yesterday"))
        case "%rscale": wrapped(event("\(start)\nRRULE:RSCALE=KLINGON;FREQ=YEARLY"))
        default: text
        }
        #expect(refusal { _ = try check(text) } == "{urn:ietf:params:xml:ns:caldav}\(element) 403")
    }

    @Test("the limits of a calendar name their preconditions", arguments: [
        "supported-calendar-component", "max-resource-size", "max-instances", "max-attendees-per-instance",
        "min-date-time", "max-date-time",
    ])
    func limits(element: String) {
        var rules = StorageRules()
        switch element {
        case "supported-calendar-component": rules.kinds = ["VTODO"]
        case "max-resource-size": rules.octets = 100
        case "max-instances": rules.occurrences = 3
        case "max-attendees-per-instance": rules.attendees = 0
        case "min-date-time": rules.earliest = Instant(secondsSince1970: 2_000_000_000)
        default: rules.latest = Instant(secondsSince1970: 1_000_000_000)
        }
        let text = wrapped(event("DTSTART:20260104T100000Z\nRRULE:FREQ=DAILY;COUNT=4\nATTENDEE:mailto:a@example.com"))
        #expect(refusal { _ = try check(text) } == nil)
        #expect(refusal { _ = try check(text, rules) } == "{urn:ietf:params:xml:ns:caldav}\(element) 403")
    }

    @Test("an object is iCalendar in UTF-8, or jCal", arguments: [
        (nil, true), ("text/calendar", true), ("text/calendar; component=vevent; charset=\"UTF-8\"", true),
        ("TEXT/CALENDAR", true),
        ("text/calendar; charset=iso-8859-1", false), ("text/plain", false), ("application/octet-stream", false),
        ("", false),
    ])
    func contentTypes(contentType: String?, isAccepted: Bool) {
        #expect(refusal { _ = try check(wrapped(event("DTSTART:20260104T100000Z")), contentType: contentType) }
            == (isAccepted ? nil : "{urn:ietf:params:xml:ns:caldav}supported-calendar-data 403"))
    }

    @Test("octets that are not UTF-8 are refused")
    func encoding() {
        var budget = WorkBudget.standard
        let text = wrapped(event("DTSTART:20260104T100000Z\nSUMMARY:a"))
        let body = octets(text).map { $0 == UInt8(ascii: "a") ? 0xFC : $0 }
        #expect(refusal {
            _ = try ObjectCheck(StorageRules(), floating: TimeZoneRules.utc, database: zone)
                .check(body, budget: &budget)
        } == "{urn:ietf:params:xml:ns:caldav}valid-calendar-data 403")
    }

    @Test("jCal is stored as iCalendar, and the answer can have no entity tag")
    func jCal() throws {
        let sent = wrapped(event("DTSTART:20260104T100000Z"))
        let component = try #require(CalendarStream(octets(sent)).components.first)
        let checked = try check(text(component.jCal), contentType: "application/calendar+json")
        #expect(!checked.isAsSent)
        #expect(try CalendarStream(checked.octets).components == [component])
        #expect(refusal { _ = try check("{}", contentType: "application/calendar+json") }
            == "{urn:ietf:params:xml:ns:caldav}valid-calendar-data 403")
    }

    @Test("an alarm of macOS that never goes off is kept")
    func macAlarm() throws {
        let text = wrapped(event("""
            DTSTART:20260104T100000Z
            BEGIN:VALARM
            ACTION:NONE
            TRIGGER;VALUE=DATE-TIME:19760401T005545Z
            END:VALARM
            """))
        #expect(try check(text).octets == octets(text))
    }
}

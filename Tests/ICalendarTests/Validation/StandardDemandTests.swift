@testable import ICalendar
import Testing

/// Each demand of RFC 5545. Strict reading refuses a text that breaks it; lenient reading names the problem
/// and reads the rest.
@Suite("The standard's demands")
struct StandardDemandTests {
    private static let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\n"
    private static let event = "UID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\n"

    private static func reasons(_ text: String) throws -> [Irregularity] {
        let stream = try CalendarStream(Array(text.utf8), .strict)
        return CalendarCheck.problems(stream.components) { TestZones.rules($0) }.map(\.reason)
    }

    @Test("a demand on an event is a problem if it is broken", arguments: [
        // §3.2: parameters
        ("SUMMARY;LANGUAGE=en;LANGUAGE=de:a", [Irregularity.repeatedParameter("LANGUAGE")]),
        ("ATTACH;VALUE=BINARY:AAAA", [.missingParameter("ENCODING")]),
        ("ATTACH;ENCODING=BASE64:AAAA", [.missingParameter("VALUE")]),
        ("SUMMARY;VALUE=INTEGER:1", [.unexpectedType]),
        ("DTEND;VALUE=PERIOD:20260102T100000Z", [.unexpectedType]),
        ("RDATE:20260103T090000Z/PT1H", [.missingParameter("VALUE")]),
        ("IMAGE:http://example.com/a.png", [.missingParameter("VALUE")]),
        // §3.2.19: no TZID beside a day or a moment in UTC, where its zone is not needed
        ("RDATE;VALUE=DATE;TZID=Nowhere:20260103,20260104", [.zoneBesideDate]),
        ("EXDATE;TZID=Asia/Riyadh:20260103", [.dateWithoutValueParameter]),
        ("X-A;VALUE=DATE;TZID=Asia/Riyadh:20260103", [.zoneBesideDate]),
        ("RDATE;TZID=Nowhere:20260103T090000Z", [.zoneBesideUTC]),
        ("RDATE;TZID=Nowhere:20260103T090000Z,20260104T090000", [.zoneBesideUTC, .unknownZone]),
        // §3.3: values
        ("PRIORITY:", [.emptyValue]), ("EXDATE: ", [.emptyValue]), ("RRULE:", [.emptyValue]), ("GEO:", [.emptyValue]),
        ("SUMMARY:", []), ("X-EMPTY:", []),
        ("GEO:.5;5.", [.looseFloat]), ("X-A;VALUE=FLOAT:-.5", [.looseFloat]),
        ("GEO:37.4\\;-122.1", [.looseGeo]), ("GEO:37.4,-122.1", [.looseGeo]),
        ("ORGANIZER:a@example.org", [.looseURI]), ("ATTENDEE:MAILTO:Meeting Room@example.org", [.looseURI]), ("URL:www.example.org", [.looseURI]),
        ("ATTENDEE:urn:uuid:1", []), ("ATTACH:CID:part3@example.org", []), ("X-A;VALUE=URI:1a:b", [.looseURI]),
        ("X-A;VALUE=TIME:250000", [.malformed(.time)]),
        // §3.1.2: an unknown property may be a list
        ("X-A;VALUE=FLOAT:+1.333,-5", []), ("X-A;VALUE=DURATION:P1D,PT1H", []), ("X-A;VALUE=TEXT:a,b", []),
        ("X-A;VALUE=INTEGER:1,x", [.malformed(.integer)]), ("X-A;VALUE=BOOLEAN:TRUE,TRUE", [.malformed(.boolean)]),
        // §3.3.10: UNTIL has DTSTART's kind
        ("RRULE:FREQ=DAILY;UNTIL=20260110", [.looseUntil]), ("RRULE:FREQ=DAILY;UNTIL=20260110T000000", [.looseUntil]),
        ("RRULE:FREQ=DAILY;UNTIL=20260110T000000Z", []),
        // §3.3.10: positions are numbered as the days of a year are
        ("RRULE:FREQ=YEARLY;BYHOUR=1,2;BYSETPOS=367", [.looseRule(.badValue(part: "BYSETPOS", value: "367"))]),
        // §3.6.6
        ("BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM", [.missingProperty("DESCRIPTION")]),
        ("BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER:-PT5M\r\nDESCRIPTION:a\r\nSUMMARY:b\r\nEND:VALARM", [.missingProperty("ATTENDEE")]),
        ("BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nREPEAT:1\r\nEND:VALARM", [.missingProperty("DURATION")]),
        ("BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nDURATION:PT1M\r\nEND:VALARM", [.missingProperty("REPEAT")]),
        ("BEGIN:VALARM\r\nACTION:NONE\r\nTRIGGER:19760401T005545Z\r\nEND:VALARM", [.missingParameter("VALUE")]),
        ("BEGIN:VALARM\r\nACTION:NONE\r\nTRIGGER;VALUE=DATE-TIME:19760401T005545\r\nEND:VALARM", [.notInUTC]),
        ("BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT5M\r\nDURATION:-PT1M\r\nREPEAT:2\r\nEND:VALARM", [.negativeDuration]),
        // §3.8
        ("DURATION:-PT1H", [.negativeDuration]), ("DURATION:-PT0S", []),
        ("STATUS:DONE", [.unknownWord]), ("STATUS:confirmed", []), ("TRANSP:FREE", [.unknownWord]), ("CLASS:X-SECRET", []),
        ("PRIORITY:10", [.outOfRange]), ("SEQUENCE:-1", [.outOfRange]),
        ("CREATED:20260101T000000", [.notInUTC]), ("LAST-MODIFIED;TZID=Asia/Riyadh:20260101T000000", [.notInUTC, .zoneNotIncluded]),
        ("DESCRIPTION:a\r\nDESCRIPTION:b", [.repeatedProperty("DESCRIPTION")]),
        ("DTEND;TZID=Asia/Riyadh:20260102T150000\r\nRDATE;TZID=Asia/Riyadh:20260103T090000", [.zoneNotIncluded]),
        ("BEGIN:VLOCATION\r\nNAME:a\r\nEND:VLOCATION", [.missingProperty("UID")]),
        ("BEGIN:PARTICIPANT\r\nUID:2\r\nEND:PARTICIPANT", [.missingProperty("PARTICIPANT-TYPE")]),
    ])
    func inEvent(lines: String, expected: [Irregularity]) throws {
        let text = Self.head + "BEGIN:VEVENT\r\n\(Self.event)\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        #expect(try Self.reasons(text) == expected)
        let stream = try CalendarStream(Array(text.utf8))
        if expected.allSatisfy({ $0.severity == .warning }) { _ = try CalendarObject(stream) { TestZones.rules($0) } }
        if !expected.isEmpty {
            #expect(throws: ObjectDefect.self) { try CalendarObject(stream, .strict) { TestZones.rules($0) } }
        }
    }

    @Test("a demand on another component is a problem if it is broken", arguments: [
        (head + "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", [Irregularity.missingStart]),
        (head + "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", [.missingStart, .emptyValue]),
        (head + "METHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
         [.missingInMessage("ATTENDEE"), .missingInMessage("ORGANIZER")]),
        (head + "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nRECURRENCE-ID:20260101T000000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART")]),
        (head + "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20260101\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
         [.hoursOfDays]),
        // §3.8.2.4: a component with a rule has a DTSTART
        (head + "METHOD:REPLY\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nRRULE:FREQ=DAILY\r\n"
            + "ORGANIZER:a:a\r\nATTENDEE:a:b\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", [.missingProperty("DTSTART")]),
        (head + "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDUE:20260102T090000Z\r\nRRULE:FREQ=DAILY\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART")]),
        (head + "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART")]),
        (head + "BEGIN:VJOURNAL\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nRRULE:FREQ=DAILY\r\nEND:VJOURNAL\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART")]),
        // RFC 7953 §3.1
        (head + "BEGIN:VAVAILABILITY\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDURATION:PT1H\r\nEND:VAVAILABILITY\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART")]),
        (head + "BEGIN:VAVAILABILITY\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nBEGIN:AVAILABLE\r\n\(event)"
            + "RRULE:FREQ=DAILY\r\nRRULE:FREQ=WEEKLY\r\nEND:AVAILABLE\r\nEND:VAVAILABILITY\r\nEND:VCALENDAR\r\n",
         [.repeatedProperty("RRULE")]),
        (head + "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nDURATION:PT1H\r\nSTATUS:CONFIRMED\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
         [.missingProperty("DTSTART"), .unknownWord]),
        (head + "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nPERCENT-COMPLETE:101\r\nEND:VTODO\r\nEND:VCALENDAR\r\n", [.outOfRange]),
        (head + "REFRESH-INTERVAL;VALUE=DURATION:-P1D\r\nBEGIN:VLOCATION\r\nUID:1\r\nEND:VLOCATION\r\nEND:VCALENDAR\r\n", [.negativeDuration]),
        (head + "BEGIN:VFREEBUSY\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nFREEBUSY:20260101T000000/PT1H\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n", [.notInUTC]),
        (head + "BEGIN:VFREEBUSY\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nFREEBUSY:20260101T000000Z/-PT1H\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n",
         [.malformed(.period)]),
        (head + "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n", [.missingComponent]),
        ("BEGIN:VCALENDAR\r\nVERSION:1.0\r\nPRODID:a\r\nCALSCALE:ISLAMIC\r\nEND:VCALENDAR\r\n", [.missingComponent, .unknownWord, .unknownWord]),
    ])
    func others(text: String, expected: [Irregularity]) throws {
        #expect(try Self.reasons(text) == expected)
    }

    @Test("a property without a value is ignored")
    func emptyValues() throws {
        let todo = ToDo(unchecked: Component("VTODO", properties: [
            Property("PRIORITY", value: ""), Property("DUE", value: " "), Property("DURATION", value: ""), Property("SUMMARY", value: ""),
        ]))
        #expect(try todo.priority == 0 && todo.due == nil && todo.duration == nil && todo.summary == "")
    }
}

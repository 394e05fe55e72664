@testable import ICalendar
import Testing

/// The standards' own examples: strict reading accepts them without a problem.
@Suite("The standards' own examples")
struct StandardExampleTests {
    private static func problems(_ lines: String, in component: String) throws -> [Problem] {
        let text = "BEGIN:\(component)\r\n\(lines)\r\nEND:\(component)\r\n"
        let property = try CalendarStream(Array(text.utf8), .strict).components[0].properties[0]
        return [property.valueProblem].compactMap { $0 } + property.ruleProblems(in: component)
    }

    @Test("examples of parameters and values are correct, RFC 5545 §3.2 and §3.3", arguments: [
        #"DESCRIPTION;ALTREP="cid:part1.0001@example.org":The Fall'98 Wild Wizards Conference - - Las Vegas\, NV\, USA"#,
        #"ORGANIZER;CN="John Smith":mailto:jsmith@example.com"#,
        "ATTENDEE;CUTYPE=GROUP:mailto:ietf-calsch@example.org",
        #"ATTENDEE;DELEGATED-FROM="mailto:jsmith@example.com":mailto:jdoe@example.com"#,
        #"ATTENDEE;DELEGATED-TO="mailto:jdoe@example.com","mailto:jqpublic@example.com":mailto:jsmith@example.com"#,
        #"ORGANIZER;DIR="ldap://example.com:6666/o=ABC%20Industries,c=US???(cn=Jim%20Dolittle)":mailto:jimdo@example.com"#,
        "ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQ=",
        "FREEBUSY;FBTYPE=BUSY:19980415T133000Z/19980415T170000Z",
        "SUMMARY;LANGUAGE=en-US:Company Holiday Party",
        "ATTENDEE;PARTSTAT=DECLINED:mailto:jsmith@example.com",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:19980401T133000Z",
        "TRIGGER;RELATED=END:PT5M",
        "RELATED-TO;RELTYPE=SIBLING:19960401-080045-4000F192713@example.com",
        "ATTENDEE;ROLE=CHAIR:mailto:mrbig@example.com",
        "ATTENDEE;RSVP=TRUE:mailto:jsmith@example.com",
        #"ORGANIZER;SENT-BY="mailto:sray@example.com":mailto:jsmith@example.com"#,
        "DTSTART;TZID=America/New_York:19980119T020000", "DTSTART:19980118T230000", "DTSTART:19980119T070000Z",
        "DTSTART;VALUE=DATE:19970714", "X-TIME;VALUE=TIME:230000", "X-TIME;VALUE=TIME;TZID=America/New_York:083000",
        "DURATION:P15DT5H0M20S", "DURATION:P7W", "X-A;VALUE=FLOAT:-3.14", "X-A;VALUE=INTEGER:-1234567890", "X-A;VALUE=BOOLEAN:TRUE",
        "X-A;VALUE=PERIOD:19970101T180000Z/19970102T070000Z", "X-A;VALUE=PERIOD:19970101T180000Z/PT5H30M",
        "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "X-A;VALUE=UTC-OFFSET:-0500",
        #"DESCRIPTION:Project XYZ Final Review\nConference Room - 3B\nCome Prepared."#,
    ])
    func values(line: String) throws {
        #expect(try Self.problems(line, in: "VEVENT").isEmpty)
    }

    @Test("examples of properties are correct, RFC 5545 §3.8", arguments: [
        ("VEVENT", "ATTACH:CID:jsmith.part3.960817T083000.xyzMail@example.com"),
        ("VEVENT", "ATTACH;FMTTYPE=application/postscript:ftp://example.com/pub/reports/r-960812.ps"),
        ("VEVENT", "CATEGORIES:APPOINTMENT,EDUCATION"), ("VEVENT", "CLASS:PUBLIC"),
        ("VEVENT", #"COMMENT:The meeting really needs to include both ourselves and the customer. We can't hold this meeting without them.\n"#),
        ("VEVENT", "GEO:37.386013;-122.082932"), ("VEVENT", #"LOCATION:Conference Room - F123\, Bldg. 002"#),
        ("VTODO", "PERCENT-COMPLETE:39"), ("VTODO", "PRIORITY:1"), ("VTODO", "PRIORITY:0"),
        ("VEVENT", "RESOURCES;LANGUAGE=fr:Nettoyeur haute pression"), ("VEVENT", "STATUS:TENTATIVE"),
        ("VTODO", "STATUS:NEEDS-ACTION"), ("VJOURNAL", "STATUS:DRAFT"), ("VTODO", "COMPLETED:19960401T150000Z"),
        ("VEVENT", "DTEND;VALUE=DATE:19980704"), ("VTODO", "DUE:19980430T000000Z"), ("VEVENT", "DURATION:PT1H0M0S"),
        ("VFREEBUSY", "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:19970308T160000Z/PT8H30M"),
        ("VFREEBUSY", "FREEBUSY;FBTYPE=FREE:19970308T160000Z/PT3H,19970308T200000Z/PT1H,19970308T230000Z/19970309T000000Z"),
        ("VEVENT", "TRANSP:TRANSPARENT"), ("VTIMEZONE", "TZID:/example.org/America/New_York"),
        ("STANDARD", "TZNAME;LANGUAGE=fr-CA:HNE"), ("STANDARD", "TZOFFSETFROM:+1345"), ("STANDARD", "TZOFFSETTO:-0800"),
        ("VTIMEZONE", "TZURL:http://timezones.example.org/tz/America-Los_Angeles.ics"),
        ("VEVENT", #"CONTACT;ALTREP="CID:part3.msg970930T083000SILVER@example.com":Jim Dolittle\, ABC Industries\, +1-919-555-1234"#),
        ("VEVENT", "RECURRENCE-ID;VALUE=DATE:19960401"), ("VEVENT", "URL:http://example.com/pub/calendars/jsmith/mytime.ics"),
        ("VEVENT", "EXDATE:19960402T010000Z,19960403T010000Z,19960404T010000Z"), ("VEVENT", "RDATE:19970714T123000Z"),
        ("VEVENT", "RDATE;VALUE=PERIOD:19960403T020000Z/19960403T040000Z,19960404T010000Z/PT3H"),
        ("VEVENT", "RDATE;VALUE=DATE:19970101,19970120,19970217,19970421"),
        ("VALARM", "ACTION:AUDIO"), ("VALARM", "REPEAT:4"), ("VALARM", "TRIGGER:-PT15M"),
        ("VALARM", "TRIGGER;VALUE=DATE-TIME:19980101T050000Z"), ("VEVENT", "SEQUENCE:2"), ("VEVENT", "LAST-MODIFIED:19960817T133000Z"),
        ("VEVENT", "X-ABC-MMSUBJ;VALUE=URI;FMTTYPE=audio/basic:http://www.example.org/mysubj.au"),
        ("VEVENT", "REQUEST-STATUS:2.0;Success"),
        ("VEVENT", "REQUEST-STATUS:3.1;Invalid property value;DTSTART:96-Apr-01"),
        ("VEVENT", #"REQUEST-STATUS:2.8; Success\, repeating event ignored. Scheduled as a single event.;RRULE:FREQ=WEEKLY\;INTERVAL=2"#),
        ("VCALENDAR", "CALSCALE:GREGORIAN"), ("VCALENDAR", "VERSION:2.0"), ("VCALENDAR", "METHOD:REQUEST"),
        ("VCALENDAR", "PRODID:-//ABC Corporation//NONSGML My Product//EN"),
    ])
    func properties(component: String, line: String) throws {
        #expect(try Self.problems(line, in: component).isEmpty)
    }

    @Test("examples of RFC 7529, 7953, 7986, 9073, 9074 and 9253 are correct", arguments: [
        ("VEVENT", "RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD"), ("VAVAILABILITY", "BUSYTYPE:BUSY"),
        ("VCALENDAR", "NAME;LANGUAGE=en:Company Vacation Days"), ("VCALENDAR", "REFRESH-INTERVAL;VALUE=DURATION:P1W"),
        ("VCALENDAR", "SOURCE;VALUE=URI:https://example.com/holidays.ics"), ("VEVENT", "COLOR:turquoise"),
        ("VEVENT", "IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:http://example.com/images/party.png"),
        ("VEVENT", "CONFERENCE;VALUE=URI;FEATURE=PHONE,MODERATOR;LABEL=Moderator dial-in:tel:+1-412-555-0123,,,654321"),
        ("PARTICIPANT", "PARTICIPANT-TYPE:SPONSOR"), ("PARTICIPANT", "CALENDAR-ADDRESS:mailto:contact@example.com"),
        ("VEVENT", "STYLED-DESCRIPTION;VALUE=URI:http://example.org/desc001.html"),
        ("VEVENT", "STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<b>Dinner</b>"),
        ("VEVENT", #"STRUCTURED-DATA;FMTTYPE=application/ld+json;SCHEMA="https://schema.org/SportsEvent";VALUE=TEXT:{\n}\n"#),
        ("VALARM", "ACKNOWLEDGED:20090604T084500Z"), ("VALARM", "PROXIMITY:ARRIVE"),
        ("VEVENT", "RELATED-TO;VALUE=UID;RELTYPE=FINISHTOSTART;GAP=PT1H:8e6ac7c2"), ("VEVENT", "REFID:itinerary-2014-11-17"),
        ("VEVENT", "LINK;LINKREL=SOURCE;LABEL=Venue;VALUE=URI:https://example.com/events"),
        ("VEVENT", "CONCEPT:https://example.com/event-types/arts/music"),
    ])
    func laterProperties(component: String, line: String) throws {
        #expect(try Self.problems(line, in: component).isEmpty)
    }

    @Test("examples of whole calendars are correct, RFC 5545 §4", arguments: [
        """
        BEGIN:VEVENT
        DTSTAMP:19960704T120000Z
        UID:uid1@example.com
        ORGANIZER:mailto:jsmith@example.com
        DTSTART:19960918T143000Z
        DTEND:19960920T220000Z
        STATUS:CONFIRMED
        CATEGORIES:CONFERENCE
        SUMMARY:Networld+Interop Conference
        DESCRIPTION:Networld+Interop Conference
          and Exhibit\\nAtlanta World Congress Center\\n
         Atlanta\\, Georgia
        END:VEVENT
        """,
        """
        BEGIN:VTIMEZONE
        TZID:America/New_York
        BEGIN:STANDARD
        DTSTART:19981025T020000
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        TZNAME:EST
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:19990404T020000
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        TZNAME:EDT
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        DTSTAMP:19980309T231000Z
        UID:guid-1.example.com
        ORGANIZER:mailto:mrbig@example.com
        ATTENDEE;RSVP=TRUE;ROLE=REQ-PARTICIPANT;CUTYPE=GROUP:
         mailto:employee-A@example.com
        DESCRIPTION:Project XYZ Review Meeting
        CATEGORIES:MEETING
        CLASS:PUBLIC
        CREATED:19980309T130000Z
        SUMMARY:XYZ Project Review
        DTSTART;TZID=America/New_York:19980312T083000
        DTEND;TZID=America/New_York:19980312T093000
        LOCATION:1CP Conference Room 4350
        END:VEVENT
        """,
        """
        BEGIN:VTODO
        DTSTAMP:19980130T134500Z
        SEQUENCE:2
        UID:uid4@example.com
        ORGANIZER:mailto:unclesam@example.com
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:jqpublic@example.com
        DUE:19980415T000000
        STATUS:NEEDS-ACTION
        SUMMARY:Submit Income Taxes
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;VALUE=DATE-TIME:19980403T120000Z
        ATTACH;FMTTYPE=audio/basic:http://example.com/pub/audio-
         files/ssbanner.aud
        REPEAT:4
        DURATION:PT1H
        END:VALARM
        END:VTODO
        """,
        """
        BEGIN:VFREEBUSY
        UID:19970901T115957Z-76A912@example.com
        DTSTAMP:19970901T120000Z
        ORGANIZER:mailto:jsmith@example.com
        DTSTART:19980313T141711Z
        DTEND:19980410T141711Z
        FREEBUSY:19980314T233000Z/19980315T003000Z
        FREEBUSY:19980316T153000Z/19980316T163000Z
        URL:http://www.example.com/calendar/busytime/jsmith.ifb
        END:VFREEBUSY
        """,
    ])
    func calendars(components: String) throws {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//ABC Corporation//NONSGML My Product//EN\n\(components)\nEND:VCALENDAR\n"
        let stream = try CalendarStream(Array(text.replacing("\n", with: "\r\n").utf8), .strict)
        #expect(CalendarCheck.problems(stream.components) { TestZones.rules($0) } == [])
        let object = try CalendarObject(stream, .strict) { TestZones.rules($0) }
        #expect(object.parts.count == 1)
    }
}

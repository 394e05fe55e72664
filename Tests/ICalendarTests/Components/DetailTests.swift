import CivilTime
import ICalendar
import Testing

@Suite("Details of calendars and events")
struct DetailTests {
    private static func component(_ lines: String) throws -> Component {
        try CalendarStream(Array((lines + "\n").replacing("\n", with: "\r\n").utf8), .strict).components[0]
    }

    @Test("a calendar has its program, name and refresh interval (RFC 7986 §4)")
    func calendar() throws {
        let calendar = try #require(VCalendar(try Self.component("""
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Example//Planner 1//EN
            METHOD:publish
            X-WR-CALNAME:Old
            NAME:Company\\, vacation
            REFRESH-INTERVAL;VALUE=DURATION:P1W
            SOURCE;VALUE=URI:https://example.com/holidays.ics
            COLOR:turquoise
            BEGIN:VEVENT
            END:VEVENT
            BEGIN:VTODO
            END:VTODO
            END:VCALENDAR
            """)))
        #expect(try calendar.productID == "-//Example//Planner 1//EN" && calendar.name == "Company, vacation")
        #expect(calendar.method == "PUBLISH" && calendar.source == "https://example.com/holidays.ics")
        #expect(try calendar.refreshInterval == NominalDuration(days: 7) && calendar.color == "turquoise")
        #expect(calendar.events.count == 1 && calendar.toDos.count == 1 && calendar.journals.isEmpty)
        var old = calendar
        old.component.remove("NAME")
        #expect(try old.name == "Old")
    }

    @Test("properties with parameters are read as values")
    func details() throws {
        let event = try #require(Event(try Self.component("""
            BEGIN:VEVENT
            ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;FILENAME=a.txt:VGhlIA==
            ATTACH;MANAGED-ID=97S:https://example.com/a.pdf
            IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:http://example.com/party.png
            RELATED-TO:1
            RELATED-TO;RELTYPE=sibling:2
            REQUEST-STATUS:2.8; Success\\, repeating event ignored.;RRULE:FREQ=WEEKLY\\;INTERVAL=2
            CONFERENCE;VALUE=URI;FEATURE=PHONE,moderator;LABEL=Dial-in:tel:+1-412-555-0123
            COMMENT:a\\nb
            CONTACT:Jim
            URL:http://example.com/
            GEO:37.386013;-122.082932
            BEGIN:PARTICIPANT
            UID:3
            PARTICIPANT-TYPE:speaker
            CALENDAR-ADDRESS:mailto:jim@example.com
            BEGIN:VLOCATION
            UID:4
            NAME:Gate A4\\, left
            LOCATION-TYPE:airport,indoor
            END:VLOCATION
            END:PARTICIPANT
            BEGIN:VRESOURCE
            UID:5
            NAME:Projector
            RESOURCE-TYPE:projector
            END:VRESOURCE
            END:VEVENT
            """)))
        let (inside, outside) = (event.attachments[0], event.attachments[1])
        #expect(try inside.octets == Array("The ".utf8) && inside.uri == nil && inside.mediaType == "text/plain" && inside.fileName == "a.txt")
        #expect(try outside.octets == nil && outside.uri == "https://example.com/a.pdf" && outside.managedID == "97S")
        #expect(event.images.map(\.uri) == ["http://example.com/party.png"])
        #expect(try event.relations.map(\.kind) == ["PARENT", "SIBLING"])
        let status = try #require(try event.requestStatuses.first)
        #expect(status.code == "2.8" && status.text == " Success, repeating event ignored." && status.data == "RRULE:FREQ=WEEKLY;INTERVAL=2")
        #expect(event.conferences.first?.features == ["PHONE", "MODERATOR"] && event.conferences.first?.label == "Dial-in")
        #expect(try event.comments == ["a\nb"] && event.contacts == ["Jim"] && event.url == "http://example.com/")
        #expect(try event.geo?.longitude == -122.082932)
        let participant = try #require(event.participants.first)
        #expect(participant.kind == "SPEAKER" && participant.calendarAddress == "mailto:jim@example.com")
        #expect(try participant.locations.first?.name == "Gate A4, left" && participant.locations.first?.kinds == ["airport", "indoor"])
        #expect(try event.resources.first?.kind == "PROJECTOR" && event.resources.first?.name == "Projector")
    }

    @Test("a REQUEST-STATUS without its parts is an error with its line", arguments: ["", "2.0", "Success;2.0"])
    func noStatus(value: String) {
        #expect(throws: Problem(.malformed(.text), line: 3, name: "REQUEST-STATUS")) {
            try RequestStatus(Property("REQUEST-STATUS", value: value, line: 3))
        }
    }

    @Test("strict reading accepts an event that was made here")
    func making() throws {
        let day = try #require(LocalDate(iso8601: "2026-11-21"))
        var event = Event(uid: "a;b", stamp: Instant(secondsSince1970: 0), start: .date(day))
        var attendee = Person(address: "mailto:lisa@example.com", name: "Lisa \"L\" Doe")
        attendee.role = "CHAIR"
        attendee.isAskedToReply = true
        attendee.delegatedTo = ["mailto:a@example.com", "mailto:b@example.com"]
        event.component.set(Property("SUMMARY", text: "Lunch; late,\nlong"))
        event.component.set(Property("CATEGORIES", texts: ["a,b", "c"]))
        event.component.set(Property("DURATION", duration: NominalDuration(days: 2)))
        event.component.set(Property("SEQUENCE", integer: 2))
        event.component.set(Property("CONFERENCE", uri: "tel:+1"))
        event.component.set(Property("RRULE", rule: RecurrenceRule(.weekly)))
        event.component.properties.append(Property("ATTENDEE", attendee))
        event.component.properties.append(Property("ORGANIZER", Person(address: "mailto:me@example.com")))
        var calendar = VCalendar(productID: "-//A//B//EN", method: "REQUEST")
        calendar.component.components.append(event.component)
        let stream = try CalendarStream(CalendarStream([calendar.component]).octets, .strict)
        #expect(CalendarCheck.problems(stream.components) { _ in nil } == [])
        let read = try #require(VCalendar(stream.components[0])?.events.first)
        #expect(try read.uid == "a;b" && read.summary == "Lunch; late,\nlong" && read.categories == ["a,b", "c"])
        #expect(try read.start == .date(day) && read.duration == NominalDuration(days: 2) && read.sequence == 2)
        #expect(read.attendees == [attendee])
        #expect(read.component.first("ORGANIZER")?.parameters.isEmpty == true)
    }

    @Test("a person has a mail address if the URI is mailto", arguments: [
        ("mailto:a@example.com", "a@example.com"), ("MAILTO:a@example.com", "a@example.com"), ("mailto:", nil), ("urn:uuid:1", nil), ("a@b", nil),
    ])
    func mailAddress(address: String, expected: String?) {
        #expect(Person(address: address).mailAddress == expected)
    }
}

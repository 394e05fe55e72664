import CivilTime
import ICalendar
import Testing

@Suite("Typed views of components")
struct ViewTests {
    private static func component(_ lines: [String]) throws -> Component {
        try CalendarStream(Array((lines.joined(separator: "\r\n") + "\r\n").utf8), .strict).components[0]
    }

    @Test("an event has its properties as values")
    func event() throws {
        let event = try #require(Event(try Self.component([
            "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "SUMMARY:Lunch\\, late", "DTSTART;VALUE=DATE:20260102",
            "DTEND;VALUE=DATE:20260104", "CATEGORIES:A,B", "CATEGORIES:C", "TRANSP:transparent", "STATUS:CANCELLED", "SEQUENCE:3",
            "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260102", "ORGANIZER;CN=Ali:mailto:ali@example.org",
            "ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:b@example.org",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT5M", "REPEAT:2", "DURATION:PT10M", "END:VALARM",
            "END:VEVENT",
        ])))
        #expect(try event.uid == "1")
        #expect(try event.summary == "Lunch, late")
        #expect(try event.start == .date(LocalDate(iso8601: "2026-01-02")!))
        #expect(try event.end == .date(LocalDate(iso8601: "2026-01-04")!))
        #expect(try event.duration == nil)
        #expect(try event.categories == ["A", "B", "C"])
        #expect(event.isTransparent && event.isCancelled && event.isThisAndFuture)
        #expect(try event.sequence == 3)
        #expect(event.classification == "PUBLIC")
        #expect(event.organizer?.name == "Ali")
        let attendee = try #require(event.attendees.first)
        #expect(attendee.address == "mailto:b@example.org" && attendee.role == "CHAIR" && attendee.participation == "ACCEPTED")
        #expect(attendee.kind == "INDIVIDUAL" && attendee.isAskedToReply)
        let alarm = try #require(event.alarms.first)
        #expect(alarm.action == "DISPLAY")
        #expect(try alarm.trigger == .relative(NominalDuration(seconds: -300), toEnd: true))
        #expect(try alarm.repetition?.count == 2)
        #expect(ToDo(event.component) == nil)
    }

    @Test("an absolute alarm is read without its VALUE parameter, and without Z")
    func absoluteAlarm() throws {
        // macOS's placeholder
        let alarm = Alarm(unchecked: Component("VALARM", properties: [Property("TRIGGER", value: "19760401T005545Z")]))
        #expect(try alarm.trigger == .absolute(.utc(Instant(utcYear: 1976, month: 4, day: 1, hour: 0, minute: 55, second: 45)!)))
        let floating = Alarm(unchecked: Component("VALARM", properties: [Property("TRIGGER", value: "19760401T005545")]))
        #expect(try floating.trigger == .absolute(DateOrTime("19760401T005545")))
    }

    @Test("busy periods and availability are read as values")
    func busy() throws {
        let busy = try #require(FreeBusyComponent(try Self.component([
            "BEGIN:VFREEBUSY", "FREEBUSY;FBTYPE=busy-tentative:20260101T000000Z/PT1H", "FREEBUSY:20260102T000000Z/PT1H,20260103T000000Z/PT1H",
            "END:VFREEBUSY",
        ])))
        #expect(try busy.periods.map(\.type) == ["BUSY-TENTATIVE", "BUSY", "BUSY"])
        let availability = try #require(Availability(try Self.component([
            "BEGIN:VAVAILABILITY", "BEGIN:AVAILABLE", "SUMMARY:Mornings", "END:AVAILABLE", "END:VAVAILABILITY",
        ])))
        #expect(availability.busyType == "BUSY-UNAVAILABLE")
        #expect(try availability.slots.first?.summary == "Mornings")
    }

    @Test("a value that cannot be read is an error with its line, not nil")
    func broken() throws {
        let event = Event(unchecked: Component("VEVENT", properties: [Property("DTSTART", value: "soon", line: 9)]))
        #expect(throws: Problem(.malformed(.dateTime), line: 9, name: "DTSTART")) { try event.start }
    }

    @Test("setting a property keeps its position and removes its duplicates")
    func setting() {
        var component = Component("VEVENT", properties: [
            Property("A", value: "1"), Property("B", value: "1"), Property("A", value: "2"),
        ])
        component.set(Property("A", value: "3"))
        #expect(component.properties == [Property("A", value: "3"), Property("B", value: "1")])
        component.set(Property("C", value: "4"))
        component.remove("B")
        #expect(component.properties.map(\.name) == ["A", "C"])
    }
}

import CivilTime
@testable import DAV
import ICalendar
import Testing
import XML

@Suite("Parts of an object in a report")
struct CalendarDataTests {
    private func data(_ element: String, of content: String) throws -> String {
        let request = try CalendarDataRequest(XMLElement(reading: octets("""
            <calendar-data xmlns="urn:ietf:params:xml:ns:caldav">\(element)</calendar-data>
            """)))
        #expect(!request.isWhole)
        let object = try calendar(content)
        var budget = WorkBudget.standard
        let zones = ZoneResolver(object, database: zone)
        return text(try request.octets(of: object, zones: zones, floating: TimeZoneRules.utc, budget: &budget))
            .replacing("\r\n", with: "\n")
    }

    private let meeting = """
        BEGIN:VEVENT
        UID:m
        DTSTART;TZID=Europe/Berlin:20260327T090000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=4
        SUMMARY:Meeting
        X-NOTE;X-KIND=a:secret
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT5M
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        UID:m
        RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000
        DTSTART;TZID=Europe/Berlin:20260331T090000
        DURATION:PT1H
        SUMMARY:Moved
        END:VEVENT
        """

    @Test("the chosen properties and components are returned, without values if that is asked")
    func selection() throws {
        #expect(try data("""
            <comp name="VCALENDAR"><prop name="version"/><comp name="VEVENT"><prop name="SUMMARY"/>
            <prop name="X-NOTE" novalue="yes"/><prop name="UID" novalue="no"/></comp></comp>
            """, of: meeting) == """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:m
            SUMMARY:Meeting
            X-NOTE;X-KIND=a:
            END:VEVENT
            BEGIN:VEVENT
            UID:m
            SUMMARY:Moved
            END:VEVENT
            END:VCALENDAR

            """)
    }

    @Test("everything inside a component can be chosen at once")
    func allOf() throws {
        let whole = try data("<comp name='VCALENDAR'><allprop/><allcomp/></comp>", of: meeting)
        #expect(whole == text(CalendarStream([try calendar(meeting)]).octets).replacing("\r\n", with: "\n"))
        let empty = try data("<comp name='VCALENDAR'/>", of: meeting)
        #expect(empty == whole)
        let timeless = try data("<comp name='VCALENDAR'><prop name='VERSION'/></comp>", of: meeting)
        #expect(timeless == "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n")
    }

    @Test("a series is expanded in UTC, across a change of the clocks")
    func expand() throws {
        let expanded = try data("""
            <comp name="VCALENDAR"><comp name="VEVENT"><prop name="DTSTART"/><prop name="RECURRENCE-ID"/></comp></comp>
            <expand start="20260328T000000Z" end="20260401T000000Z"/>
            """, of: meeting)
        // Clocks go forward on 29 March.
        #expect(expanded == """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:20260328T080000Z
            RECURRENCE-ID:20260328T080000Z
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260329T070000Z
            RECURRENCE-ID:20260329T070000Z
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260331T070000Z
            RECURRENCE-ID:20260330T070000Z
            END:VEVENT
            END:VCALENDAR

            """)
    }

    @Test("overrides outside a window are left out, the rule stays")
    func limited() throws {
        let limited = try data("<limit-recurrence-set start='20260327T000000Z' end='20260328T000000Z'/>", of: meeting)
        #expect(limited.contains("RRULE:FREQ=DAILY;COUNT=4"))
        #expect(!limited.contains("SUMMARY:Moved"))
        let both = try data("<limit-recurrence-set start='20260330T000000Z' end='20260331T000000Z'/>", of: meeting)
        #expect(both.contains("SUMMARY:Moved"))
    }

    @Test("busy times outside a window are left out")
    func freeBusy() throws {
        let limited = try data("<limit-freebusy-set start='20260102T000000Z' end='20260103T000000Z'/>", of: """
            BEGIN:VFREEBUSY
            UID:f
            FREEBUSY:20260101T100000Z/PT1H,20260102T100000Z/PT1H
            FREEBUSY;FBTYPE=FREE:20260104T100000Z/PT1H
            END:VFREEBUSY
            """)
        #expect(limited.contains("FREEBUSY:20260102T100000Z/PT1H\n"))
        #expect(!limited.contains("FBTYPE=FREE"))
    }

    @Test("an object is returned as jCal if that is asked for")
    func jCal() throws {
        let element = try XMLElement(reading: octets("<x content-type='application/calendar+json'/>"))
        let request = try CalendarDataRequest(element)
        #expect(!request.isWhole)
        let object = try calendar(meeting)
        var budget = WorkBudget.standard
        let result = try request.octets(
            of: object, zones: ZoneResolver(object, database: zone), floating: TimeZoneRules.utc, budget: &budget)
        #expect(try Component(jCal: result) == object)
    }

    @Test("a free-busy answer lists what is not free, with its kind")
    func freeBusyAnswer() throws {
        let object = try calendar("""
            BEGIN:VEVENT
            UID:1
            DTSTART:20260104T100000Z
            DTEND:20260104T113000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:2
            DTSTART:20260104T110000Z
            DTEND:20260104T120000Z
            STATUS:TENTATIVE
            END:VEVENT
            BEGIN:VAVAILABILITY
            UID:3
            DTSTART:20260104T000000Z
            DTEND:20260105T000000Z
            BEGIN:AVAILABLE
            UID:4
            DTSTART:20260104T080000Z
            DTEND:20260104T160000Z
            END:AVAILABLE
            END:VAVAILABILITY
            """)
        guard case .freeBusyQuery(let query) = try report("C:free-busy-query", """
            <C:time-range start="20260104T070000Z" end="20260104T200000Z"/>
            """)
        else { throw NoQuery() }
        var busy = BusyTimes(query.window), budget = WorkBudget.standard
        try busy.add(object, zones: ZoneResolver(database: zone), floating: TimeZoneRules.utc, budget: &budget)
        let answer = busy.answer(productID: "-//Test//EN", uid: "u", stamp: try moment("20260101T000000Z"))
        #expect(text(answer).replacing("\r\n", with: "\n") == """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Test//EN
            BEGIN:VFREEBUSY
            UID:u
            DTSTAMP:20260101T000000Z
            DTSTART:20260104T070000Z
            DTEND:20260104T200000Z
            FREEBUSY:20260104T100000Z/20260104T113000Z
            FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260104T070000Z/20260104T080000Z,20260104
             T160000Z/20260104T200000Z
            FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260104T113000Z/20260104T120000Z
            END:VFREEBUSY
            END:VCALENDAR

            """)
    }
}

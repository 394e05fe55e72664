import CivilTime
import DAV
import HTTP
import ICalendar
import Testing

@Suite("Filters of a calendar-query")
struct FilterReadingTests {
    private static let events = """
        <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">%</C:comp-filter></C:comp-filter>
        """

    private func filter(_ event: String) throws -> ComponentFilter {
        try query(Self.events.replacing("%", with: event)).filter
    }

    @Test("every kind of condition is read")
    func conditions() throws {
        let filter = try filter("""
            <C:time-range start="20260104T000000Z" end="20260105T000000Z"/>
            <C:prop-filter name="attendee">
              <C:text-match collation="i;octet">mailto:lisa@example.com</C:text-match>
              <C:param-filter name="partstat">
                <C:text-match negate-condition="yes">DECLINED</C:text-match></C:param-filter>
              <C:param-filter name="CN"><C:is-not-defined/></C:param-filter>
            </C:prop-filter>
            <C:prop-filter name="DTSTART"><C:time-range start="20260104T120000Z"/></C:prop-filter>
            <C:prop-filter name="X-ABC-GUID"/>
            <C:comp-filter name="VALARM"><C:is-not-defined/></C:comp-filter>
            """)
        var expected = ComponentFilter("VCALENDAR"), event = ComponentFilter("VEVENT")
        event.timeRange = TimeRange(try moment("20260104T000000Z")..<moment("20260105T000000Z"))
        var attendee = PropertyFilter("ATTENDEE"), status = ParameterFilter("PARTSTAT"), name = ParameterFilter("CN")
        attendee.text = TextMatch("mailto:lisa@example.com", collation: .octet)
        status.text = TextMatch("DECLINED", isNegated: true)
        name.isNotDefined = true
        attendee.parameters = [status, name]
        var start = PropertyFilter("DTSTART")
        start.timeRange = TimeRange(start: try moment("20260104T120000Z"), end: nil)
        event.properties = [attendee, start, PropertyFilter("X-ABC-GUID")]
        var alarm = ComponentFilter("VALARM")
        alarm.isNotDefined = true
        event.components = [alarm]
        expected.components = [event]
        #expect(filter == expected)
    }

    @Test("a time range may be open on one side", arguments: [
        ("start=\"20260104T000000Z\"", true), ("end=\"20260104T000000Z\"", true), ("", false),
        ("start=\"20260104\"", false), ("start=\"20260104T000000\"", false),
        ("start=\"20260104T000000Z\" end=\"\"", false),
        ("start=\"20260105T000000Z\" end=\"20260104T000000Z\"", false), ("start=\"2026-01-04T00:00:00Z\"", false),
        ("start=\"20260104T000000Z\" end=\"20260104T000000Z\"", false), ("start=\"20261304T000000Z\"", false),
    ])
    func timeRanges(attributes: String, isValid: Bool) {
        #expect(refusal { _ = try filter("<C:time-range \(attributes)/>") }
            == (isValid ? nil : "{urn:ietf:params:xml:ns:caldav}valid-filter 403"))
    }

    @Test("a filter that breaks the rules names valid-filter", arguments: [
        "", "<C:comp-filter name='VEVENT'/>", "<C:comp-filter/>", "<C:comp-filter name=''/>",
        "<C:comp-filter name='VCALENDAR'/><C:comp-filter name='VCALENDAR'/>", "<C:prop-filter name='UID'/>",
        "<C:comp-filter name='VCALENDAR'><C:time-range start='20260104T000000Z'/></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VTIMEZONE'><C:time-range start='20260104T000000Z'/>"
            + "</C:comp-filter></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VTIMEZONE'><C:comp-filter name='STANDARD'>"
            + "<C:time-range start='20260104T000000Z'/></C:comp-filter></C:comp-filter></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VCALENDAR'/></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:comp-filter name='VALARM'/></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:is-not-defined/><C:comp-filter name='VEVENT'/></C:comp-filter>",
        "<C:comp-filter name='VCALENDAR'><C:prop-filter/></C:comp-filter>",
    ])
    func invalid(filter: String) {
        #expect(refusal { _ = try query(filter) } == "{urn:ietf:params:xml:ns:caldav}valid-filter 403")
    }

    @Test("a condition on events that breaks the rules names valid-filter", arguments: [
        "<C:comp-filter name='VTODO'/>",
        "<C:prop-filter name='SUMMARY'><C:time-range start='20260104T000000Z'/></C:prop-filter>",
        "<C:comp-filter name='VALARM'><C:comp-filter name='X-COMP'><C:time-range start='20260104T000000Z'/>"
            + "</C:comp-filter></C:comp-filter>",
        "<C:prop-filter name='X'><C:is-not-defined/><C:text-match/></C:prop-filter>",
        "<C:prop-filter name='X'><C:text-match/><C:text-match/></C:prop-filter>",
        "<C:prop-filter name='X'><C:text-match negate-condition='maybe'/></C:prop-filter>",
        "<C:prop-filter name='X'><C:param-filter name='Y'><C:text-match/><C:text-match/></C:param-filter></C:prop-filter>",
    ])
    func invalidCondition(condition: String) {
        #expect(refusal { _ = try filter(condition) } == "{urn:ietf:params:xml:ns:caldav}valid-filter 403")
    }

    @Test("a query without a filter names valid-filter")
    func missing() {
        #expect(refusal { _ = try report("C:calendar-query", "<D:prop/>") }
            == "{urn:ietf:params:xml:ns:caldav}valid-filter 403")
    }

    @Test("an unknown condition is refused, and the answer says in which part")
    func unsupported() throws {
        let error = try #require(throws: DAVError.self) {
            _ = try filter("<C:prop-filter name=\"SUMMARY\"><C:sounds-like>x</C:sounds-like></C:prop-filter>")
        }
        #expect(error.status == .forbidden)
        #expect(text(error.body ?? []).contains("""
            <c:supported-filter><c:prop-filter name="SUMMARY"/></c:supported-filter>
            """))
    }

    @Test("an unknown collation names supported-collation", arguments: [
        ("i;x", "{urn:ietf:params:xml:ns:caldav}supported-collation 403"), ("default", nil), ("i;octet", nil),
    ])
    func collation(name: String, expected: String?) {
        let match = "<C:text-match collation='\(name)'>a</C:text-match>"
        #expect(refusal { _ = try filter("<C:prop-filter name='X'>\(match)</C:prop-filter>") } == expected)
    }

    @Test("thousands of conditions are refused")
    func size() {
        let many = String(repeating: "<C:prop-filter name='X'/>", count: 5_000)
        #expect(refusal { _ = try filter(many) } == "{urn:ietf:params:xml:ns:caldav}supported-filter 403")
    }

    @Test("filters inside each other without end are refused")
    func depth() {
        let nested = String(repeating: "<C:comp-filter name='X-A'>", count: 1_000)
            + String(repeating: "</C:comp-filter>", count: 1_000)
        #expect(refusal { _ = try query("<C:comp-filter name='VCALENDAR'>\(nested)</C:comp-filter>") } == "400")
    }

    @Test("days and floating times are read in the zone of the query", arguments: [
        // 1 January in Tokyo begins at 15:00 UTC the day before, in New York at 05:00.
        ("<C:timezone-id>Asia/Tokyo</C:timezone-id>", true),
        ("<C:timezone-id>America/New_York</C:timezone-id>", false), ("", false),
    ])
    func floating(zoneElement: String, matches: Bool) throws {
        let range = "<C:time-range start='20251231T150000Z' end='20251231T160000Z'/>"
        let query = try query(Self.events.replacing("%", with: range), zoneElement)
        let object = try calendar("BEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20260101\nEND:VEVENT")
        var budget = WorkBudget.standard
        let floating = try query.floating(collection: TimeZoneRules.utc, database: zone)
        #expect(try query.filter.matches(
            object, zones: ZoneResolver(object, database: zone), floating: floating, budget: &budget) == matches)
    }

    @Test("an unknown zone of a query is refused")
    func unknownZone() throws {
        let events = Self.events.replacing("%", with: "")
        let byName = try query(events, "<C:timezone-id>Mars/Base</C:timezone-id>")
        #expect(refusal { _ = try byName.floating(collection: TimeZoneRules.utc, database: zone) }
            == "{urn:ietf:params:xml:ns:caldav}valid-timezone 403")
        let byText = try query(events, "<C:timezone>BEGIN:VCALENDAR</C:timezone>")
        #expect(refusal { _ = try byText.floating(collection: TimeZoneRules.utc, database: zone) }
            == "{urn:ietf:params:xml:ns:caldav}valid-calendar-data 403")
        let both = "<C:timezone>x</C:timezone><C:timezone-id>x</C:timezone-id>"
        #expect(refusal { _ = try query(events, both) } == "400")
    }
}

@Suite("Answers of a calendar-query, as RFC 4791 §7.8 shows them")
struct StandardQueryTests {
    private func matches(_ event: String, _ content: String, name: String = "VEVENT") throws -> Bool {
        let filter = try query("""
            <C:comp-filter name="VCALENDAR"><C:comp-filter name="\(name)">\(event)</C:comp-filter></C:comp-filter>
            """).filter
        let object = try calendar(content)
        var budget = WorkBudget.standard
        return try filter.matches(
            object, zones: ZoneResolver(object, database: zone), floating: TimeZoneRules.utc, budget: &budget)
    }

    private let standup = """
        BEGIN:VEVENT
        UID:standup
        DTSTART;TZID=Europe/Berlin:20260105T093000
        DURATION:PT15M
        RRULE:FREQ=DAILY;COUNT=5
        SUMMARY:Stand-up
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER:-PT10M
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        UID:standup
        RECURRENCE-ID;TZID=Europe/Berlin:20260107T093000
        DTSTART;TZID=Europe/Berlin:20260107T140000
        DURATION:PT15M
        SUMMARY:Stand-up\\, later
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:lisa@example.com
        END:VEVENT
        """

    @Test("events of a day, their changed occurrences too (§7.8.1)", arguments: [
        ("20260106T000000Z", "20260107T000000Z", true), ("20260107T083000Z", "20260107T090000Z", false),
        ("20260107T130000Z", "20260107T131500Z", true), ("20260110T000000Z", "20270110T000000Z", false),
    ])
    func timeRange(start: String, end: String, expected: Bool) throws {
        #expect(try matches("<C:time-range start='\(start)' end='\(end)'/>", standup) == expected)
    }

    @Test("events with an alarm in a window (§7.8.5)", arguments: [
        ("20260105T082000Z", "20260105T082001Z", true), ("20260105T082500Z", "20260105T083000Z", false),
        // The changed occurrence has no alarm.
        ("20260107T082000Z", "20260107T082001Z", false),
    ])
    func alarm(start: String, end: String, expected: Bool) throws {
        let range = "<C:time-range start='\(start)' end='\(end)'/>"
        #expect(try matches("<C:comp-filter name='VALARM'>\(range)</C:comp-filter>", standup) == expected)
    }

    @Test("events by UID (§7.8.6)", arguments: [("standup", true), ("STANDUP", false), ("other", false)])
    func uid(uid: String, expected: Bool) throws {
        let match = "<C:text-match collation='i;octet'>\(uid)</C:text-match>"
        #expect(try matches("<C:prop-filter name='UID'>\(match)</C:prop-filter>", standup) == expected)
    }

    @Test("events that a person has not answered (§7.8.7)", arguments: [
        ("NEEDS-ACTION", true), ("ACCEPTED", true), ("DECLINED", false),
    ])
    func participation(status: String, expected: Bool) throws {
        #expect(try matches("""
            <C:prop-filter name="ATTENDEE">
            <C:text-match collation="i;ascii-casemap">mailto:Lisa@example.com</C:text-match>
            <C:param-filter name="PARTSTAT">
            <C:text-match collation="i;ascii-casemap">\(status)</C:text-match></C:param-filter>
            </C:prop-filter>
            """, standup) == expected)
    }

    @Test("tasks that are not completed (§7.8.9)", arguments: [
        ("DUE:20260106T000000Z", true), ("COMPLETED:20260105T000000Z\nSTATUS:COMPLETED", false),
        ("STATUS:CANCELLED", false),
        ("STATUS:NEEDS-ACTION", true),
    ])
    func pending(lines: String, expected: Bool) throws {
        let lines = lines.contains("STATUS") ? lines : lines + "\nSTATUS:NEEDS-ACTION"
        #expect(try matches("""
            <C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>
            <C:prop-filter name="STATUS"><C:text-match negate-condition="yes">CANCELLED</C:text-match></C:prop-filter>
            """, "BEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO", name: "VTODO") == expected)
    }
}

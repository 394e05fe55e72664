import CivilTime
@testable import ICalendar
import Testing

@Suite("Filters of a calendar query")
struct FilterTests {
    let objects = """
        BEGIN:VEVENT
        UID:1
        SUMMARY:Team meeting\\, weekly in the café
        DTSTART:20250106T100000Z
        URL:file:x\\n
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:bernard@example.com
        END:VEVENT
        """

    @Test("a text match compares by its collation, and may be negated", arguments: [
        ("meeting, W", TextMatch.Collation.asciiCaseMap, false, true),
        ("meeting, W", .octet, false, false),
        ("Team", .octet, false, true),
        ("Team", .octet, true, false),
        ("lunch", .asciiCaseMap, true, true),
        ("MEETING", .unicodeCaseMap, false, true),
        ("CAFE\u{301}", .unicodeCaseMap, false, true), // RFC 5051: é is e with an accent
        ("CAFÉ", .asciiCaseMap, false, false),
    ])
    func text(text: String, collation: TextMatch.Collation, isNegated: Bool, matches: Bool) throws {
        var filter = PropertyFilter("SUMMARY")
        filter.text = TextMatch(text, collation: collation, isNegated: isNegated)
        #expect(try passes(event([filter]), objects) == matches)
    }

    @Test("escapes are undone in TEXT only", arguments: [("URL", "x\\n", true), ("SUMMARY", "meeting,", true), ("SUMMARY", "\\,", false)])
    func escapes(name: String, text: String, matches: Bool) throws {
        var filter = PropertyFilter(name)
        filter.text = TextMatch(text)
        #expect(try passes(event([filter]), objects) == matches)
    }

    @Test("is-not-defined passes if the part is missing")
    func notDefined() throws {
        var summary = PropertyFilter("SUMMARY"), location = PropertyFilter("LOCATION")
        summary.isNotDefined = true
        location.isNotDefined = true
        #expect(try passes(event([summary]), objects) == false)
        #expect(try passes(event([location]), objects))
        var toDo = ComponentFilter("VTODO")
        toDo.isNotDefined = true
        #expect(try passes(toDo, objects))
        #expect(try passes(ComponentFilter("VTODO"), objects) == false)
        var alarm = ComponentFilter("VALARM"), outer = ComponentFilter("VEVENT")
        alarm.isNotDefined = true
        outer.components = [alarm]
        #expect(try passes(outer, objects))
    }

    @Test("a parameter filter applies to the property whose text matches (§9.7.2)")
    func parameters() throws {
        var attendee = PropertyFilter("ATTENDEE"), status = ParameterFilter("PARTSTAT")
        status.text = TextMatch("NEEDS-ACTION")
        attendee.parameters = [status]
        attendee.text = TextMatch("mailto:lisa@example.com")
        #expect(try passes(event([attendee]), objects))
        attendee.text = TextMatch("mailto:bernard@example.com")
        #expect(try passes(event([attendee]), objects) == false)
    }

    @Test("busy times are merged, and the strongest kind counts")
    func freeBusy() throws {
        let calendar = Component(reading: """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:20250101T100000Z
            DTEND:20250101T110000Z
            RRULE:FREQ=DAILY
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20250106T103000Z
            DTEND:20250106T120000Z
            STATUS:TENTATIVE
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20250106T130000Z
            DTEND:20250106T140000Z
            TRANSP:TRANSPARENT
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20250106T150000Z
            DTEND:20250106T160000Z
            STATUS:CANCELLED
            END:VEVENT
            BEGIN:VFREEBUSY
            FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20250106T110000Z/PT30M
            FREEBUSY;FBTYPE=FREE:20250106T200000Z/PT1H
            FREEBUSY:20250106T230000Z/PT5H
            END:VFREEBUSY
            END:VCALENDAR
            """)
        let start = Instant(secondsSince1970: 1_736_121_600) // 2025-01-06
        var busy = BusyTimes(start..<start + .seconds(86_400)), budget = WorkBudget.standard
        try busy.add(calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        let properties = busy.component(stamp: start).all("FREEBUSY").map { "\($0.parameter("FBTYPE") ?? "") \($0.value)" }
        #expect(properties == [
            " 20250106T100000Z/20250106T110000Z,20250106T230000Z/20250107T000000Z",
            "BUSY-UNAVAILABLE 20250106T110000Z/20250106T113000Z",
            "BUSY-TENTATIVE 20250106T113000Z/20250106T120000Z",
        ])
    }

    @Test("an expanded occurrence is in UTC and has no rule (§9.6.5)")
    func expanded() throws {
        // The example of §7.8.3, with its zone by name.
        let calendar = Component(reading: """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:abcd2
            DTSTART;TZID=America/New_York:20060102T120000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=5
            SUMMARY:Event #2
            END:VEVENT
            BEGIN:VEVENT
            UID:abcd2
            DTSTART;TZID=America/New_York:20060104T140000
            DURATION:PT1H
            RECURRENCE-ID;TZID=America/New_York:20060104T120000
            SUMMARY:Event #2 bis
            END:VEVENT
            END:VCALENDAR
            """)
        let start = Instant(secondsSince1970: 1_136_246_400) // 2006-01-03T00:00:00Z
        let range = TimeRange(start..<start + .seconds(2 * 86_400))
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(range, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        #expect(expanded.components.map { $0.first("DTSTART")?.value } == ["20060103T170000Z", "20060104T190000Z"])
        #expect(expanded.components.map { $0.first("RECURRENCE-ID")?.value } == ["20060103T170000Z", "20060104T170000Z"])
        #expect(expanded.components.allSatisfy { $0.first("RRULE") == nil && $0.first("DTSTART")?.parameters == [] })

        let limited = calendar.limitedRecurrenceSet(
            TimeRange(start..<start + .seconds(86_400)), zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(limited.components.map { $0.first("SUMMARY")?.value } == ["Event #2"])
    }

    @Test("an expansion includes the free times, and refers to no zone")
    func expandedAvailability() throws {
        let calendar = Component(reading: """
            BEGIN:VCALENDAR
            BEGIN:VAVAILABILITY
            UID:1
            DTSTART;TZID=America/New_York:20060101T000000
            BEGIN:AVAILABLE
            UID:2
            DTSTART;TZID=America/New_York:20060102T090000
            DTEND;TZID=America/New_York:20060102T170000
            RRULE:FREQ=DAILY
            END:AVAILABLE
            END:VAVAILABILITY
            BEGIN:VEVENT
            UID:3
            DTSTART:20060103T120000Z
            X-PUBLISHED;VALUE=DATE-TIME;TZID=America/New_York:20060101T120000
            END:VEVENT
            BEGIN:VFREEBUSY
            FREEBUSY;TZID=America/New_York:20060101T120000/20060101T130000,20060101T150000/PT1H
            END:VFREEBUSY
            END:VCALENDAR
            """)
        let start = Instant(secondsSince1970: 1_136_246_400) // 2006-01-03T00:00:00Z
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(
            TimeRange(start..<start + .seconds(2 * 86_400)), zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        #expect(String(decoding: CalendarStream([expanded]).octets, as: UTF8.self).replacing("\r\n", with: "\n") == """
            BEGIN:VCALENDAR
            BEGIN:VAVAILABILITY
            UID:1
            DTSTART:20060101T050000Z
            BEGIN:AVAILABLE
            UID:2
            DTSTART:20060103T140000Z
            DTEND:20060103T220000Z
            RECURRENCE-ID:20060103T140000Z
            END:AVAILABLE
            BEGIN:AVAILABLE
            UID:2
            DTSTART:20060104T140000Z
            DTEND:20060104T220000Z
            RECURRENCE-ID:20060104T140000Z
            END:AVAILABLE
            END:VAVAILABILITY
            BEGIN:VFREEBUSY
            FREEBUSY:20060101T170000Z/20060101T180000Z,20060101T200000Z/PT1H
            END:VFREEBUSY
            BEGIN:VEVENT
            UID:3
            DTSTART:20060103T120000Z
            X-PUBLISHED;VALUE=DATE-TIME:20060101T170000Z
            END:VEVENT
            END:VCALENDAR

            """)
    }

    @Test("an expansion keeps a to-do without times if the table allows it", arguments: [
        ("SUMMARY:Some day", 1), ("CREATED:20260101T000000Z", 0), ("DUE:20250106T110000Z", 1), ("DUE:20250108T110000Z", 0),
    ])
    func expandedToDo(lines: String, count: Int) throws {
        let calendar = Component(reading: "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO\nEND:VCALENDAR")
        let start = Instant(secondsSince1970: 1_736_157_600) // 2025-01-06T10:00:00Z
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(
            TimeRange(start..<start + .seconds(7_200)), zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        #expect(expanded.components.count == count)
        #expect(count == 0 || expanded.components == calendar.components)
    }

    @Test("an override is kept if the occurrence that it replaces is in the range", arguments: [(5, 1), (9, 2), (13, 2), (15, 1)])
    func longOccurrence(day: Int, count: Int) {
        // A week from 8 January, moved to March.
        let calendar = Component("VCALENDAR", components: [
            "DTSTART;VALUE=DATE:20250101\nDURATION:P1W\nRRULE:FREQ=WEEKLY;COUNT=3",
            "RECURRENCE-ID;VALUE=DATE:20250108\nDTSTART;VALUE=DATE:20250301",
        ].map { Component(reading: "BEGIN:VEVENT\nUID:1\n\($0)\nEND:VEVENT\n") })
        let start = Instant(secondsSince1970: 1_735_689_600) + .seconds((day - 1) * 86_400)
        let limited = calendar.limitedRecurrenceSet(
            TimeRange(start..<start + .seconds(86_400)), zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(limited.components.count == count)
    }

    @Test("an expanded occurrence keeps its length", arguments: [
        ("DTSTART:20260101T120000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260328T120000Z/PT3H", "DTEND", "20260328T150000Z"),
        ("DTSTART:20260101T120000Z\nRDATE;VALUE=PERIOD:20260328T120000Z/PT3H", "DTEND", "20260328T150000Z"),
        ("DTSTART:20260328T120000Z\nDURATION:PT1H", "DURATION", "PT1H"),
        // A day with 23 hours (§3.3.6).
        ("DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D", "DTEND", "20260329T100000Z"),
    ])
    func expandedLength(lines: String, name: String, value: String) throws {
        let calendar = Component("VCALENDAR", components: [Component(reading: "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n")])
        let start = Instant(secondsSince1970: 1_774_656_000) // 2026-03-28
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(
            TimeRange(start..<start + .seconds(86_400)), zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        #expect(expanded.components.count == 1)
        let ends = ["DTEND", "DURATION"].compactMap { expanded.components.first?.first($0) }
        #expect(ends.map { [$0.name, $0.value] } == [[name, value]])
    }

    @Test("a THISANDFUTURE change is kept if it affects the range", arguments: [
        // moved into the range from behind it
        ([("20250203T100000Z", "20250130T100000Z")], "20250129", "20250130", 1),
        ([("20250203T100000Z", "20250130T100000Z")], "20250129", "20250202", 2),
        // the second one ends what the first one moves there
        ([("20250203T100000Z", "20240205T100000Z"), ("20250217T100000Z", "20250217T110000Z")], "20240101", "20240201", 1),
        ([("20250203T100000Z", "20240205T100000Z"), ("20250217T100000Z", "20250217T110000Z")], "20240201", "20240301", 3),
    ])
    func changesOfAllThatFollows(changes: [(id: String, start: String)], from: String, to: String, count: Int) throws {
        let parts = ["RRULE:FREQ=WEEKLY\nDTSTART:20250106T100000Z"] + changes.map { change in
            "RECURRENCE-ID;RANGE=THISANDFUTURE:\(change.id)\nDTSTART:\(change.start)"
        }
        let events = parts.map { "BEGIN:VEVENT\nUID:1\n\($0)\nEND:VEVENT\n" }.joined()
        let calendar = Component(reading: "BEGIN:VCALENDAR\n\(events)END:VCALENDAR")
        let bounds = try [from, to].map { day in
            try TestZones.resolver.instant(of: Property("DTSTART", value: day).dateOrTime(), floating: TimeZoneRules.utc)
        }
        let limited = calendar.limitedRecurrenceSet(
            TimeRange(bounds[0]..<bounds[1]), zones: TestZones.resolver, floating: TimeZoneRules.utc)
        #expect(limited.components.count == count)
    }

    private func event(_ properties: [PropertyFilter]) -> ComponentFilter {
        var filter = ComponentFilter("VEVENT")
        filter.properties = properties
        return filter
    }
}

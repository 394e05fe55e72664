import CivilTime
@testable import ICalendar
import Testing

/// The tables of RFC 4791 §9.9. The range is 10:00 to 12:00 of one day.
@Suite("Time ranges")
struct TimeRangeTests {
    @Test("an event overlaps a range as the table says", arguments: [
        ("DTSTART:20250106T090000Z\nDTEND:20250106T100000Z", false),
        ("DTSTART:20250106T090000Z\nDTEND:20250106T100001Z", true),
        ("DTSTART:20250106T115959Z\nDTEND:20250106T130000Z", true),
        ("DTSTART:20250106T120000Z\nDTEND:20250106T130000Z", false),
        ("DTSTART:20250106T090000Z\nDURATION:PT2H", true),
        ("DTSTART:20250106T100000Z\nDURATION:PT0S", true),
        ("DTSTART:20250106T095959Z\nDURATION:PT0S", false),
        ("DTSTART:20250106T100000Z", true),
        ("DTSTART:20250106T120000Z", false),
        ("DTSTART;VALUE=DATE:20250106", true),
        ("DTSTART;VALUE=DATE:20250105", false),
        ("DTSTART:20240101T110000Z\nRRULE:FREQ=DAILY", true),
        ("DTSTART:20240101T130000Z\nRRULE:FREQ=DAILY", false),
    ])
    func events(lines: String, matches: Bool) throws {
        #expect(try self.matches("VEVENT", lines) == matches)
    }

    @Test("a to-do overlaps a range as the table says", arguments: [
        // DTSTART and DURATION
        ("DTSTART:20250106T080000Z\nDURATION:PT2H", true),      // ends as the range starts
        ("DTSTART:20250106T080000Z\nDURATION:PT1H", false),
        ("DTSTART:20250106T120000Z\nDURATION:PT1H", false),
        // DTSTART and DUE
        ("DTSTART:20250106T080000Z\nDUE:20250106T100000Z", false),
        ("DTSTART:20250106T080000Z\nDUE:20250106T100001Z", true),
        ("DTSTART:20250106T110000Z\nDUE:20250106T140000Z", true),
        // DTSTART alone
        ("DTSTART:20250106T100000Z", true),
        ("DTSTART:20250106T120000Z", false),
        // DUE alone
        ("DUE:20250106T100000Z", false),
        ("DUE:20250106T100001Z", true),
        ("DUE:20250106T120000Z", true),
        ("DUE:20250106T120001Z", false),
        // COMPLETED and CREATED
        ("COMPLETED:20250106T110000Z\nCREATED:20250101T000000Z", true),
        ("COMPLETED:20250105T110000Z\nCREATED:20250101T000000Z", false),
        ("COMPLETED:20250106T120000Z", true),
        ("COMPLETED:20250106T120001Z", false),
        ("CREATED:20250106T115959Z", true),
        ("CREATED:20250106T120000Z", false),
        ("SUMMARY:Some day", true),
        // Times in a zone, as programs write them
        ("COMPLETED;TZID=Europe/Berlin:20250106T120000", true),
        ("COMPLETED;TZID=Europe/Berlin:20250106T103000", false),
        // An override without DTSTART starts at its series' time.
        ("RECURRENCE-ID:20250106T110000Z\nCOMPLETED:20240101T000000Z", true),
        ("RECURRENCE-ID:20250107T110000Z", false),
    ])
    func toDos(lines: String, matches: Bool) throws {
        #expect(try self.matches("VTODO", lines) == matches)
    }

    @Test("a journal entry overlaps a range as the table says", arguments: [
        ("DTSTART:20250106T100000Z", true), ("DTSTART:20250106T120000Z", false), ("DTSTART:20250106T095959Z", false),
        ("DTSTART;VALUE=DATE:20250106", true), ("DTSTART;VALUE=DATE:20250107", false), ("SUMMARY:Never", false),
    ])
    func journals(lines: String, matches: Bool) throws {
        #expect(try self.matches("VJOURNAL", lines) == matches)
    }

    @Test("a VFREEBUSY overlaps a range as the table says", arguments: [
        ("DTSTART:20250106T080000Z\nDTEND:20250106T100000Z", true),
        ("DTSTART:20250106T120000Z\nDTEND:20250106T140000Z", false),
        ("FREEBUSY:20250106T080000Z/PT2H,20250106T130000Z/PT1H", false),
        ("FREEBUSY:20250106T080000Z/PT2H1S", true),
        ("FREEBUSY;FBTYPE=FREE:20250106T080000Z/PT2H1S", true),
        ("FREEBUSY;TZID=Europe/Berlin:20250106T103000/PT1H", true),
        ("DTSTART;TZID=Europe/Berlin:20250106T100000\nDTEND;TZID=Europe/Berlin:20250106T120000", true),
        ("DTSTART;TZID=Europe/Berlin:20250106T100000\nDTEND;TZID=Europe/Berlin:20250106T105900", false),
        ("SUMMARY:Nothing", false),
    ])
    func freeBusy(lines: String, matches: Bool) throws {
        #expect(try self.matches("VFREEBUSY", lines) == matches)
    }

    @Test("an alarm overlaps a range as the table says", arguments: [
        ("TRIGGER:-PT15M", "DTSTART:20250106T101500Z", true),
        ("TRIGGER:-PT15M", "DTSTART:20250106T101459Z", false),
        ("TRIGGER:-PT15M", "DTSTART:20250101T101500Z\nRRULE:FREQ=DAILY", true),
        ("TRIGGER;RELATED=END:PT0S", "DTSTART:20250106T080000Z\nDTEND:20250106T110000Z", true),
        ("TRIGGER:PT0S\nREPEAT:2\nDURATION:PT1H", "DTSTART:20250106T080000Z", true),
        ("TRIGGER:PT0S\nREPEAT:1\nDURATION:PT1H", "DTSTART:20250106T080000Z", false),
        ("TRIGGER;VALUE=DATE-TIME:20250106T110000Z", "DTSTART:20260606T080000Z", true),
        ("TRIGGER;VALUE=DATE-TIME:20250107T110000Z", "DTSTART:20250106T110000Z", false),
    ])
    func alarms(alarm: String, event: String, matches: Bool) throws {
        var filter = ComponentFilter("VALARM"), outer = ComponentFilter("VEVENT")
        filter.timeRange = range
        outer.components = [filter]
        #expect(try passes(outer, "BEGIN:VEVENT\n\(event)\nBEGIN:VALARM\n\(alarm)\nEND:VALARM\nEND:VEVENT") == matches)
    }

    @Test("an absolute alarm of a to-do without times goes off")
    func undatedAlarm() throws {
        var filter = ComponentFilter("VALARM"), outer = ComponentFilter("VTODO")
        filter.timeRange = range
        outer.components = [filter]
        for (time, matches) in [
            (":20250106T110000Z", true), (":20250106T120000Z", false), (":20250106T110000", true),
            (";TZID=Europe/Berlin:20250106T113000", true), (";TZID=Europe/Berlin:20250106T103000", false),
        ] {
            let alarm = "BEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME\(time)\nEND:VALARM"
            #expect(try passes(outer, "BEGIN:VTODO\nSUMMARY:Some day\n\(alarm)\nEND:VTODO") == matches)
        }
    }

    @Test("a property's time range is compared with each occurrence, and an end may come from DURATION", arguments: [
        ("VEVENT", "DTSTART:20250106T110000Z", "DTSTART", true),
        ("VEVENT", "DTSTART:20250106T120000Z", "DTSTART", false),
        ("VEVENT", "DTSTART:20250101T110000Z\nRRULE:FREQ=DAILY", "DTSTART", true),
        ("VEVENT", "DTSTART:20250101T090000Z\nDTEND:20250101T110000Z\nRRULE:FREQ=DAILY", "DTSTART", false),
        ("VEVENT", "DTSTART:20250101T090000Z\nDTEND:20250101T110000Z\nRRULE:FREQ=DAILY", "DTEND", true),
        ("VEVENT", "DTSTART:20250101T090000Z\nDURATION:PT2H\nRRULE:FREQ=DAILY", "DTEND", true),
        ("VEVENT", "DTSTART:20250101T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2", "DTEND", false),
        ("VEVENT", "DTSTART:20250106T110000Z", "DTEND", false),
        ("VEVENT", "DTSTART;VALUE=DATE:20250106", "DTSTART", false), // midnight
        ("VEVENT", "DTSTART:20250106T090000Z\nDTEND:20250106T100000Z", "DTEND", true),
        ("VTODO", "DTSTART:20250106T090000Z\nDURATION:PT2H", "DUE", true),
        ("VTODO", "DUE:20250106T110000Z", "DUE", true),
        ("VTODO", "DUE:20250106T110000Z", "DTSTART", false),
        ("VTODO", "SUMMARY:Some day", "DUE", false),
        ("VEVENT", "DTSTART:20250101T090000Z\nCREATED:20250106T110000Z", "CREATED", true),
    ])
    func properties(kind: String, lines: String, property: String, matches: Bool) throws {
        var filter = PropertyFilter(property), outer = ComponentFilter(kind)
        filter.timeRange = range
        outer.properties = [filter]
        #expect(try passes(outer, "BEGIN:\(kind)\n\(lines)\nEND:\(kind)") == matches)
    }

    private var range: TimeRange {
        let start = Instant(secondsSince1970: 1_736_157_600) // 2025-01-06T10:00:00Z
        return TimeRange(start..<start + .seconds(7_200))
    }

    private func matches(_ name: String, _ lines: String) throws -> Bool {
        var filter = ComponentFilter(name)
        filter.timeRange = range
        return try passes(filter, "BEGIN:\(name)\n\(lines)\nEND:\(name)")
    }
}

/// Returns true if a calendar of these components passes a filter.
func passes(_ filter: ComponentFilter, _ components: String) throws -> Bool {
    var outer = ComponentFilter("VCALENDAR")
    outer.components = [filter]
    var budget = WorkBudget.standard
    let calendar = Component(reading: "BEGIN:VCALENDAR\n\(components)\nEND:VCALENDAR\n")
    return try outer.matches(calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
}

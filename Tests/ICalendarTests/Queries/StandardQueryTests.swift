import CivilTime
@testable import ICalendar
import Testing

/// The queries of RFC 4791 §7.8 on the objects of its appendix B, with the answers there.
///
/// The query of §7.8.5 is left out. It expects the alarm of abcd5, ten minutes before a to-do with a due day
/// and no start, on that day from ten o'clock. RFC 5545 §3.8.6.3 puts it elsewhere.
@Suite("Queries of RFC 4791")
struct StandardQueryTests {
    private static let objects = [
        "abcd1": """
            BEGIN:VEVENT
            DTSTART;TZID=US/Eastern:20060102T100000
            DURATION:PT1H
            SUMMARY:Event #1
            UID:74855313FA803DA593CD579A@example.com
            END:VEVENT
            """,
        "abcd2": """
            BEGIN:VEVENT
            DTSTART;TZID=US/Eastern:20060102T120000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=5
            SUMMARY:Event #2
            UID:00959BC664CA650E933C892C@example.com
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=US/Eastern:20060104T140000
            DURATION:PT1H
            RECURRENCE-ID;TZID=US/Eastern:20060104T120000
            SUMMARY:Event #2 bis
            UID:00959BC664CA650E933C892C@example.com
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=US/Eastern:20060106T140000
            DURATION:PT1H
            RECURRENCE-ID;TZID=US/Eastern:20060106T120000
            SUMMARY:Event #2 bis bis
            UID:00959BC664CA650E933C892C@example.com
            END:VEVENT
            """,
        "abcd3": """
            BEGIN:VEVENT
            ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:cyrus@example.com
            ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
            DTSTART;TZID=US/Eastern:20060104T100000
            DURATION:PT1H
            ORGANIZER:mailto:cyrus@example.com
            STATUS:TENTATIVE
            SUMMARY:Event #3
            UID:DC6C50A017428C5216A2F1CD@example.com
            X-ABC-GUID:E1CX5Dr-0007ym-Hz@example.com
            END:VEVENT
            """,
        "abcd4": """
            BEGIN:VTODO
            DUE;VALUE=DATE:20060104
            STATUS:NEEDS-ACTION
            SUMMARY:Task #1
            UID:DDDEEB7915FA61233B861457@example.com
            BEGIN:VALARM
            ACTION:AUDIO
            TRIGGER;RELATED=START:-PT10M
            END:VALARM
            END:VTODO
            """,
        "abcd5": """
            BEGIN:VTODO
            DUE;VALUE=DATE:20060106
            STATUS:NEEDS-ACTION
            SUMMARY:Task #2
            UID:E10BA47467C5C69BB74E8720@example.com
            BEGIN:VALARM
            ACTION:AUDIO
            TRIGGER;RELATED=START:-PT10M
            END:VALARM
            END:VTODO
            """,
        "abcd6": """
            BEGIN:VTODO
            COMPLETED:20051223T122322Z
            DUE;VALUE=DATE:20051225
            STATUS:COMPLETED
            SUMMARY:Task #3
            UID:E10BA47467C5C69BB74E8722@example.com
            END:VTODO
            """,
        "abcd7": """
            BEGIN:VTODO
            DUE;VALUE=DATE:20060101
            STATUS:CANCELLED
            SUMMARY:Task #4
            UID:E10BA47467C5C69BB74E8725@example.com
            END:VTODO
            """,
        "abcd8": """
            BEGIN:VFREEBUSY
            UID:76ef34-54a3d2@example.com
            DTSTART:20060101T000000Z
            DTEND:20060108T000000Z
            FREEBUSY:20050531T230000Z/20050601T010000Z
            FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060102T100000Z/20060102T120000Z
            FREEBUSY:20060103T100000Z/20060103T120000Z
            FREEBUSY:20060104T100000Z/20060104T120000Z
            FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20060105T100000Z/20060105T120000Z
            FREEBUSY:20060106T100000Z/20060106T120000Z
            END:VFREEBUSY
            """,
    ]

    private func answer(_ filter: ComponentFilter) throws -> [String] {
        try Self.objects.filter { try passes(filter, $0.value) }.keys.sorted()
    }

    private static func range(_ start: String, _ end: String) throws -> TimeRange {
        guard case .utc(let first) = try DateOrTime(start), case .utc(let last) = try DateOrTime(end) else {
            throw Irregularity.malformed(.dateTime)
        }
        return TimeRange(first..<last)
    }

    private static func property(_ name: String, _ text: TextMatch) -> PropertyFilter {
        var filter = PropertyFilter(name)
        filter.text = text
        return filter
    }

    @Test("queries by time range (§7.8.1) and for busy times (§7.8.4)")
    func timeRange() throws {
        var filter = ComponentFilter("VEVENT")
        filter.timeRange = try Self.range("20060104T000000Z", "20060105T000000Z")
        #expect(try answer(filter) == ["abcd2", "abcd3"])
        filter = ComponentFilter("VFREEBUSY")
        filter.timeRange = try Self.range("20060102T000000Z", "20060103T000000Z")
        #expect(try answer(filter) == ["abcd8"])
    }

    @Test("queries by UID (§7.8.6) and by a custom property (§7.8.10)")
    func text() throws {
        var filter = ComponentFilter("VEVENT")
        filter.properties = [Self.property("UID", TextMatch("DC6C50A017428C5216A2F1CD@example.com", collation: .octet))]
        #expect(try answer(filter) == ["abcd3"])
        filter.properties = [Self.property("X-ABC-GUID", TextMatch("ABC"))]
        #expect(try answer(filter) == [])
        filter.properties = [Self.property("X-ABC-GUID", TextMatch("e1cx5dr"))]
        #expect(try answer(filter) == ["abcd3"])
    }

    @Test("queries by attendees without an answer (§7.8.7)")
    func participation() throws {
        var attendee = Self.property("ATTENDEE", TextMatch("mailto:lisa@example.com")), status = ParameterFilter("PARTSTAT")
        status.text = TextMatch("NEEDS-ACTION")
        attendee.parameters = [status]
        var filter = ComponentFilter("VEVENT")
        filter.properties = [attendee]
        #expect(try answer(filter) == ["abcd3"])
    }

    @Test("queries for all events (§7.8.8) and all open to-dos (§7.8.9)")
    func kinds() throws {
        #expect(try answer(ComponentFilter("VEVENT")) == ["abcd1", "abcd2", "abcd3"])
        var completed = PropertyFilter("COMPLETED")
        completed.isNotDefined = true
        var filter = ComponentFilter("VTODO")
        filter.properties = [completed, Self.property("STATUS", TextMatch("CANCELLED", isNegated: true))]
        #expect(try answer(filter) == ["abcd4", "abcd5"])
    }

    @Test("answers with limited overrides (§7.8.2), expanded (§7.8.3), with limited busy times (§7.8.4)")
    func partial() throws {
        let calendar = Component(reading: "BEGIN:VCALENDAR\n\(Self.objects["abcd2"] ?? "")\nEND:VCALENDAR\n")
        let utc = TimeZoneRules.utc
        let limited = calendar.limitedRecurrenceSet(
            try Self.range("20060103T000000Z", "20060105T000000Z"), zones: TestZones.resolver, floating: utc)
        #expect(limited.components.map { $0.first("SUMMARY")?.value } == ["Event #2", "Event #2 bis"])
        var budget = WorkBudget.standard
        let expanded = try calendar.expanded(
            try Self.range("20060103T000000Z", "20060105T000000Z"), zones: TestZones.resolver, floating: utc, budget: &budget)
        #expect(expanded.components.map { $0.first("DTSTART")?.value } == ["20060103T170000Z", "20060104T190000Z"])
        #expect(expanded.components.map { $0.first("RECURRENCE-ID")?.value } == ["20060103T170000Z", "20060104T170000Z"])
        let busy = Component(reading: "BEGIN:VCALENDAR\n\(Self.objects["abcd8"] ?? "")\nEND:VCALENDAR\n")
            .limitedFreeBusySet(
                try Self.range("20060102T000000Z", "20060103T000000Z"), zones: TestZones.resolver, floating: utc)
        #expect(busy.components[0].all("FREEBUSY").map(\.value) == ["20060102T100000Z/20060102T120000Z"])
    }
}

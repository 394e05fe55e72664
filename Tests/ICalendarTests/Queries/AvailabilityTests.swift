import CivilTime
@testable import ICalendar
import Testing

/// RFC 7953 §4, §5: a day in slots of two hours, from midnight in Montreal.
@Suite("Availability in busy times")
struct AvailabilityTests {
    static let office = """
        BEGIN:VAVAILABILITY
        DTSTART;TZID=America/Montreal:20111002T000000
        BEGIN:AVAILABLE
        UID:1
        DTSTART;TZID=America/Montreal:20111003T080000
        DTEND;TZID=America/Montreal:20111003T180000
        RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
        END:AVAILABLE
        END:VAVAILABILITY
        """
    static let denver = """
        BEGIN:VAVAILABILITY
        DTSTART;TZID=America/Denver:20111023T000000
        DTEND;TZID=America/Denver:20111030T000000
        PRIORITY:1
        BEGIN:AVAILABLE
        UID:2
        DTSTART;TZID=America/Denver:20111024T080000
        DTEND;TZID=America/Denver:20111024T180000
        RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
        END:AVAILABLE
        END:VAVAILABILITY
        """

    @Test("the standard's examples have their busy times")
    func examples() throws {
        // §5.1.1; it says Monday the 6th, but the Monday is the 7th.
        let meeting = "BEGIN:VEVENT\nDTSTART;TZID=America/Montreal:20111107T120000\nDURATION:PT2H\nEND:VEVENT\n"
        #expect(try day("20111107", Self.office + "\n" + meeting) == "UUUUFFBFFUUU")
        // §5.1.2
        let far = "BEGIN:VEVENT\nDTSTART;TZID=America/Denver:20111024T120000\nDURATION:PT2H\nEND:VEVENT\n"
        #expect(try day("20111024", Self.office + "\n" + Self.denver + "\n" + far) == "UUUUUFFBFFUU")
        // The order of the components does not matter.
        #expect(try day("20111024", far + Self.denver + "\n" + Self.office) == "UUUUUFFBFFUU")
    }

    @Test("a higher priority decides alone: a holiday has no office hours")
    func holiday() throws {
        let holiday = "\nBEGIN:VAVAILABILITY\nPRIORITY:5\nBUSYTYPE:BUSY\nDTSTART:20111025T000000Z\nDURATION:P1D\nEND:VAVAILABILITY\n"
        #expect(try day("20111025", Self.office + holiday) == "BBBBBBBBBBUU")
        #expect(try day("20111024", Self.office + holiday) == "UUUUFFFFFUBB")
        // Priority 9 overrides none, 4 overrides 5.
        #expect(try day("20111025", Self.office + holiday.replacing("PRIORITY:5", with: "PRIORITY:9")) == "BBBBBBBBBBUU")
        #expect(try day("20111025", Self.office.replacing("BEGIN:AVAILABLE", with: "PRIORITY:4\nBEGIN:AVAILABLE") + holiday) == "UUUUFFFFFUUU")
    }

    @Test("among equal priorities the strongest kind counts", arguments: [
        ("BUSY-TENTATIVE", "TTTTFFFFFTTT", "UUUUFFFFFUUU"), ("BUSY", "BBBBFFFFFBBB", "BBBBFFFFFBBB"),
        ("X-AWAY", "BBBBFFFFFBBB", "BBBBFFFFFBBB"),
    ])
    func equal(type: String, alone: String, both: String) throws {
        let other = Self.office.replacing("BEGIN:AVAILABLE", with: "BUSYTYPE:\(type)\nBEGIN:AVAILABLE")
        #expect(try day("20111025", other) == alone)
        #expect(try day("20111025", Self.office + "\n" + other) == both)
    }

    @Test("slots may be changed and excluded, and count only while the availability is valid")
    func slots() throws {
        let changed = """
            BEGIN:VAVAILABILITY
            DTEND;TZID=America/Montreal:20111026T120000
            BEGIN:AVAILABLE
            UID:1
            DTSTART;TZID=America/Montreal:20111003T080000
            DTEND;TZID=America/Montreal:20111003T180000
            RRULE:FREQ=DAILY
            EXDATE;TZID=America/Montreal:20111024T080000
            END:AVAILABLE
            BEGIN:AVAILABLE
            UID:1
            RECURRENCE-ID;TZID=America/Montreal:20111025T080000
            DTSTART;TZID=America/Montreal:20111025T200000
            DURATION:PT2H
            END:AVAILABLE
            END:VAVAILABILITY
            """
        #expect(try day("20111023", changed) == "UUUUFFFFFUUU")
        #expect(try day("20111024", changed) == "UUUUUUUUUUUU")
        #expect(try day("20111025", changed) == "UUUUUUUUUUFU")
        #expect(try day("20111026", changed) == "UUUUFFFFFFFF")
    }

    @Test("an availability that cannot be read makes nobody unavailable")
    func unreadable() throws {
        for start in ["DTSTART:tomorrow", "DTSTART;TZID=Nowhere/Atall:20111002T000000"] {
            #expect(try day("20111025", "BEGIN:VAVAILABILITY\n\(start)\nEND:VAVAILABILITY") == "FFFFFFFFFFFF")
        }
    }

    @Test("a filter finds an availability by its bounds", arguments: [ // RFC 7953 §7.2.2; asked for 10:00 to 12:00
        ("DTSTART:20250106T080000Z\nDTEND:20250106T100000Z", false), ("DTSTART:20250106T080000Z\nDTEND:20250106T100001Z", true),
        ("DTSTART:20250106T080000Z\nDURATION:PT2H", false), ("DTSTART:20250105T080000Z\nDURATION:P1DT3H", true),
        ("DTSTART:20250106T115959Z", true), ("DTSTART:20250106T120000Z", false),
        ("DTEND:20250106T100001Z", true), ("DTEND:20250106T100000Z", false), ("SUMMARY:Always", true),
    ])
    func filter(lines: String, matches: Bool) throws {
        var filter = ComponentFilter("VAVAILABILITY")
        let start = Instant(secondsSince1970: 1_736_157_600)
        filter.timeRange = TimeRange(start..<start + .seconds(7_200))
        #expect(try passes(filter, "BEGIN:VAVAILABILITY\n\(lines)\nEND:VAVAILABILITY") == matches)
    }

    /// One letter for every two hours, as in the standard's tables.
    private func day(_ day: String, _ components: String) throws -> String {
        let start = try TestZones.resolver.instant(of: DateOrTime(day + "T000000", tzid: "America/Montreal"), floating: TimeZoneRules.utc)
        var busy = BusyTimes(start..<start + .seconds(86_400)), budget = WorkBudget.standard
        let calendar = Component(reading: "BEGIN:VCALENDAR\n\(components)\nEND:VCALENDAR\n")
        try busy.add(calendar, zones: TestZones.resolver, floating: TimeZoneRules.utc, budget: &budget)
        return (0..<12).map { slot in
            let from = start + .seconds(slot * 7_200), to = from + .seconds(7_200)
            let kinds = busy.result.filter { $0.start <= from && $0.end >= to }.map(\.kind)
            let parts = busy.result.filter { $0.start < to && $0.end > from }
            guard kinds.count == parts.count, kinds.count < 2 else { return "?" }
            return switch kinds.first {
            case .busy: "B"
            case .unavailable: "U"
            case .tentative: "T"
            case nil: "F"
            }
        }.joined()
    }
}

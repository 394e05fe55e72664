import CivilTime
import Foundation
@testable import ICalendar
import SeededRandom
import Testing

@Suite("Zones")
struct ZoneTests {
    private static func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant) = try DateOrTime(text) else { throw Irregularity.malformed(.dateTime) }
        return instant
    }

    @Test("the names that programs write for zones are known", arguments: [
        ("Asia/Riyadh", "Asia/Riyadh"), ("Arab Standard Time", "Asia/Riyadh"), ("W. Europe Standard Time", "Europe/Berlin"),
        ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
        ("/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        (" \"America/New York\"", "America/New_York"), ("'Europe/Berlin'", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
        ("AMERICA/NEW_YORK", "America/New_York"), ("w. europe standard time", "Europe/Berlin"), ("tzone://Microsoft/Utc", "UTC"), ("Z", "UTC"),
        // The names that Outlook shows, with the offset of any release in front, or without.
        ("(UTC+03:00) Kuwait, Riyadh", "Asia/Riyadh"), ("(GMT+03:00) Kuwait, Riyadh", "Asia/Riyadh"),
        ("\"(UTC+03:00) Kuwait, Riyadh\"", "Asia/Riyadh"), ("(UTC+02:00) Cairo", "Africa/Cairo"),
        ("(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("Pacific Time (US & Canada)", "America/Los_Angeles"),
        ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Warsaw"),
        ("EET", "EET"), ("EST5EDT", "EST5EDT"), ("HST", "HST"),
    ])
    func names(tzid: String, expected: String) throws {
        let rules = try TestZones.resolver.rules(tzid: tzid)
        #expect((rules as? TimeZoneRules)?.name == expected)
    }

    @Test("an identifier may be an offset", arguments: [
        ("UTC+3", 10_800), ("GMT-05:30", -19_800), ("(UTC+03:00)", 10_800), ("(GMT +01:00)", 3_600),
        ("GMT+0545", 20_700),
        ("Etc/GMT-3", 10_800), ("+0300", 10_800), ("+03:00", 10_800), ("-0330", -12_600),
        ("Dateline Standard Time", -43_200),
    ])
    func fixed(tzid: String, seconds: Int) throws {
        let rules = try TestZones.resolver.rules(tzid: tzid)
        #expect(rules.offset(at: Instant(secondsSince1970: 0)) == seconds)
        #expect(rules.local(rules.instant(of: .midnight(LocalDate(daysSince1970: 5)))) == .midnight(LocalDate(daysSince1970: 5)))
    }

    @Test("an unknown identifier is an error", arguments: [
        "", "Nowhere/City", "(UTC+03:00) Moon", "UTC+", "UTC+99", "+3", "+", "03:00", "(+03:00)",
        "Customized Time Zone", "../../etc/passwd", "/////", String(repeating: "/a", count: 10_000),
    ])
    func unknown(tzid: String) {
        #expect(throws: Irregularity.unknownZone) { try TestZones.resolver.rules(tzid: tzid) }
    }

    @Test("every name that Windows shows means a zone of the database")
    func displayedNames() {
        for (name, zone) in displayedZones {
            #expect(name == name.lowercased() && TestZones.rules(zone) != nil, "\(name)")
        }
    }

    /// RFC 5545 §3.6.5, the second example: New York since the last Sunday of October 1967.
    private static let newYork = """
        BEGIN:VCALENDAR\r
        BEGIN:VTIMEZONE\r
        TZID:X-New-York\r
        BEGIN:STANDARD\r
        DTSTART:20071104T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r
        TZOFFSETFROM:-0400\r
        TZOFFSETTO:-0500\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:19870405T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z\r
        TZOFFSETFROM:-0500\r
        TZOFFSETTO:-0400\r
        END:DAYLIGHT\r
        BEGIN:STANDARD\r
        DTSTART:19871025T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z\r
        TZOFFSETFROM:-0400\r
        TZOFFSETTO:-0500\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:20070311T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r
        TZOFFSETFROM:-0500\r
        TZOFFSETTO:-0400\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r
        END:VCALENDAR\r

        """

    @Test("a zone that the database does not have is read from the object's VTIMEZONE")
    func ownZone() throws {
        let object = try CalendarStream(Array(Self.newYork.utf8), .strict).components[0]
        let resolver = ZoneResolver(object) { TestZones.rules($0) }
        #expect(resolver.problems.isEmpty)
        let own = try resolver.rules(tzid: "X-New-York")
        let database = try #require(TestZones.rules("America/New_York"))
        var random = SeededRandom(1_967)
        for _ in 0..<5_000 {
            let moment = Instant(secondsSince1970: Int64.random(in: 560_000_000...4_000_000_000, using: &random))
            #expect(own.offset(at: moment) == database.offset(at: moment))
            let local = LocalDateTime(wallSeconds: moment.secondsSince1970)
            #expect(own.instant(of: local) == database.instant(of: local))
        }
        // §3.3.5: the skipped 2:30 is 3:30 in summer time; the repeated 1:30 is the first one.
        for (wall, utc) in [("20070311T023000", "20070311T073000Z"), ("20071104T013000", "20071104T053000Z")] {
            #expect(own.instant(of: try DateOrTime(wall).local) == (try Self.instant(utc)))
        }
    }

    @Test("a VTIMEZONE may name its IANA zone")
    func namedZone() throws {
        let zone = Component("VTIMEZONE", properties: [Property("TZID", value: "Office"), Property("X-LIC-LOCATION", value: "Asia/Riyadh")])
        let resolver = ZoneResolver(Component("VCALENDAR", components: [zone])) { TestZones.rules($0) }
        #expect((try resolver.rules(tzid: "Office") as? TimeZoneRules)?.name == "Asia/Riyadh")
        #expect(resolver.problems.isEmpty)
    }

    @Test("an unusable VTIMEZONE is a problem, and its zone is unknown", arguments: [
        ("", Irregularity.unusableZone),
        ("BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n", .unusableZone),
        ("BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:PST\r\nEND:STANDARD\r\n", .malformed(.utcOffset)),
        ("BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\n", .unusableZone),
        ("BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:X\r\nEND:STANDARD\r\n", .invalidRule(.noFrequency)),
    ])
    func unusable(observances: String, reason: Irregularity) throws {
        let text = "BEGIN:VCALENDAR\r\nBEGIN:VTIMEZONE\r\nTZID:Odd\r\n\(observances)END:VTIMEZONE\r\nEND:VCALENDAR\r\n"
        let resolver = ZoneResolver(try CalendarStream(Array(text.utf8), .strict).components[0]) { TestZones.rules($0) }
        #expect(resolver.problems.map(\.reason) == [reason])
        #expect(throws: Irregularity.unknownZone) { try resolver.rules(tzid: "Odd") }
    }

    @Test("a written VTIMEZONE has the zone's offsets in all of its window", arguments: [
        "Africa/Cairo", "Africa/Casablanca", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Antarctica/Troll", "Asia/Gaza",
        "Asia/Riyadh", "Asia/Tehran", "Australia/Lord_Howe", "Europe/Dublin", "Europe/London", "Europe/Moscow", "Pacific/Apia",
    ])
    func written(name: String) throws {
        let rules = try #require(TestZones.rules(name))
        var random = SeededRandom(7_808)
        for (from, to) in [(1_971, 2_037), (2_026, 2_031), (2_000, 2_011)] {
            let window = Instant(utcYear: from, month: 1, day: 1)!..<Instant(utcYear: to, month: 6, day: 1)!
            let component = Component.timeZone(name, rules, over: window)
            let octets = CalendarStream([component]).octets
            let zone = try ObservedZone(CalendarStream(octets, .strict).components[0])
            for _ in 0..<2_000 {
                let seconds = Int64.random(in: window.lowerBound.secondsSince1970..<window.upperBound.secondsSince1970, using: &random)
                let moment = Instant(secondsSince1970: seconds)
                #expect(zone.offset(at: moment) == rules.offset(at: moment), "\(moment)")
            }
        }
    }

    @Test("every zone of the database is written as a small VTIMEZONE")
    func everyZone() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: "/usr/share/zoneinfo")
            .filter { !$0.hasPrefix("right/") && !$0.hasPrefix("posix/") }
        let zones = names.compactMap { TestZones.rules($0) }
        #expect(zones.count > 400)
        let window = Instant(utcYear: 2_020, month: 1, day: 1)!..<Instant(utcYear: 2_040, month: 1, day: 1)!
        for rules in zones {
            let octets = CalendarStream([Component.timeZone(rules.name, rules, over: window)]).octets
            #expect(octets.count < 2_600, "\(rules.name)")
            let zone = try ObservedZone(CalendarStream(octets, .strict).components[0])
            var moment = window.lowerBound
            while let change = rules.nextTransition(after: moment)?.instant, change < window.upperBound {
                for near in [change - .seconds(1), change] {
                    #expect(zone.offset(at: near) == rules.offset(at: near), "\(rules.name), \(near)")
                }
                moment = change
            }
        }
    }

    @Test("a VTIMEZONE's rules hold for centuries")
    func farAhead() throws {
        let zone = try ObservedZone(Component(reading: """
            BEGIN:VTIMEZONE
            TZID:Mine
            BEGIN:STANDARD
            DTSTART:20071104T020000
            TZOFFSETFROM:-0400
            TZOFFSETTO:-0500
            RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20070311T020000
            TZOFFSETFROM:-0500
            TZOFFSETTO:-0400
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
            END:DAYLIGHT
            END:VTIMEZONE
            """))
        let rules = try #require(TestZones.rules("America/New_York"))
        for year in [2_190, 2_201, 2_599, 2_600, 2_601, 9_998] {
            for month in 1...12 {
                for day in [1, 10, 14, 28] {
                    let moment = try #require(Instant(utcYear: year, month: month, day: day))
                    #expect(zone.offset(at: moment) == rules.offset(at: moment), "\(year)-\(month)-\(day)")
                }
            }
        }
    }

    @Test("a change by a rule's end or a later observance stays", arguments: [(2_260, 3_600), (2_610, 3_600), (2_800, 7_200), (9_000, 7_200)])
    func ended(year: Int, offset: Int) throws {
        let zone = try ObservedZone(Component(reading: """
            BEGIN:VTIMEZONE
            TZID:Mine
            BEGIN:STANDARD
            DTSTART:20071028T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=22501231T000000Z
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20070325T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=22501231T000000Z
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:27000101T000000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            END:STANDARD
            END:VTIMEZONE
            """))
        #expect(zone.offset(at: try #require(Instant(utcYear: year, month: 7, day: 1))) == offset)
    }

    @Test("a zone with yearly rules is a few lines")
    func compact() throws {
        let rules = try #require(TestZones.rules("Europe/Berlin"))
        let component = Component.timeZone(
            "Europe/Berlin", rules, over: Instant(utcYear: 2026, month: 1, day: 1)!..<Instant(utcYear: 2036, month: 1, day: 1)!)
        let text = String(decoding: CalendarStream([component]).octets, as: UTF8.self)
        #expect(text == """
            BEGIN:VTIMEZONE\r
            TZID:Europe/Berlin\r
            BEGIN:STANDARD\r
            DTSTART:20260101T010000\r
            TZOFFSETFROM:+0100\r
            TZOFFSETTO:+0100\r
            TZNAME:CET\r
            END:STANDARD\r
            BEGIN:DAYLIGHT\r
            DTSTART:20260329T020000\r
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r
            TZOFFSETFROM:+0100\r
            TZOFFSETTO:+0200\r
            TZNAME:CEST\r
            END:DAYLIGHT\r
            BEGIN:STANDARD\r
            DTSTART:20261025T030000\r
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r
            TZOFFSETFROM:+0200\r
            TZOFFSETTO:+0100\r
            TZNAME:CET\r
            END:STANDARD\r
            END:VTIMEZONE\r

            """)
    }
}

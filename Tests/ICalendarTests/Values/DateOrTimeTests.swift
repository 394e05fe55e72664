import CivilTime
import ICalendar
import Testing

@Suite("Dates and times in properties")
struct DateOrTimeTests {
    private static let noon = LocalDateTime(date: LocalDate(iso8601: "2026-11-21")!, hour: 12, minute: 0)!
    private static let day = LocalDate(iso8601: "2026-11-21")!
    private static let parameters: [String: [Parameter]] = [
        "": [], "DATE": [Parameter("VALUE", "DATE")], "TZID": [Parameter("TZID", "Asia/Riyadh")], "blank": [Parameter("TZID", "")],
        "both": [Parameter("VALUE", "DATE"), Parameter("TZID", "Asia/Riyadh")],
    ]

    private static func property(_ value: String, _ parameters: String) -> Property {
        Property("DTSTART", parameters: Self.parameters[parameters]!, value: value, line: 7)
    }

    @Test("the standard's four forms are read and written", arguments: [
        ("20261121", "DATE", DateOrTime.date(day)),
        ("20261121T120000", "", .floating(noon)),
        ("20261121T120000Z", "", .utc(Instant(utcYear: 2026, month: 11, day: 21, hour: 12)!)),
        ("20261121T120000", "TZID", .zoned(noon, tzid: "Asia/Riyadh")),
        // §3.3.12: a clock without leap seconds reads 60 as 59.
        ("20161231T235960Z", "", .utc(Instant(utcYear: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 59)!)),
    ])
    func standard(text: String, parameters: String, expected: DateOrTime) throws {
        let property = Self.property(text, parameters)
        #expect(try property.dateOrTime(.strict) == expected)
        #expect(try property.dateOrTime(.lenient) == expected)
        if !text.hasSuffix("60Z") { #expect(Property("DTSTART", expected) == property) }
    }

    @Test("lenient reading accepts the dates that programs write, and strict reading names the problem", arguments: [
        ("20261121", "", DateOrTime.date(day), Irregularity.dateWithoutValueParameter),
        ("20261121T090000", "DATE", .date(day), .timeDeclaredAsDate),
        ("20261121T120000Z", "TZID", .utc(Instant(utcYear: 2026, month: 11, day: 21, hour: 12)!), .zoneBesideUTC),
        ("20261121", "both", .date(day), .zoneBesideDate),
        ("2026-11-21T12:00:00", "", .floating(noon), .punctuatedDate),
        ("2026-11-21", "DATE", .date(day), .punctuatedDate),
        ("20261121T1200", "", .floating(noon), .missingSeconds),
        ("20261120T240000", "", .floating(.midnight(day)), .hour24),
        (" 20261121T120000\t", "", .floating(noon), .spaceAroundValue),
        ("20261121T120000", "blank", .floating(noon), .emptyZone),
    ])
    func habits(text: String, parameters: String, expected: DateOrTime, irregularity: Irregularity) throws {
        let property = Self.property(text, parameters)
        #expect(irregularity.severity == .warning)
        #expect(try property.dateOrTime(.lenient) == expected)
        #expect(throws: Problem(irregularity, line: 7, name: "DTSTART")) { try property.dateOrTime(.strict) }
    }

    @Test("a text that is not a date is an error in both readings", arguments: [
        "", "2026", "20260230", "20261301", "20261121T", "20261121T250000", "20261121T126000", "20261121T120000+0300",
        "20261121X", "2026-", "2026112", "٢٠٢٦١١٢١", "20261121T12000", "20261121T240001", "99999999999999999999",
    ])
    func nonsense(text: String) {
        for reading in [Reading.strict, .lenient] {
            #expect(throws: Problem.self) { try Self.property(text, "").dateOrTime(reading) }
        }
    }

    @Test("a list of dates is read")
    func list() throws {
        let property = Self.property("20261121T120000,20261121T120000", "TZID")
        #expect(try property.datesOrTimes(.strict) == [.zoned(Self.noon, tzid: "Asia/Riyadh"), .zoned(Self.noon, tzid: "Asia/Riyadh")])
        #expect(throws: Problem.self) { try Self.property("20261121,", "DATE").datesOrTimes(.strict) }
        #expect(try Self.property("20261121,", "DATE").datesOrTimes(.lenient) == [.date(Self.day)])
    }
}

import ICalendar
import Testing

@Suite("Values")
struct ValueTests {
    @Test("the standard's durations are read and written", arguments: [
        // RFC 5545 §3.3.6 and §3.8.6.3
        ("P15DT5H0M20S", NominalDuration(days: 15, seconds: 18_020)), ("P7W", NominalDuration(days: 49)),
        ("-PT15M", NominalDuration(seconds: -900)), ("+P1D", NominalDuration(days: 1)), ("PT0S", .zero),
        ("-P1DT12H", NominalDuration(days: -1, seconds: -43_200)),
    ])
    func durations(text: String, expected: NominalDuration) throws {
        #expect(try NominalDuration(text, reading: .strict) == expected)
        #expect(try NominalDuration(expected.text, reading: .strict) == expected)
    }

    @Test("lenient reading accepts the durations that programs write", arguments: [
        ("P1W2D", NominalDuration(days: 9)), ("P", .zero), ("PT", .zero), ("P1DT", NominalDuration(days: 1)),
        ("PT1H30S", NominalDuration(seconds: 3_630)), ("PT5M1H", NominalDuration(seconds: 3_900)),
        // A unit on the wrong side of T, no P, the sign at the number; DAVx5 mends them in the same way.
        ("-PT1D", NominalDuration(days: -1)), ("-P300S", NominalDuration(seconds: -300)),
        ("PT1D", NominalDuration(days: 1)),
        ("-15M", NominalDuration(seconds: -900)), ("PT-22H0M0S", NominalDuration(seconds: -79_200)),
        ("1D", NominalDuration(days: 1)), ("P1H", NominalDuration(seconds: 3_600)),
        ("-PT-15M", NominalDuration(seconds: 900)),
    ])
    func looseDurations(text: String, expected: NominalDuration) throws {
        #expect(try NominalDuration(text) == expected)
        #expect(throws: Irregularity.looseDuration) { try NominalDuration(text, reading: .strict) }
    }

    @Test("other texts are not durations", arguments: [
        "", "-", "T", "15", "P1", "PT1", "P1Y", "P1D1D", "P1DT1D", "P1,5D", "P9999999999D", "--P1D", "P-", "soon",
    ])
    func noDurations(text: String) {
        #expect(throws: Irregularity.malformed(.duration)) { try NominalDuration(text) }
    }

    @Test("a duration is written in the grammar", arguments: [
        (NominalDuration(seconds: 3_605), "PT1H0M5S"), (NominalDuration(seconds: 60), "PT1M"), (NominalDuration(days: 14), "P14D"),
    ])
    func durationText(duration: NominalDuration, expected: String) {
        #expect(duration.text == expected)
    }

    @Test("a period ends at a time or after a duration")
    func periods() throws {
        // RFC 5545 §3.3.9
        let list = Property("FREEBUSY", value: "19970101T180000Z/19970102T070000Z,19970101T180000Z/PT5H30M", line: 3)
        let periods = try list.periods(.strict)
        #expect(periods.map(\.text).joined(separator: ",") == list.value)
        #expect(periods[1].end == .duration(NominalDuration(seconds: 19_800)))
        for text in ["", "19970101T180000Z", "19970101T180000Z/", "19970101T180000Z/-PT1H", "19970101T180000Z/19970102", "x/PT1H"] {
            #expect(throws: Problem(.malformed(.period), name: "FREEBUSY")) { try Property("FREEBUSY", value: text + ",x").periods() }
        }
    }

    @Test("offsets from UTC are read and written", arguments: [("+0300", 10_800), ("-0500", -18_000), ("+013045", 5_445), ("+0000", 0)])
    func offsets(text: String, seconds: Int) throws {
        let offset = try UTCOffset(text, reading: .strict)
        #expect(offset.seconds == seconds)
        #expect(offset.text == text)
    }

    @Test("lenient reading accepts the offsets that programs write", arguments: [("+05:30", 19_800), ("0530", 19_800), ("-0000", 0)])
    func looseOffsets(text: String, seconds: Int) throws {
        #expect(try UTCOffset(text).seconds == seconds)
        #expect(throws: Irregularity.looseOffset) { try UTCOffset(text, reading: .strict) }
    }

    @Test("other texts are not offsets", arguments: ["", "+", "+3", "+2400", "+0060", "+03000", "PST", "+000099"])
    func noOffsets(text: String) {
        #expect(throws: Irregularity.malformed(.utcOffset)) { try UTCOffset(text) }
    }

    @Test("text is read without its escapes", arguments: [
        (#"Project XYZ Final Review\nConference Room - 3B"#, "Project XYZ Final Review\nConference Room - 3B"), // §3.3.11
        (#"a\Nb\,c\;d\\n"#, "a\nb,c;d\\n"), ("", ""),
    ])
    func texts(value: String, expected: String) throws {
        #expect(try unescapedText(value, .strict) == expected)
        #expect(try unescapedText(escapedText(expected), .strict) == expected)
    }

    @Test("lenient reading accepts the text that programs write", arguments: [
        ("a,b;c", "a,b;c", Irregularity.unescapedSeparator), (#"12\:30 \"x\""#, "12:30 \"x\"", .unknownEscape),
        (#"C:\Temp"#, #"C:\Temp"#, .unknownEscape), (#"end\"#, #"end\"#, .unknownEscape),
    ])
    func looseTexts(value: String, expected: String, irregularity: Irregularity) throws {
        #expect(try unescapedText(value) == expected)
        #expect(throws: irregularity) { try unescapedText(value, .strict) }
    }

    @Test("a list of text is split only at its separator")
    func lists() throws {
        #expect(try unescapedTexts(#"one,two\, or three,"#, .strict) == ["one", "two, or three", ""])
        #expect(try unescapedTexts(#"2.8;Success\; really;X"#, separator: ";", .strict) == ["2.8", "Success; really", "X"])
    }

    @Test("GEO, numbers, BOOLEAN and BINARY are read")
    func others() throws {
        let geo = try Property("GEO", value: "37.386013;-122.082932").geo(.strict) // §3.8.1.6
        #expect(geo.latitude == 37.386013 && geo.longitude == -122.082932)
        #expect(try Property("GEO", value: "37.386013,-122.082932").geo() == geo)
        #expect(try Property("GEO", value: "-0.0000125;0.0").geo().text == "-0.0000125;0.0")
        #expect(try Property("PRIORITY", value: "-5").integer(.strict) == -5)
        #expect(try Property("X-A", value: "true").boolean(.strict))
        // RFC 4648 §10
        for (text, expected) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmFy", "foobar")] {
            #expect(try Property("ATTACH", value: text).binary(.strict) == Array(expected.utf8))
        }
        #expect(try Property("ATTACH", value: "Zm9 vYg").binary() == Array("foob".utf8))
        for text in ["91;0", "0;181", "1", "1;2;3", "nan;0", "1e2;0", ";"] {
            #expect(throws: Problem.self) { try Property("GEO", value: text).geo() }
        }
        for text in ["", "2147483648", "1.0", "٣"] {
            #expect(throws: Problem.self) { try Property("PRIORITY", value: text).integer() }
        }
        for text in ["Z", "Zg=a", "Z*=="] {
            #expect(throws: Problem.self) { try Property("ATTACH", value: text).binary() }
        }
        for text in [".5", "-.5", "5.", "+5."] {
            #expect(try abs(Property("X-A", value: text).float()) == (text.contains(".5") ? 0.5 : 5))
            #expect(throws: Problem(.looseFloat, name: "X-A")) { try Property("X-A", value: text).float(.strict) }
        }
        #expect(throws: Problem(.malformed(.boolean), name: "X-A")) { try Property("X-A", value: "yes").boolean() }
    }

    @Test("a property's type comes from VALUE, else from its name, else it is unknown")
    func types() {
        #expect(Property("DTSTART", value: "").valueType == .dateTime)
        #expect(Property("DTSTART", parameters: [Parameter("VALUE", "date")], value: "").valueType == .date)
        #expect(Property("X-FOO", value: "").valueType == nil)
        #expect(Property("DTSTART", parameters: [Parameter("VALUE", "X-FOO")], value: "").valueType == nil)
    }
}

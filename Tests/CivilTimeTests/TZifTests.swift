import CivilTime
import SeededRandom
import Testing

@Suite("Time zone files")
struct TZifTests {
    private func rules(_ file: TZifBytes) throws -> TimeZoneRules {
        try TimeZoneRules(name: "Test/Zone", tzif: file.bytes)
    }

    @Test("may be of version 1: 32-bit times, nothing after the last")
    func versionOne() throws {
        let zone = try rules(TZifBytes(
            version: 0, times: [-1_000, 1_000], indexes: [1, 0], types: [(3_600, 0, 0), (7_200, 1, 4)],
            characters: Array("AAA\0BBB\0".utf8)))
        #expect(zone.offset(at: Instant(secondsSince1970: -1_001)) == 3_600)
        #expect(zone.abbreviation(at: Instant(secondsSince1970: -1_000)) == "BBB")
        #expect(zone.offset(at: Instant(secondsSince1970: 999)) == 7_200)
        #expect(zone.offset(at: Instant(secondsSince1970: 4_000_000_000)) == 3_600)
    }

    @Test("may have no rule after the last change")
    func emptyFooter() throws {
        let zone = try rules(TZifBytes(times: [5], indexes: [0], types: [(60, 0, 0)], footer: ""))
        #expect(zone.offset(at: Instant(secondsSince1970: 1 << 40)) == 60)
        #expect(zone.nextTransition(after: Instant(secondsSince1970: 6)) == nil)
    }

    @Test("may hold leap seconds and flags, which are skipped")
    func leapSeconds() throws {
        let zone = try rules(TZifBytes(
            leapSeconds: [(78_796_800, 1), (94_694_401, 2)], standardFlags: [0], utFlags: [0], footer: "AAA-3"))
        #expect(zone.offset(at: Instant(secondsSince1970: 100_000_000)) == 10_800)
    }

    // Changes worked out by hand from the calendars of the years named.
    @Test("end with a rule for all later years", arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", "2026-01-01T00:00:00Z", ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"]),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-01-01T00:00:00Z", ["2026-03-27T00:00:00Z", "2026-10-24T23:00:00Z"]),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-01-01T00:00:00Z", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-01-01T00:00:00Z", ["2026-03-28T00:00:00Z", "2026-10-23T23:00:00Z"]),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z"]),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", ["2026-04-04T16:00:00Z", "2026-10-03T16:00:00Z"]),
        ("AAA0BBB,J60/0,J365/0", "2028-01-01T00:00:00Z", ["2028-03-01T00:00:00Z", "2028-12-30T23:00:00Z"]),
        ("AAA0BBB,59/0,364/0:30:15", "2028-01-01T00:00:00Z", ["2028-02-29T00:00:00Z", "2028-12-29T23:30:15Z"]),
        ("AAA3BBB2:30,0/-1,J1/12", "2027-12-01T00:00:00Z", ["2028-01-01T02:00:00Z", "2028-01-01T14:30:00Z"]),
        ("AAA-3", "2026-01-01T00:00:00Z", []),
        // Daylight saving begins when it ends, so it lasts all year (RFC 8536 §3.3.1).
        ("EST5EDT,0/0,J365/25", "2026-01-01T00:00:00Z", []),
    ])
    func footers(footer: String, after: String, expected: [String]) throws {
        let zone = try rules(TZifBytes(footer: footer))
        var instant = try moment(after)
        for text in expected {
            let change = try #require(zone.nextTransition(after: instant))
            #expect(change.instant == (try moment(text)))
            instant = change.instant
        }
        if expected.isEmpty { #expect(zone.nextTransition(after: instant) == nil) }
    }

    @Test("follow the rule in every century")
    func centuries() throws {
        let zone = try rules(TZifBytes(footer: "EST5EDT,M3.2.0,M11.1.0"))
        for year in ["1600", "1970", "2000", "2400", "9999"] {
            #expect(zone.offset(at: try moment("\(year)-07-01T00:00:00Z")) == -4 * 3_600)
            #expect(zone.offset(at: try moment("\(year)-01-01T00:00:00Z")) == -5 * 3_600)
        }
        let allYear = try rules(TZifBytes(footer: "EST5EDT,0/0,J365/25"))
        #expect(allYear.abbreviation(at: try moment("2026-01-01T00:00:00Z")) == "EDT")
        #expect(allYear.offset(at: try moment("2026-12-31T23:00:00Z")) == -4 * 3_600)
    }

    @Test("are refused with an error that names the fault", arguments: [
        (TZifBytes(version: UInt8(ascii: "9")), .version(UInt8(ascii: "9"))),
        (TZifBytes(version: 1), .version(1)),
        (TZifBytes(types: []), .counts),
        (TZifBytes(characters: []), .counts),
        (TZifBytes(utFlags: [0, 0]), .counts),
        (TZifBytes(standardFlags: [0, 0]), .counts),
        (TZifBytes(times: [2, 1], indexes: [0, 0]), .transitions),
        (TZifBytes(times: [1, 1], indexes: [0, 0]), .transitions),
        (TZifBytes(times: [1], indexes: [1]), .transitions),
        (TZifBytes(times: [.max], indexes: [0]), .transitions),
        (TZifBytes(times: [.min], indexes: [0]), .transitions),
        (TZifBytes(types: [(93_600, 0, 0)]), .localTimeType),
        (TZifBytes(types: [(-90_000, 0, 0)]), .localTimeType),
        (TZifBytes(types: [(.min, 0, 0)]), .localTimeType),
        (TZifBytes(types: [(0, 2, 0)]), .localTimeType),
        (TZifBytes(types: [(0, 0, 4)]), .localTimeType),
        (TZifBytes(characters: Array("UTC".utf8)), .localTimeType),
        (TZifBytes(characters: Array("U\u{1}C\0".utf8)), .localTimeType),
        (TZifBytes(footer: nil), .footer),
    ] as [(TZifBytes, TZifError)])
    func refused(file: TZifBytes, expected: TZifError) {
        #expect(throws: expected) { try rules(file) }
        #expect(!expected.description.isEmpty)
    }

    @Test("without the first bytes of one are refused", arguments: [[], Array("TZi".utf8), Array("#!/bin/sh and some more bytes".utf8)])
    func noFile(bytes: [UInt8]) {
        #expect(throws: bytes.count < 4 ? TZifError.truncated : .notTZif) { try TimeZoneRules(name: "Test/Zone", tzif: bytes) }
    }

    @Test("are refused if their last line is not a rule", arguments: [
        "A0", "AAA", "AAA25", "AAA-24:60", "AAA0BBB", "AAA0BBB,M3.2.0", "AAA0BBB,M3.2.0,M11.1.0,", "AAA0BBB,M13.1.0,M11.1.0",
        "AAA0BBB,M3.0.0,M11.1.0", "AAA0BBB,M3.6.0,M11.1.0", "AAA0BBB,M3.1.7,M11.1.0", "AAA0BBB,J0,J1", "AAA0BBB,J366,J1",
        "AAA0BBB,366,1", "AAA0BBB,1/168,2", "AAA0BBB,1/-168,2", "<AA>0", "<AAA0", "<A A>0", "AAA0 ", ":Asia/Riyadh", "AAA--1",
        "AAA0BBB,1000000000000000000000,2", "A\u{e9}A0", "AAA24:59:59BBB25,1,2",
    ])
    func badFooter(footer: String) {
        #expect(throws: TZifError.footer) { try rules(TZifBytes(footer: footer)) }
    }

    @Test("are refused if they are cut short anywhere", arguments: ["America/New_York", "Pacific/Apia"])
    func truncated(name: String) throws {
        let bytes = try Reference.zoneFile(name)
        for count in 0..<bytes.count {
            #expect(throws: TZifError.self) { try TimeZoneRules(name: name, tzif: Array(bytes[..<count])) }
        }
    }

    @Test("with random damage are refused or read, and never trap", arguments: Reference.zoneNames)
    func fuzz(name: String) throws {
        let bytes = try Reference.zoneFile(name)
        var random = SeededRandom(8_536)
        var refused = 0
        for round in 0..<1_500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Every second round hits the headers and the footer, where counts and rules are.
                let place = round % 2 == 0
                    ? Int.random(in: 0..<damaged.count, using: &random)
                    : [Int.random(in: 4..<44, using: &random), damaged.count - Int.random(in: 1...30, using: &random)][round / 2 % 2]
                damaged[place] = [UInt8.random(in: 0...255, using: &random), 0, 0xff, 0x7f, 0x80].randomElement(using: &random) ?? 0
            }
            switch Result(catching: { () throws(TZifError) in try TimeZoneRules(name: name, tzif: damaged) }) {
            case .failure: refused += 1
            case .success(let zone): try use(zone)
            }
        }
        #expect(refused > 0)
    }

    /// Calls every function at moments at which a damaged number could overflow.
    private func use(_ zone: TimeZoneRules) throws {
        for seconds in [Int64.min, -1 << 59, -2_000_000_000, 0, 1_795_263_600, 5_000_000_000, .max] {
            let instant = Instant(secondsSince1970: seconds)
            let local = zone.local(instant)
            #expect(abs(zone.date(at: instant) - TimeZoneRules.utc.date(at: instant)) <= 2)
            #expect(zone.instant(of: local) <= Instant(microsecondsSince1970: .max))
            #expect(zone.startOfDay(local.date) <= instant)
            if let change = zone.nextTransition(after: instant) { #expect(change.instant > instant) }
        }
    }
}

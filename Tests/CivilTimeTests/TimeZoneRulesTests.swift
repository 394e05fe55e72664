import CivilTime
import Testing

@Suite("Time zones")
struct TimeZoneRulesTests {
    @Test("show the same as Python's reader, from 1880 to 2200", arguments: Reference.zoneNames)
    func offsets(name: String) throws {
        let zone = try Reference.zone(name)
        let rows = try Reference.rows("zone-offsets.csv").filter { $0[0] == name }
        #expect(rows.count >= 10)
        for row in rows {
            let type = zone.type(at: try moment(row[1]))
            #expect("\(type.offset) \(type.abbreviation)" == "\(row[2]) \(row[3])", "\(row[1])")
        }
    }

    // By the announcements: Morocco on UTC since September 2026, Samoa without 30 December 2011,
    // the Line Islands without 31 December 1994, Ireland with daylight saving by its winter time.
    @Test("show the right day and time", arguments: [
        ("Africa/Casablanca", "2026-11-21T12:20:00Z", "2026-11-21T12:20:00", "+00", false),
        ("Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T23:59:59", "-10", true),
        ("Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31T00:00:00", "+14", true),
        ("Pacific/Kiritimati", "1994-12-31T09:59:59Z", "1994-12-30T23:59:59", "-10", false),
        ("Pacific/Kiritimati", "1994-12-31T10:00:00Z", "1995-01-01T00:00:00", "+14", false),
        ("Europe/Dublin", "2026-07-01T11:00:00Z", "2026-07-01T12:00:00", "IST", false),
        ("Europe/Dublin", "2026-01-01T12:00:00Z", "2026-01-01T12:00:00", "GMT", true),
        ("Asia/Riyadh", "2026-11-21T21:00:00Z", "2026-11-22T00:00:00", "+03", false),
        ("America/New_York", "2199-07-04T16:00:00Z", "2199-07-04T12:00:00", "EDT", true),
        ("Asia/Riyadh", "1880-01-01T00:00:00Z", "1880-01-01T03:06:52", "LMT", false),
    ])
    func readings(name: String, instant: String, local: String, abbreviation: String, isDaylightSaving: Bool) throws {
        let zone = try Reference.zone(name), instant = try moment(instant)
        #expect(zone.local(instant) == (try wall(local)))
        #expect(zone.date(at: instant) == (try wall(local)).date)
        #expect(zone.abbreviation(at: instant) == abbreviation)
        #expect(zone.type(at: instant).isDaylightSaving == isDaylightSaving)
    }

    // Second Sunday of March, first Sunday of November, 2 o'clock (15 U.S.C. § 260a).
    @Test("give the next changes", arguments: [
        ("2026-01-01T00:00:00Z", ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", "2027-03-14T07:00:00Z"]),
        ("2036-12-01T00:00:00Z", ["2037-03-08T07:00:00Z", "2037-11-01T06:00:00Z", "2038-03-14T07:00:00Z"]),
        ("2399-03-14T06:59:59Z", ["2399-03-14T07:00:00Z", "2399-11-07T06:00:00Z", "2400-03-12T07:00:00Z"]),
    ])
    func changes(after: String, expected: [String]) throws {
        let newYork = try Reference.zone("America/New_York")
        var instant = try moment(after)
        for text in expected {
            let change = try #require(newYork.nextTransition(after: instant))
            #expect(change.instant == (try moment(text)))
            #expect(change.before.offset + change.after.offset == -9 * 3_600)
            #expect(change.before.isDaylightSaving != change.after.isDaylightSaving)
            instant = change.instant
        }
    }

    @Test("have no next change if the clocks never change again")
    func noChange() throws {
        let riyadh = try Reference.zone("Asia/Riyadh")
        let only = try #require(riyadh.nextTransition(after: Instant(microsecondsSince1970: .min)))
        #expect(only.before.abbreviation == "LMT")
        #expect(riyadh.nextTransition(after: only.instant) == nil)
        #expect(TimeZoneRules.utc.nextTransition(after: Instant(microsecondsSince1970: .min)) == nil)
    }

    @Test("do not trap at the ends of the range", arguments: Reference.zoneNames, [Int64.min, .max])
    func ends(name: String, microseconds: Int64) throws {
        let zone = try Reference.zone(name), end = Instant(microsecondsSince1970: microseconds)
        #expect(abs(zone.date(at: end) - TimeZoneRules.utc.date(at: end)) <= 1)
        #expect(zone.resolve(zone.local(end)) != .unique(Instant(secondsSince1970: 0)))
        if microseconds > 0 { #expect(zone.nextTransition(after: end) == nil) }
    }

    @Test("have another fingerprint if the file differs")
    func fingerprints() throws {
        let prints = try Reference.zoneNames.map { try Reference.zone($0).fingerprint }
        #expect(Set(prints).count == prints.count)
        #expect(prints == (try Reference.zoneNames.map { try Reference.zone($0).fingerprint }))
        var bytes = try Reference.zoneFile("Asia/Riyadh")
        bytes[6] = 1  // a reserved byte
        #expect(try TimeZoneRules(name: "Asia/Riyadh", tzif: bytes).fingerprint != Reference.zone("Asia/Riyadh").fingerprint)
    }
}

import CivilTime
import SeededRandom
import Testing

@Suite("From a local time to the moment")
struct LocalTimesTests {
    // PEP 495: fold 0 reads a repeated time as the first and a skipped one with the offset before the
    // change. Fold 1 reads them the other way. With equal offsets there is one moment only.
    @Test("agrees with Python's reader around changes, from 1880 to 2200", arguments: Reference.zoneNames)
    func resolutions(name: String) throws {
        let zone = try Reference.zone(name)
        for row in try Reference.rows("zone-resolutions.csv") where row[0] == name {
            let wall = try wall(row[1]), utc = try moment(row[1])
            let first = try #require(Int(row[2])), second = try #require(Int(row[3]))
            let early = utc - .seconds(first), late = utc - .seconds(second)
            #expect(zone.instant(of: wall) == early)
            switch zone.resolve(wall) {
            case .unique(let instant):
                #expect(first == second)
                #expect(instant == early)
            case .repeated(let one, let two):
                #expect(first > second)
                #expect((one, two) == (early, late))
            case .skipped(let change):
                #expect(first < second)
                #expect((change.before.offset, change.after.offset) == (first, second))
            }
        }
    }

    @Test("finds two moments for a time that the clocks show twice", arguments: [
        ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"),
        ("Africa/Cairo", "2026-10-29T23:30:00", "2026-10-29T20:30:00Z", "2026-10-29T21:30:00Z"),
        ("America/St_Johns", "2010-11-07T00:00:30", "2010-11-07T02:30:30Z", "2010-11-07T03:30:30Z"),
    ])
    func putBack(name: String, local: String, first: String, second: String) throws {
        let zone = try Reference.zone(name)
        #expect(zone.resolve(try wall(local)) == .repeated(first: try moment(first), second: try moment(second)))
        #expect(zone.instant(of: try wall(local)) == (try moment(first)))
    }

    // The third column is RFC 5545 §3.3.5: read with the offset before the gap.
    @Test("finds no moment for a time that the clocks skip", arguments: [
        ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00Z", "2026-03-08T07:00:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00Z", "2026-10-03T15:30:00Z"),
        ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z", "2011-12-30T10:00:00Z"),
        ("Africa/Cairo", "2026-04-24T00:00:00", "2026-04-23T22:00:00Z", "2026-04-23T22:00:00Z"),
        ("Antarctica/Troll", "2026-03-29T02:00:00", "2026-03-29T02:00:00Z", "2026-03-29T01:00:00Z"),
    ])
    func putForward(name: String, local: String, instant: String, change: String) throws {
        let zone = try Reference.zone(name)
        guard case .skipped(let transition) = zone.resolve(try wall(local)) else {
            Issue.record("\(local) is there")
            return
        }
        #expect(transition.instant == (try moment(change)))
        #expect(zone.instant(of: try wall(local)) == (try moment(instant)))
    }

    @Test("finds the first moment of a day", arguments: [
        ("Asia/Riyadh", "2026-11-21", "2026-11-20T21:00:00Z"),
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),   // at 01:00: midnight is skipped
        ("Africa/Cairo", "2026-10-30", "2026-10-29T22:00:00Z"),   // 23:00 to 24:00 came twice before
        ("America/St_Johns", "2010-11-07", "2010-11-07T02:30:00Z"), // put back at 00:01, so midnight comes twice
        ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z"),
        ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"),   // a skipped day
        ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
        ("Pacific/Kiritimati", "1995-01-01", "1994-12-31T10:00:00Z"),
        ("America/Nuuk", "2026-03-29", "2026-03-29T01:00:00Z"),
        ("America/New_York", "2199-07-04", "2199-07-04T04:00:00Z"),
    ])
    func startOfDay(name: String, date: String, expected: String) throws {
        #expect(try Reference.zone(name).startOfDay(day(date)) == moment(expected))
    }

    @Test("gives back the moment that it started from, at random moments", arguments: Reference.zoneNames)
    func roundTrip(name: String) throws {
        let zone = try Reference.zone(name)
        var random = SeededRandom(20_261_121)
        for _ in 0..<2_000 {
            let instant = Instant(secondsSince1970: Int64.random(in: -2_840_140_800...7_289_568_000, using: &random))
            switch zone.resolve(zone.local(instant)) {
            case .unique(let only): #expect(only == instant)
            case .repeated(let first, let second): #expect(instant == first || instant == second)
            case .skipped: Issue.record("\(name) shows a time at \(instant) that it leaves out")
            }
            let date = zone.date(at: instant)
            #expect(zone.startOfDay(date) <= instant)
            #expect(zone.date(at: zone.startOfDay(date)) == date)
        }
    }

    @Test("a calendar's time is the resolved one, near a change and far from any", arguments: Reference.zoneNames)
    func meant(name: String) throws {
        let zone = try Reference.zone(name)
        var random = SeededRandom(5_545), moment = Instant(secondsSince1970: 0)
        for _ in 0..<150 {
            let change = zone.nextTransition(after: moment)?.instant
            moment = change ?? moment + .seconds(180 * 86_400)
            for reach in [7_200, 5 * 86_400, 100 * 86_400] {
                let local = zone.local(moment + .seconds(Int.random(in: -reach...reach, using: &random)))
                for shown in [local, LocalDateTime(date: local.date, hour: 2, minute: 30)].compactMap({ $0 }) {
                    switch zone.resolve(shown) {
                    case .unique(let only): #expect(zone.instant(of: shown) == only)
                    case .repeated(let first, _): #expect(zone.instant(of: shown) == first)
                    case .skipped(let change):
                        #expect(zone.instant(of: shown) >= change.instant)
                        #expect(zone.local(zone.instant(of: shown)) > shown)
                    }
                }
            }
        }
    }
}

import CivilTime
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Quiet times")
struct QuietTimesTests {
    private static let quiet = QuietTimes(
        nights: [at("2026-11-22 20:00")..<at("2026-11-23 03:00"), at("2026-11-23 20:00")..<at("2026-11-24 03:00")],
        prayers: [span("01:53-02:30"), span("08:35-09:12"), span("15:30-16:07"), span("16:00-16:30")])

    @Test("a notice that waits comes at the end of the quiet time", arguments: [
        ("12:00", "12:00"), ("08:35", "09:12"), ("08:34", "08:34"), ("09:12", "09:12"), ("02:00", "03:00"),
        ("15:45", "16:30"),
    ])
    func held(due: String, sent: String) {
        let time = Self.quiet.time(
            due: at("2026-11-23 \(due)"), usefulUntil: at("2026-11-25 00:00"), isHeld: true,
            now: at("2026-11-23 00:00"))
        #expect(time == .at(at("2026-11-23 \(sent)"), isSilent: false))
    }

    @Test("a notice that is of no use after the quiet time is in the list only")
    func useless() {
        func time(until: String) -> NoticeTime {
            Self.quiet.time(
                due: at("2026-11-23 21:00"), usefulUntil: at(until), isHeld: true, now: at("2026-11-23 21:00"))
        }
        #expect(time(until: "2026-11-24 03:00") == .inListOnly)
        #expect(time(until: "2026-11-24 03:01") == .at(at("2026-11-24 03:00"), isSilent: false))
        #expect(time(until: "2026-11-23 21:00") == .inListOnly)
    }

    @Test("a reminder comes before a prayer, else after it, else silently in it", arguments: [
        // due, useful until, now; sent, silent
        ("08:40", "10:00", "08:00", "08:34", false),
        ("09:11", "10:00", "08:00", "08:34", false),
        // The minute before the prayer is over already.
        ("08:40", "10:00", "08:36", "09:12", false),
        ("08:40", "10:00", "08:34", "08:34", false),
        // It would be more than 45 minutes early.
        ("16:20", "17:00", "15:00", "16:30", false),
        ("16:20", "16:25", "15:00", "16:20", true),
        ("08:40", "09:00", "08:40", "08:40", true),
        // Quiet hours do not hold what the person asked for.
        ("22:00", "23:00", "21:00", "22:00", false),
    ])
    func reminder(due: String, until: String, now: String, sent: String, isSilent: Bool) {
        let time = Self.quiet.time(
            due: at("2026-11-23 \(due)"), usefulUntil: at("2026-11-23 \(until)"), isHeld: false,
            now: at("2026-11-23 \(now)"))
        #expect(time == .at(at("2026-11-23 \(sent)"), isSilent: isSilent))
    }

    @Test("quiet hours cross midnight, and follow the clock when it changes")
    func hours() throws {
        let berlin = try zone("Europe/Berlin")
        let nights = QuietHours().times(on: day("2026-03-28")...day("2026-03-28"), in: berlin)
        #expect(nights == [at("2026-03-28 23:00", in: berlin)..<at("2026-03-29 06:00", in: berlin)])
        #expect(nights.map(seconds) == [6 * 3_600])
        let noon = QuietHours(from: 720, until: 780)
        #expect(noon.times(on: day("2026-11-23")...day("2026-11-24"), in: .utc) == [
            span("12:00-13:00"), span("12:00-13:00", on: "2026-11-24"),
        ])
        let none = QuietHours(from: 60, until: 60)
        #expect(none.times(on: day("2026-11-23")...day("2026-11-23"), in: .utc).isEmpty)
    }

    private static let cities = [
        (24.71, 46.68, "Asia/Riyadh"), (51.51, -0.13, "Europe/London"), (40.71, -74.01, "America/New_York"),
        (59.91, 10.75, "Europe/Oslo"), (-33.87, 151.21, "Australia/Sydney"),
    ]

    @Test("in a year of a city nothing that waits is sent in a quiet time, or lost before its end", arguments: cities)
    func year(latitude: Double, longitude: Double, name: String) throws {
        let zone = try zone(name)
        let place = Place(try #require(Coordinates(latitude: latitude, longitude: longitude)), zone: zone)
        let timetable = Timetable(place, Rules(method: .muslimWorldLeague))
        let days = day("2025-12-30")...day("2027-01-03")
        let blocks = (0...days.upperBound - days.lowerBound).flatMap { index in
            BlockRules.usual.blocks(of: timetable.day(days.lowerBound + index)).map(\.time)
        }
        let nights = QuietHours().times(on: days, in: zone)
        let quiet = QuietTimes(nights: nights, prayers: blocks)
        let first = at("2026-01-01 00:00").secondsSince1970
        var random = SeededRandom(UInt64(abs(longitude) * 100))
        for _ in 0..<500 {
            let due = Instant(secondsSince1970: first + Int64.random(in: 0..<31_536_000, using: &random))
            let useful = Int64.random(in: 1...86_400, using: &random)
            let now = due - .seconds(Int64.random(in: -7_200...7_200, using: &random))
            let until = due + .seconds(useful)
            switch quiet.time(due: due, usefulUntil: until, isHeld: true, now: now) {
            case .at(let moment, let isSilent):
                #expect(!isSilent && moment >= max(due, now) && moment < until)
                #expect(!(nights + blocks).contains { $0.contains(moment) })
            case .inListOnly:
                // Every moment of its use is in a quiet time.
                var moment = max(due, now)
                while moment < until, let span = (nights + blocks).first(where: { $0.contains(moment) }) {
                    moment = span.upperBound
                }
                #expect(moment >= until)
            }
            if case .at(let moment, let isSilent) = quiet.time(due: due, usefulUntil: until, isHeld: false, now: now) {
                #expect(isSilent || !blocks.contains { $0.contains(moment) })
                #expect(moment >= now && moment < until && due - moment <= .seconds(45 * 60))
            } else {
                #expect(max(due, now) >= until)
            }
        }
    }
}

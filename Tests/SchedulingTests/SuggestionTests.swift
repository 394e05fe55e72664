import CivilTime
import Foundation
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Better times for an event")
struct SuggestionTests {
    /// An hour on the first day, asked for at midnight.
    private func request(_ start: String, duration: Int = 60, place: Int? = nil) -> SuggestionRequest {
        SuggestionRequest(start: minutes("\(start)-\(start)").lowerBound, duration: duration, place: place, now: 0)
    }

    private let anyHours = WeekPlan(preferred: WeekHours { _ in [0..<1_440] })

    @Test("are as near as can be: the same day, then the same time")
    func near() {
        let available = Availability(sundayLine, busy: items("10:00-12:00"), week: anyHours)
        let found = available.suggestions(for: request("10:30"))
        // 9:00 touches both the first hour and the meeting; 12:00 touches the meeting.
        #expect(found.best.map(\.start) == [540, 720, 1_440 + 630])
        #expect(found.best.map(\.cost.total) == [90, 90, 240])
        #expect(found.best.map(\.reasons.days) == [0, 0, 1])
        #expect(found.best.map(\.reasons.minutes) == [-90, 90, 0])
        #expect(found.horizonDays == 14)
    }

    @Test("cost what the rule says, term by term", arguments: [
        // Days, earlier day, minutes, preferred hours, routine, splinters, prayers. Solved by hand.
        (600, [0, 0, 0, 0, 0, 0, 0]), (615, [0, 0, 15, 0, 0, 15, 0]), (990, [0, 0, 390, 30, 0, 0, 0]),
        (735, [0, 0, 135, 0, 30, 15, 0]), (750, [0, 0, 150, 0, 60, 15, 10]), (825, [0, 0, 225, 0, 30, 15, 10]),
        (1_440 + 600, [240, 0, 0, 0, 0, 0, 0]), (600 - 1_440, [240, 60, 0, 0, 0, 0, 0]),
    ])
    func terms(start: Int, expected: [Int]) throws {
        // A meeting until 10:00, lunch from 13:00 to 14:00, a block from 13:35 to 13:40.
        let prayer = PrayerPeriod(
            prayer: .dhuhr, adhan: 815, block: minutes("13:35-13:40"), validTime: minutes("13:35-16:00"))
        let week = WeekPlan(
            preferred: .working(Set(Weekday.allCases)),
            routines: [Routine(WeekHours { $0 == .sunday ? [780..<840] : [] })])
        var wanted = request("10:00")
        wanted.now = -10 * 1_440
        let available = Availability(sundayLine, busy: items("09:00-10:00"), prayers: [prayer], week: week)
        let cost = try #require(available.possibleStarts(for: wanted).first { $0.start == start }).cost
        #expect([
            cost.otherDay, cost.earlierDay, cost.otherTime, cost.outsidePreferred, cost.overRoutines, cost.splinters,
            cost.besidePrayers,
        ] == expected)
        #expect(cost.total == expected.reduce(0, +))
    }

    @Test("are the same as by the rule written down without care for speed", arguments: 0..<40 as Range<UInt64>)
    func oracle(seed: UInt64) {
        var random = SeededRandom(seed)
        let travel = randomTravel(4, using: &random)
        let blocks = (0..<8).flatMap { day in
            [740, 930, 1_120].map { $0 + day * 1_440 + Int.random(in: 0..<30, using: &random) }.map { $0..<$0 + 37 }
        }
        let soft = (0..<6).map { _ in Int.random(in: 0..<10_000, using: &random) }.map { $0..<$0 + 60 }
        let allowed = Bool.random(using: &random) ? [540..<1_320] : [480..<720, 720..<900, 840..<1_440]
        let oracle = SuggestionOracle(
            busy: randomItems(Int.random(in: 0...60, using: &random), days: 8, places: 4, using: &random),
            blocks: blocks, soft: soft, allowed: allowed, preferred: [540..<1_020], travel: travel)
        var request = SuggestionRequest(
            start: Int.random(in: 0..<8_000, using: &random),
            duration: [5, 30, 45, 120].randomElement(using: &random) ?? 30,
            place: Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil,
            now: Int.random(in: -2_000...6_000, using: &random))
        request.horizonDays = 5
        let available = Availability(
            sundayLine, busy: oracle.busy.shuffled(using: &random),
            prayers: blocks.map { PrayerPeriod(prayer: nil, adhan: $0.lowerBound + 5, block: $0, validTime: $0) },
            week: WeekPlan(allowed: WeekHours { _ in allowed }, preferred: WeekHours { _ in [540..<1_020] }),
            soft: soft)
        let found = available.possibleStarts(for: request, travel: TravelTimes(table: travel))
        let expected = oracle.costs(request)
        #expect(found.map(\.start) == expected.map(\.start))
        #expect(found.map(\.cost.total) == expected.map(\.cost))
        // Same in, same out.
        #expect(found == available.possibleStarts(for: request, travel: TravelTimes(table: travel)))
    }

    @Test("with minutes to spare are never too near to a neighbour", arguments: 0..<40 as Range<UInt64>)
    func spared(seed: UInt64) {
        var random = SeededRandom(seed)
        let travel = TravelTimes(table: randomTravel(4, using: &random))
        let available = Availability(
            sundayLine, busy: randomItems(60, days: 8, places: 4, using: &random), week: .anyTime)
        var wanted = request("11:00")
        (wanted.place, wanted.horizonDays, wanted.reserve) = (Int.random(in: 0..<4, using: &random), 5, 5)
        let found = available.possibleStarts(for: wanted, travel: travel)
        for suggestion in found {
            let item = BusyItem(
                suggestion.start..<suggestion.start + wanted.duration, number: 1_000, place: wanted.place)
            #expect(Conflicts(available, travel: travel, reserve: 5).clashes(of: item).isEmpty)
        }
        wanted.reserve = 0
        let all = available.possibleStarts(for: wanted, travel: travel)
        #expect(found == all.filter(found.contains) && found.count <= all.count)
    }

    @Test("are at most two on a day, at least an hour apart, by cost and start", arguments: 0..<40 as Range<UInt64>)
    func selection(seed: UInt64) {
        var random = SeededRandom(seed)
        let available = Availability(sundayLine, busy: randomItems(60, days: 14, using: &random))
        var wanted = request("11:00")
        wanted.count = 6
        let all = available.possibleStarts(for: wanted), best = available.suggestions(for: wanted).best
        #expect(best.count == 6)
        #expect(best.map(\.cost.total) == best.map(\.cost.total).sorted())
        for (index, suggestion) in best.enumerated() {
            // Every better start was taken, or is too near to what was taken, or a third one.
            let taken = best[..<index]
            let free = all.filter { start in
                taken.allSatisfy { abs($0.start - start.start) >= 60 }
                    && taken.count { $0.start / 1_440 == start.start / 1_440 } < 2
            }
            let first = free.min { ($0.cost.total, $0.start) < ($1.cost.total, $1.start) }
            #expect(first?.start == suggestion.start)
        }
    }

    @Test("lie within 28 days if there is none within 14, else there is none")
    func horizon() {
        func available(until day: Int) -> Availability {
            Availability(sundayLine, busy: [BusyItem(0..<day * 1_440, number: 0)], week: anyHours)
        }
        let late = available(until: 20).suggestions(for: request("10:00"))
        #expect(late.best.map(\.start) == [20 * 1_440 + 600, 20 * 1_440 + 540, 21 * 1_440 + 600])
        #expect(late.horizonDays == 28)
        #expect(available(until: 28).suggestions(for: request("10:00")).best.isEmpty)
        #expect(available(until: 13).suggestions(for: request("10:00")).horizonDays == 14)
    }

    @Test("begin 15 minutes from now at the earliest, short ones on a grid of 5", arguments: [
        (30, 600, 615), (30, 601, 630), (10, 601, 620),
    ])
    func lead(duration: Int, now: Int, first: Int) {
        var wanted = request("10:00", duration: duration)
        wanted.now = now
        #expect(Availability(sundayLine, busy: []).possibleStarts(for: wanted).first?.start == first)
    }

    @Test("may lie over the event's own time")
    func own() {
        let available = Availability(sundayLine, busy: items("10:00-12:00", "11:00-12:00"), week: anyHours)
        var wanted = request("10:00", duration: 120)
        wanted.number = 0
        #expect(available.suggestions(for: wanted).best.first?.start == 540)
        wanted.number = nil
        #expect(available.suggestions(for: wanted).best.first?.start == 720)
    }

    @Test("keep to the clock on days of 23 and 25 hours", arguments: ["2026-03-27", "2026-10-23"])
    func clockChange(first: String) throws {
        // Berlin's clocks change on the Sunday, two days later.
        let berlin = try zone("Europe/Berlin")
        let line = LocalTimeLine(from: day(first), days: 5, in: berlin)
        var wanted = request("10:00")
        wanted.horizonDays = 5
        let taken = BusyItem(0..<line.day(2).minutes.lowerBound, number: 0)
        let found = Availability(line, busy: [taken], week: anyHours).suggestions(for: wanted)
        #expect(found.best.map { berlin.local(line.moment(at: $0.start)).description } == [
            "\((day(first) + 2).iso8601)T10:00:00", "\((day(first) + 2).iso8601)T09:00:00",
            "\((day(first) + 3).iso8601)T10:00:00",
        ])
        #expect(found.best.map(\.cost.total) == [480, 540, 720])
    }

    // MARK: - Prayers

    private static let days = 0..<30
    /// Asr is five minutes later each day.
    private static let prayers = days.map { day in
        let adhan = day * 1_440 + 900 + 5 * day
        return PrayerPeriod(
            prayer: .asr, adhan: adhan, block: adhan - 5..<adhan + 32, validTime: adhan..<day * 1_440 + 1_080)
    }

    @Test("after Asr move with the prayer from day to day")
    func anchored() throws {
        let available = Availability(
            sundayLine, busy: [BusyItem(0..<3 * 1_440, number: 0)], prayers: Self.prayers, week: anyHours)
        // Asr's block ends at 15:32 on the first day, so the wish means 15:45.
        let start = try #require(available.start(.after(.asr), onDay: 0, duration: 60))
        #expect(start == 945)
        var wanted = request("15:45")
        wanted.anchor = .after(.asr)
        let found = available.suggestions(for: wanted)
        // On the fourth day it ends at 15:47, so 16:00 is the wanted time.
        #expect(found.best.first?.start == 3 * 1_440 + 960)
        #expect(found.best.first?.reasons.minutes == 0)
        #expect(found.best.first?.afterPrayer?.prayer == .asr)
        wanted.anchor = nil
        #expect(available.suggestions(for: wanted).best.first?.reasons.minutes == 15)
        // An hour before Asr's block at 14:55 ends at 14:45 on the grid.
        #expect(available.start(.before(.asr), onDay: 0, duration: 60) == 825)
        #expect(available.start(.before(.maghrib), onDay: 0, duration: 60) == nil)
    }

    @Test("leave every prayer 12 minutes for somebody who prays alone", arguments: 0..<40 as Range<UInt64>)
    func personal(seed: UInt64) {
        var random = SeededRandom(seed)
        let busy = randomItems(60, days: 8, using: &random)
        let available = Availability(
            sundayLine, busy: busy, prayers: Self.prayers, strictness: .personal, week: anyHours)
        var wanted = request("15:00", duration: 90)
        wanted.horizonDays = 7
        for suggestion in available.possibleStarts(for: wanted) {
            let item = BusyItem(suggestion.start..<suggestion.start + 90, number: 1_000)
            #expect(Conflicts(available).clashes(of: item).isEmpty)
        }
    }

    @Test("never lie in a block of a prayer, in five cities on all days of 2026", arguments: saudiCities)
    func neverInPrayer(name: String, latitude: Double, longitude: Double) throws {
        var random = SeededRandom(UInt64(latitude * 1_000))
        let riyadh = try zone("Asia/Riyadh")
        let place = Place(try #require(Coordinates(latitude: latitude, longitude: longitude)), zone: riyadh)
        let timetable = Timetable(place, Rules(method: .ummAlQura))
        let first = day("2026-01-01")
        let line = LocalTimeLine(from: first, days: 365, in: riyadh)
        let days = (-1...366).map { timetable.day(first + $0) }
        let habits = PrayerHabits(ramadan: RamadanRules(suhoor: 45, iftar: 30, tarawih: 90))
        let busy = randomItems(1_500, days: 365, places: 5, using: &random)
        let travel = randomTravel(5, using: &random)
        let available = Availability(
            line, busy: busy, prayers: line.prayers(of: days, habits), week: .anyTime)
        let ramadan = days.filter(\.isRamadan)
        #expect(ramadan.count == 30)
        // Blocks as the timetable gives them, apart from the line.
        let blocks = days.flatMap { day in
            (day.isRamadan ? habits.rules.inRamadan(habits.ramadan) : habits.rules).blocks(of: day).map(\.time)
        }
        for number in stride(from: 0, to: 360, by: 5) {
            var wanted = SuggestionRequest(
                start: line.day(number).minutes.lowerBound + Int.random(in: 0..<96, using: &random) * 15,
                duration: [10, 30, 60, 90].randomElement(using: &random) ?? 30,
                place: number % 2 == 0 ? Int.random(in: 0..<5, using: &random) : nil,
                now: line.day(number).minutes.lowerBound)
            wanted.backDays = 0
            wanted.horizonDays = 5
            let window = line.day(number - 1).minutes.lowerBound..<line.day(number + 6).minutes.upperBound
            let nearby = busy.filter { $0.time.overlaps(window) }
            for suggestion in available.possibleStarts(for: wanted, travel: TravelTimes(table: travel)) {
                let time = suggestion.start..<suggestion.start + wanted.duration
                let span = line.moment(at: time.lowerBound)..<line.moment(at: time.upperBound)
                let near = blocks[(number * 5)..<min(blocks.count, number * 5 + 45)]
                #expect(!near.contains { $0.overlaps(span) }, "\(name), \(span)")
                #expect(isReachable(time, wanted.place, nearby, travel))
            }
        }
    }

    /// Returns true if there is time for the way from the last place within three hours, and to the next one.
    private func isReachable(_ time: Range<Int>, _ place: Int?, _ busy: [BusyItem], _ travel: [[Int]]) -> Bool {
        guard let place else { return true }
        let placed = busy.filter { $0.place != nil && !$0.time.isEmpty }
        // Of several that end last, or start first, any may be the neighbour: one that is near enough suffices here.
        let ends = placed.filter { (0...180).contains(time.lowerBound - $0.time.upperBound) }
        let starts = placed.filter { (0...180).contains($0.time.lowerBound - time.upperBound) }
        let last = ends.map(\.time.upperBound).max(), first = starts.map(\.time.lowerBound).min()
        return (last == nil || ends.contains {
            $0.time.upperBound == last && $0.time.upperBound + travel[$0.place ?? 0][place] <= time.lowerBound
        }) && (first == nil || starts.contains {
            $0.time.lowerBound == first && time.upperBound + travel[place][$0.place ?? 0] <= $0.time.lowerBound
        })
    }

    @Test("in Ramadan keep away from the hour before Maghrib, and follow its working hours")
    func ramadan() throws {
        let riyadh = try zone("Asia/Riyadh")
        let place = Place(try #require(Coordinates(latitude: 24.7136, longitude: 46.6753)), zone: riyadh)
        let timetable = Timetable(place, Rules(method: .ummAlQura))
        let first = day("2026-02-17"), line = LocalTimeLine(from: first, days: 3, in: riyadh)
        let week = WeekPlan(preferredInRamadan: .working(WeekHours.gulfWeek, from: 600, to: 960))
        let available = Availability(line, [], days: (-1...4).map { timetable.day(first + $0) }, week: week)
        let maghrib = try #require(available.prayers.first { $0.isRamadan && $0.prayer == .maghrib })
        var wanted = request("17:00", duration: 30)
        wanted.horizonDays = 2
        let starts = available.possibleStarts(for: wanted)
        // 18 February is the first day of Ramadan, 17 February is not yet.
        for suggestion in starts where suggestion.start / 1_440 == 1 {
            let quiet = maghrib.block.lowerBound - 60..<maghrib.block.lowerBound
            let time = suggestion.start..<suggestion.start + 30
            #expect(suggestion.reasons.overRoutines == (time.overlaps(quiet) ? time.clamped(to: quiet).count : 0))
        }
        let outside = { (minute: Int) in starts.first { $0.start == minute }?.reasons.outsidePreferred }
        #expect(outside(540) == 0 && outside(1_440 + 540) == 30)
    }

    // MARK: - Less and more

    @Test("get no worse when a busy time goes, but for the scraps beside it", arguments: 0..<60 as Range<UInt64>)
    func removal(seed: UInt64) {
        var random = SeededRandom(seed)
        let busy = randomItems(80, days: 10, using: &random)
        let available = Availability(sundayLine, busy: busy, prayers: Self.prayers)
        var wanted = request("15:00", duration: 45)
        wanted.horizonDays = 8
        let before = available.possibleStarts(for: wanted)
        let removed = Int.random(in: 0..<80, using: &random)
        let fewer = Availability(sundayLine, busy: busy.filter { $0.number != removed }, prayers: Self.prayers)
        let after = Dictionary(uniqueKeysWithValues: fewer.possibleStarts(for: wanted).map { ($0.start, $0.cost) })
        // An item that ended right before a start left no scrap there; without it there may be one.
        for suggestion in before {
            let cost = after[suggestion.start]
            #expect(cost.map { $0.total - $0.splinters } == suggestion.cost.total - suggestion.cost.splinters)
        }
        if let best = before.map({ $0.cost.total - $0.cost.splinters }).min() {
            #expect(after.values.contains { $0.total - $0.splinters <= best })
        }
    }

    @Test("are those of the reference data", .enabled(
        if: referenceLines("suggest/cases.jsonl") != nil, "skipped: no reference data"))
    func reference() throws {
        let cases = try #require(referenceLines("suggest/cases.jsonl"))
        let expected = try #require(referenceLines("suggest/expected.jsonl"))
        #expect(cases.count == 30 && expected.count == 30)
        for (line, answer) in zip(cases, expected) {
            let found = try ReferenceCase(line), right = try ReferenceAnswer(answer)
            let suggestions = found.availability.suggestions(within: found.request, travel: found.travel)
            #expect(suggestions.feasibleStarts == right.feasible, "\(right.id)")
            #expect(suggestions.best.map { [$0.start, $0.cost.total] } == right.best, "\(right.id)")
        }
    }
}

/// A line of the reference data's cases.
private struct ReferenceCase {
    let availability: Availability
    let request: SuggestionRequest
    let travel: TravelTimes

    init(_ line: String) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        func number(_ name: String) throws -> Int { try #require(object[name] as? Int) }
        func list(_ name: String) throws -> [[String: Any]] { try #require(object[name] as? [[String: Any]]) }
        func time(_ item: [String: Any]) throws -> Range<Int> {
            try #require(item["start"] as? Int)..<(try #require(item["end"] as? Int))
        }
        func hours(_ name: String) throws -> WeekHours {
            let week = try #require(object[name] as? [[[Int]]])
            return WeekHours { week[$0.rawValue % 7].map { $0[0]..<$0[1] } }
        }
        let event = try #require(object["event"] as? [String: Any])
        let weekday = Weekday(rawValue: (try number("weekday0") + 6) % 7 + 1) ?? .sunday
        availability = Availability(
            LocalTimeLine(firstWeekday: weekday),
            busy: try list("busy").enumerated().map { BusyItem(try time($1), number: $0, place: $1["place"] as? Int) },
            prayers: try list("prayer").map { item in
                let block = try time(item), adhan = try #require(item["adhan"] as? Int)
                return PrayerPeriod(prayer: nil, adhan: adhan, block: block, validTime: adhan..<adhan)
            },
            week: WeekPlan(allowed: try hours("allowed"), preferred: try hours("preferred")),
            soft: try list("soft").map(time))
        var request = SuggestionRequest(
            start: try #require(event["start"] as? Int), duration: try #require(event["duration"] as? Int),
            place: event["place"] as? Int, now: try number("now"))
        (request.lead, request.grid) = (try number("lead"), try number("grid"))
        (request.backDays, request.horizonDays) = (try number("back_days"), try number("horizon_days"))
        request.count = try number("k")
        self.request = request
        travel = TravelTimes(table: try #require(object["travel_min"] as? [[Int]]))
    }
}

/// A line of the reference data's answers.
private struct ReferenceAnswer {
    let id: String
    let feasible: Int
    let best: [[Int]]

    init(_ line: String) throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        id = try #require(object["id"] as? String)
        feasible = try #require(object["feasible_starts"] as? Int)
        best = try #require(object["suggestions"] as? [[String: Int]]).map { [$0["start"] ?? -1, $0["cost"] ?? -1] }
    }
}

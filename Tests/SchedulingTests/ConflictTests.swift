import CivilTime
import Foundation
import PrayerTimes
import Scheduling
import SeededRandom
import Testing

@Suite("Clashes")
struct ConflictTests {
    /// Returns the numbers of the items that clash with the last one.
    private func others(_ items: [BusyItem]) -> [Int] {
        let available = Availability(sundayLine, busy: items, week: .anyTime)
        return Conflicts(available).clashes(of: items[items.count - 1]).compactMap(\.other)
    }

    @Test("are minutes that two events share; touching and empty times share none", arguments: [
        (["09:00-10:00", "10:00-11:00"], []), (["09:00-10:00", "09:59-11:00"], [0]),
        (["09:00-12:00", "10:00-11:00"], [0]), (["10:00-11:00", "10:00-11:00"], [0]),
        (["10:30-10:30", "10:00-11:00"], []), (["10:00-11:00", "10:30-10:30"], []),
        (["09:00-10:00", "08:00-08:30", "09:30-09:40", "08:15-09:35"], [1, 0, 2]),
        // Over midnight: the dinner clashes on both days.
        (["22:30-23:00", "24:30-25:00", "22:00-26:00"], [0, 1]),
    ])
    func overlaps(times: [String], expected: [Int]) {
        #expect(others(times.enumerated().map { BusyItem(minutes($1), number: $0) }) == expected)
    }

    @Test("of an hour that comes twice are those of the same moment")
    func doubledHour() throws {
        // In Berlin 2:30 comes twice on 25 October 2026: first at 0:30 UTC, then at 1:30.
        let line = LocalTimeLine(from: day("2026-10-25"), days: 1, in: try zone("Europe/Berlin"))
        func occurrence(_ uid: String, _ time: String) -> ScheduledOccurrence {
            ScheduledOccurrence(uid: uid, time: span(time, on: "2026-10-25"))
        }
        let first = occurrence("first", "00:30-01:00"), second = occurrence("second", "01:30-02:00")
        #expect(Conflicts(Availability(line, [first, second], week: .anyTime)).clashes().isEmpty)
        let both = occurrence("both", "00:45-01:45")
        #expect(Conflicts(Availability(line, [first, second, both], week: .anyTime)).clashes().count == 2)
    }

    @Test("of two series are those of their occurrences; an occurrence clashes with others of its own series")
    func series() {
        let line = LocalTimeLine(from: day("2026-11-22"), days: 70, in: .utc)
        // Every day at 9:00, and every third day at 9:30: they meet on each third day.
        func occurrences(_ uid: String, every days: Int, _ time: String) -> [ScheduledOccurrence] {
            stride(from: 0, to: 60, by: days).map { number in
                let time = span(time, on: (day("2026-11-22") + number).iso8601)
                return ScheduledOccurrence(uid: uid, recurrenceID: time.lowerBound, time: time)
            }
        }
        let daily = occurrences("daily", every: 1, "09:00-10:00"), third = occurrences("third", every: 3, "09:30-10:30")
        let available = Availability(line, daily + third, week: .anyTime)
        #expect(Conflicts(available).clashes().count == 20)
        // Tuesday's occurrence was moved onto Monday's.
        var moved = daily
        moved[2].time = moved[1].time
        #expect(Conflicts(Availability(line, moved, week: .anyTime)).clashes().map(\.cause) == [.overlap(other: 2)])
    }

    @Test("are no doubles: the same event in two calendars", arguments: [
        // title, minutes later, UID, calendar; true for a double, false for an overlap.
        ("Dinner with Sara", 0, "b", 1, true), ("  dinner  with SARA!", 2, "b", 1, true),
        ("Dinner with Sara", 3, "b", 1, false), ("Dinner with Sara", 0, "b", 0, false),
        ("Dinner with Ali", 0, "b", 1, false), ("Anything", 0, "a", 1, true),
        ("Anything", 30, "a", 1, true), ("", 0, "b", 1, false),
    ])
    func doubles(title: String, later: Int, uid: String, calendar: Int, isDouble: Bool) {
        let firstTitle = title.isEmpty ? "" : "Dinner with Sara"
        let first = ScheduledOccurrence(uid: "a", time: span("19:00-20:00"), title: firstTitle)
        let time = first.time.lowerBound + .seconds(later * 60)..<first.time.upperBound + .seconds(later * 60)
        let second = ScheduledOccurrence(uid: uid, calendar: calendar, time: time, title: title)
        let line = LocalTimeLine(from: day("2026-11-23"), days: 1, in: .utc)
        let clashes = Conflicts(Availability(line, [first, second], week: .anyTime)).clashes()
        #expect(clashes.map(\.cause) == [isDouble ? .double(other: 1) : .overlap(other: 1)])
        #expect(clashes.map(\.isConflict) == [!isDouble])
    }

    @Test("with a hard routine are overlaps; routines do not clash with each other")
    func routines() {
        let line = LocalTimeLine(from: day("2026-11-23"), days: 1, in: .utc)
        let school = Routine(.working([.monday], from: 780, to: 840), isHard: true)
        let week = WeekPlan(routines: [school, Routine(.working([.monday], from: 810, to: 900), isHard: true)])
        let lunch = ScheduledOccurrence(uid: "lunch", time: span("13:00-13:30"))
        let clashes = Conflicts(Availability(line, [lunch], week: week)).clashes()
        #expect(clashes.map(\.item) == [0] && clashes.map(\.cause) == [.overlap(other: 1)])
    }

    @Test("of a new event are found before it is in the index, doubles too")
    func newEvent() throws {
        let line = LocalTimeLine(from: day("2026-11-23"), days: 1, in: .utc)
        let known = ScheduledOccurrence(uid: "a", time: span("19:00-20:00"), title: "Dinner")
        let available = Availability(line, [known], week: .anyTime)
        func causes(_ uid: String, _ title: String, calendar: Int = 1) throws -> [Clash.Cause] {
            let new = ScheduledOccurrence(uid: uid, calendar: calendar, time: known.time, title: title)
            return Conflicts(available).clashes(of: try #require(available.item(new, number: 7))).map(\.cause)
        }
        #expect(try causes("a", "Supper") == [.double(other: 0)])
        #expect(try causes("b", "dinner") == [.double(other: 0)])
        #expect(try causes("b", "Supper") == [.overlap(other: 0)])
        #expect(try causes("a", "Dinner", calendar: 0) == [])
    }

    @Test("need no look at Arabic vowel signs")
    func arabicTitles() {
        let line = LocalTimeLine(from: day("2026-11-23"), days: 1, in: .utc)
        let titles = ["عَشاء مع سارة", "عشـــاء مع سارة"]
        let copies = titles.enumerated().map {
            ScheduledOccurrence(uid: "\($0)", calendar: $0, time: span("19:00-20:00"), title: $1)
        }
        let clashes = Conflicts(Availability(line, copies, week: .anyTime)).clashes()
        #expect(clashes.map(\.cause) == [.double(other: 1)])
    }

    @Test("with a tentative event are marks")
    func tentative() {
        var busy = items("09:00-10:00", "09:30-10:30")
        busy[0].isTentative = true
        #expect(Conflicts(Availability(sundayLine, busy: busy, week: .anyTime)).clashes().map(\.isTentative) == [true])
    }

    @Test("of hours are the minutes outside the allowed ones, for information only", arguments: [
        ("08:00-09:30", 60), ("21:30-23:00", 60), ("09:00-22:00", 0), ("21:00-33:30", 11 * 60),
    ])
    func hours(time: String, outside: Int) {
        let clashes = Conflicts(Availability(sundayLine, busy: items(time))).clashes()
        #expect(clashes.map(\.cause) == (outside > 0 ? [.hours(outside: outside)] : []))
        #expect(clashes.allSatisfy { !$0.isConflict })
    }

    // MARK: - Ways

    @Test("of ways are gaps that are shorter than the way and the reserve", arguments: [
        // The way takes 30 minutes, the reserve is 5.
        ("10:34-11:00", 0, 1), ("10:35-11:00", 0, nil), ("10:05-11:00", 0, 30), ("10:00-11:00", 1, nil),
        ("13:01-14:00", 0, nil), ("09:30-11:00", 0, nil),
    ])
    func ways(time: String, place: Int, lacking: Int?) {
        var busy = items("09:00-10:00", time)
        busy[0].place = 1
        busy[1].place = place
        let travel = TravelTimes(table: [[0, 30], [30, 0]])
        let available = Availability(sundayLine, busy: busy, week: .anyTime)
        let tight = { (clashes: [Clash]) in
            clashes.compactMap { clash in if case .tight(_, let lacking) = clash.cause { lacking } else { nil } }
        }
        #expect(tight(Conflicts(available, travel: travel).clashes(of: busy[0])) == [lacking].compactMap { $0 })
        #expect(tight(Conflicts(available, travel: travel).clashes(of: busy[1])) == [lacking].compactMap { $0 })
        #expect(tight(Conflicts(available, travel: travel).clashes()) == [lacking].compactMap { $0 })
        #expect(tight(Conflicts(available).clashes()).isEmpty)
    }

    @Test("of ways are with the nearest place only")
    func nearest() {
        var busy = items("09:00-10:00", "10:10-10:20", "10:30-11:00")
        (busy[0].place, busy[1].place, busy[2].place) = (1, 0, 0)
        let conflicts = Conflicts(
            Availability(sundayLine, busy: busy, week: .anyTime), travel: TravelTimes(table: [[0, 60], [60, 0]]))
        #expect(conflicts.clashes(of: busy[2]).isEmpty)
        #expect(conflicts.clashes().map(\.cause) == [.tight(other: 1, lacking: 55)])
    }

    // MARK: - Prayers

    private static let asr = PrayerPeriod(
        prayer: .asr, adhan: 900, block: minutes("14:55-15:32"), validTime: minutes("15:00-17:30"))

    private func prayerClashes(_ busy: [BusyItem], _ strictness: PrayerStrictness = .congregation) -> [Clash] {
        let available = Availability(
            sundayLine, busy: busy, prayers: [Self.asr], strictness: strictness, week: .anyTime)
        return Conflicts(available).clashes(of: busy[busy.count - 1]).filter { $0.cause == .prayer(0) }
    }

    @Test("with prayers are times on their blocks", arguments: [
        ("14:00-14:55", 0), ("14:00-14:56", 1), ("15:31-16:00", 1), ("15:32-16:00", 0),
    ])
    func congregation(time: String, count: Int) {
        #expect(prayerClashes(items(time)).count == count)
    }

    @Test("with prayers spare an event that is anchored to the prayer, not to another")
    func anchored() {
        var busy = items("15:20-16:00")
        busy[0].anchor = .asr
        #expect(prayerClashes(busy).isEmpty)
        busy[0].anchor = .maghrib
        #expect(prayerClashes(busy).count == 1)
    }

    @Test("with prayers begin, for somebody who prays alone, when fewer than 12 free minutes remain", arguments: [
        (["14:00-17:18"], 0), (["14:00-17:19"], 1), (["15:12-17:30"], 0), (["15:11-18:00"], 1),
        // 11 minutes twice are not 12; an event that ends before the prayer's time takes none of it.
        (["15:11-17:00", "17:00-17:19"], 1), (["15:00-16:00", "16:12-17:30"], 0),
        (["15:00-17:25", "14:00-15:00"], 0),
    ])
    func personal(times: [String], count: Int) {
        let busy = times.enumerated().map { BusyItem(minutes($1), number: $0) }
        #expect(prayerClashes(busy, .personal).count == count)
    }

    // MARK: - Many

    @Test("are those that comparing all pairs finds, in both directions", arguments: 0..<60 as Range<UInt64>)
    func quadratic(seed: UInt64) {
        var random = SeededRandom(seed)
        let busy = randomItems(150, days: Int.random(in: 1...20, using: &random), using: &random)
        var expected: Set<[Int]> = []
        for first in busy {
            for second in busy where first.number < second.number {
                let isShared = first.time.lowerBound < second.time.upperBound
                    && second.time.lowerBound < first.time.upperBound
                guard isShared, !first.time.isEmpty, !second.time.isEmpty else { continue }
                expected.insert([first.number, second.number])
            }
        }
        let conflicts = Conflicts(Availability(sundayLine, busy: busy, week: .anyTime))
        let all = conflicts.clashes()
        #expect(Set(all.map { [$0.item, $0.other ?? -1].sorted() }) == expected)
        #expect(all.count == expected.count)
        let single = busy.flatMap { item in conflicts.clashes(of: item).map { [item.number, $0.other ?? -1] } }
        #expect(Set(single) == Set(expected.flatMap { [$0, $0.reversed()] }))
        #expect(single.count == 2 * expected.count)
        let counts = conflicts.availability.busy.overlapCounts()
        #expect(counts.pairs == expected.count)
        #expect(counts.items == Set(expected.joined()).count)
    }

    @Test("within a window are those of the items that touch it", arguments: 0..<30 as Range<UInt64>)
    func window(seed: UInt64) {
        var random = SeededRandom(seed)
        let busy = randomItems(120, days: 10, places: 4, using: &random)
        let travel = TravelTimes(table: randomTravel(4, using: &random))
        let start = Int.random(in: 0..<10_000, using: &random)
        let window = start..<start + Int.random(in: 1...3_000, using: &random)
        let conflicts = Conflicts(Availability(sundayLine, busy: busy), travel: travel)
        let touching = Set(busy.filter { !$0.time.isEmpty && $0.time.overlaps(window) }.map(\.number))
        let found = conflicts.clashes(in: window)
        #expect(Set(found).count == found.count)
        let expected = conflicts.clashes().filter { clash in
            switch clash.cause {
            case .tight(let other, _): touching.contains(clash.item) || touching.contains(other)
            case .overlap(let other), .double(let other): touching.contains(clash.item) && touching.contains(other)
            case .prayer, .hours: touching.contains(clash.item)
            }
        }
        #expect(Set(found) == Set(expected))
    }

    @Test("are the same after items came and went", arguments: 0..<30 as Range<UInt64>)
    func insertion(seed: UInt64) {
        var random = SeededRandom(seed)
        let busy = randomItems(80, days: 4, places: 3, using: &random)
        let travel = TravelTimes(table: randomTravel(3, using: &random))
        var grown = Availability(sundayLine, busy: [])
        for item in busy.shuffled(using: &random) { grown.busy.insert(item) }
        let whole = Availability(sundayLine, busy: busy)
        #expect(Conflicts(grown, travel: travel).clashes() == Conflicts(whole, travel: travel).clashes())
        for item in busy.prefix(40) { grown.busy.remove(number: item.number) }
        let rest = Availability(sundayLine, busy: Array(busy.dropFirst(40)))
        #expect(Conflicts(grown, travel: travel).clashes() == Conflicts(rest, travel: travel).clashes())
    }

    @Test("of a year are those of the reference data", .enabled(
        if: referenceLines("conflict/expected.json") != nil, "skipped: no reference data"))
    func reference() throws {
        let rows = try #require(referenceLines("conflict/events-10000.csv")).dropFirst()
            .map { $0.split(separator: ",").compactMap { Int($0) } }
        let busy = rows.filter { $0[3] + $0[4] + $0[5] == 0 }
            .map { BusyItem($0[1]..<$0[2], number: $0[0], calendar: $0[6]) }
        let index = BusyIndex(busy), counts = index.overlapCounts()
        let found = [
            "events": rows.count, "counted": index.items.count, "conflict_pairs": counts.pairs,
            "events_in_conflict": counts.items, "clusters": counts.clusters, "largest_cluster": counts.largestCluster,
            "max_simultaneous": counts.mostAtOnce,
        ]
        let expected = try #require(referenceLines("conflict/expected.json")).filter { $0.contains(":") }
        #expect(expected.count == found.count)
        for line in expected {
            let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces.union(["\"", ","])) }
            #expect(found[parts[0]].map(String.init) == parts[1])
        }
    }
}

extension WeekPlan {
    /// A week in which everything is allowed.
    static let anyTime = WeekPlan(allowed: WeekHours { _ in [0..<1_440] })
}

import CivilTime
import Scheduling
import SeededRandom
import Testing

@Suite("Bars of a week")
struct BarTests {
    /// 22 to 28 November 2026, from Sunday.
    private static let week = day("2026-11-22")...day("2026-11-28")

    private func november(_ first: Int, _ last: Int) -> ClosedRange<LocalDate> {
        day("2026-11-01") + (first - 1)...day("2026-11-01") + (last - 1)
    }

    @Test("come by their first day, then the longest, and take the lowest free lane")
    func order() {
        // A visit from last week, a long and a short one from the same day, one that fits behind the visit.
        let lanes = BarLanes([november(24, 24), november(23, 24), november(23, 30), november(19, 23)], in: Self.week)
        #expect(lanes.bars == [
            WeekBar(index: 3, days: 0...1, lane: 0, isCutAtStart: true, isCutAtEnd: false),
            WeekBar(index: 2, days: 1...6, lane: 1, isCutAtStart: false, isCutAtEnd: true),
            WeekBar(index: 1, days: 1...2, lane: 2, isCutAtStart: false, isCutAtEnd: false),
            WeekBar(index: 0, days: 2...2, lane: 0, isCutAtStart: false, isCutAtEnd: false),
        ])
        #expect(lanes.bars(on: 2).map(\.index) == [0, 2, 1])
    }

    @Test("of other weeks are not there; one of forty years fills the week")
    func outside() {
        let lanes = BarLanes(
            [november(15, 21), november(29, 29), day("2000-01-01")...day("2040-01-01")], in: Self.week)
        #expect(lanes.bars == [WeekBar(index: 2, days: 0...6, lane: 0, isCutAtStart: true, isCutAtEnd: true)])
    }

    @Test("never share a lane, and none could lie higher", arguments: 0..<300 as Range<UInt64>)
    func lowestLane(seed: UInt64) {
        var random = SeededRandom(seed)
        let spans = (0..<Int.random(in: 0...15, using: &random)).map { _ in
            let first = Int.random(in: 10...30, using: &random)
            return november(first, first + Int.random(in: 0...10, using: &random))
        }
        let bars = BarLanes(spans, in: Self.week).bars
        #expect(Set(bars.map(\.index)) == Set(spans.indices.filter { spans[$0].overlaps(Self.week) }))
        for (position, bar) in bars.enumerated() {
            let span = spans[bar.index], earlier = bars[..<position]
            let first = span.lowerBound - Self.week.lowerBound, last = span.upperBound - Self.week.lowerBound
            #expect(bar.days == max(0, first)...min(6, last))
            let free = (0...bars.count).first { lane in
                !earlier.contains { $0.lane == lane && $0.days.overlaps(bar.days) }
            }
            #expect(bar.lane == free)
            if let last = earlier.last {
                let before = spans[last.index]
                #expect(before.lowerBound < span.lowerBound
                    || before.lowerBound == span.lowerBound && before.upperBound >= span.upperBound)
            }
        }
    }
}

@Suite("Lines of the days of a week")
struct BarLinesTests {
    private static let week = day("2026-11-22")...day("2026-11-28")

    private func bars(_ days: [ClosedRange<Int>]) -> BarLanes {
        BarLanes(
            days.map { Self.week.lowerBound + $0.lowerBound...Self.week.lowerBound + $0.upperBound }, in: Self.week)
    }

    @Test("hold everything that fits in four lines, else three and the number of the rest")
    func fourLines() {
        let lines = BarLines(bars([0...2]), others: [3, 4, 0, 4, 5, 0, 0], most: 4)
        #expect(lines.days.map(\.bars.count) == [1, 1, 1, 0, 0, 0, 0])
        #expect(lines.days.map(\.others) == [3, 2, 0, 4, 3, 0, 0])
        #expect(lines.days.map(\.more) == [0, 2, 0, 0, 2, 0, 0])
    }

    @Test("leave a bar out that would lie over the line of the number on one of its days")
    func barOverNumber() {
        // Four bars on days 0 and 1; day 1 has an event more. The fourth bar is left out on both.
        let lines = BarLines(bars([0...1, 0...1, 0...1, 0...1]), others: [0, 1, 0, 0, 0, 0, 0], most: 4)
        #expect(lines.days[0].bars.count == 3)
        #expect(lines.days.map(\.more) == [1, 2, 0, 0, 0, 0, 0])
    }

    @Test("lose nothing, and a bar is drawn on all its days or on none", arguments: 0..<300 as Range<UInt64>)
    func complete(seed: UInt64) {
        var random = SeededRandom(seed)
        let most = Int.random(in: 1...6, using: &random)
        let lanes = bars((0..<Int.random(in: 0...9, using: &random)).map { _ in
            let first = Int.random(in: 0...6, using: &random)
            return first...Int.random(in: first...6, using: &random)
        })
        let others = (0..<7).map { _ in Int.random(in: 0...5, using: &random) }
        let days = BarLines(lanes, others: others, most: most).days
        for (number, lines) in days.enumerated() {
            let all = lanes.bars(on: number)
            #expect(lines.bars.count + lines.others + lines.more == all.count + others[number])
            // The line of the number is one of the few, and no bar lies on it.
            #expect(lines.bars.count + lines.others + (lines.more > 0 ? 1 : 0) <= most)
            #expect(lines.bars.allSatisfy { $0.lane < (lines.more > 0 ? most - 1 : most) })
            for bar in all {
                let isDrawn = lines.bars.contains(bar)
                #expect(bar.days.allSatisfy { days[$0].bars.contains(bar) == isDrawn })
            }
        }
    }
}

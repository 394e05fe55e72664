import CivilTime
import Scheduling
import SeededRandom
import Testing

@Suite("Free times")
struct FreeTimesTests {
    @Test("are the gaps of an hour or more between what is planned", arguments: [
        ([], ["08:00-22:00"]),
        (["09:00-10:00"], ["08:00-09:00", "10:00-22:00"]),
        (["09:00-10:00", "10:59-12:00"], ["08:00-09:00", "12:00-22:00"]),
        (["09:00-10:00", "11:00-12:00"], ["08:00-09:00", "10:00-11:00", "12:00-22:00"]),
        // One meeting inside another, and both in any order.
        (["13:00-14:00", "09:00-15:00", "21:01-21:30"], ["08:00-09:00", "15:00-21:01"]),
        // Only the part in the window counts; a moment takes nothing.
        (["06:00-08:30", "21:30-23:00", "12:00-12:00"], ["08:30-21:30"]),
        (["07:00-23:00"], []),
    ])
    func gaps(busy: [String], free: [String]) {
        let found = freeTimes(in: span("08:00-22:00"), around: busy.map { span($0) }, atLeast: .seconds(3_600))
        #expect(found == free.map { span($0) })
    }

    @Test("are the minutes that nothing takes, in pieces that are long enough", arguments: 0..<200 as Range<UInt64>)
    func sameAsMinuteByMinute(seed: UInt64) {
        var random = SeededRandom(seed)
        let start = at("2026-11-23 00:00")
        func minutes(_ range: Range<Int>) -> TimeSpan {
            start + .seconds(range.lowerBound * 60)..<start + .seconds(range.upperBound * 60)
        }
        let busy = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            let from = Int.random(in: -100...1_500, using: &random)
            return from..<from + Int.random(in: 0...150, using: &random)
        }
        let window = 480..<1_320, shortest = Int.random(in: 1...90, using: &random)
        var free: [Range<Int>] = []
        for minute in window where !busy.contains(where: { $0.contains(minute) }) {
            if let last = free.last, last.upperBound == minute {
                free[free.count - 1] = last.lowerBound..<minute + 1
            } else {
                free.append(minute..<minute + 1)
            }
        }
        let found = freeTimes(in: minutes(window), around: busy.map(minutes), atLeast: .seconds(shortest * 60))
        #expect(found == free.filter { $0.count >= shortest }.map(minutes))
    }
}

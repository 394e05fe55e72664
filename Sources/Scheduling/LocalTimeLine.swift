public import CivilTime

/// The whole minutes that pass in a place, counted from the first moment of a local day.
///
/// Most days have 1440 of them; a day on which the clocks change has 1380 or 1500. So two times of the line overlap
/// exactly if they overlap in reality, also in an hour that comes twice. Days outside those that the line was made for
/// have 24 hours.
public struct LocalTimeLine: Sendable {
    /// A local day on the line.
    public struct Day: Sendable {
        /// The number of days since the first one of the line; negative before it.
        public let number: Int
        public let weekday: Weekday
        public let minutes: Range<Int>
        /// The parts in which the clock runs evenly; none on an ordinary day, and on one that the place skipped.
        fileprivate let stretches: [Stretch]

        /// True if the clock runs evenly from midnight to midnight.
        var isEven: Bool { stretches.isEmpty && !minutes.isEmpty }
    }

    /// A part of a day in which the clock runs evenly.
    fileprivate struct Stretch: Sendable {
        let minutes: Range<Int>
        /// The minute that the clock shows at the start.
        let clock: Int
    }

    private let origin: Int64
    private let firstWeekday: Weekday
    /// The first minutes of the days that the line was made for, and of the day after them.
    private let starts: [Int]
    /// The stretches of the days on which the clocks change, by the number of the day.
    private let changed: [Int: [Stretch]]

    /// Makes a line of days of 24 hours.
    ///
    /// - Parameter origin: the first moment of the first day.
    public init(firstWeekday: Weekday, origin: Instant = Instant(secondsSince1970: 0)) {
        self.origin = origin.secondsSince1970
        self.firstWeekday = firstWeekday
        starts = [0]
        changed = [:]
    }

    /// Makes the line of a place.
    ///
    /// - Parameters:
    ///   - first: the day that begins at minute 0.
    ///   - count: the number of days that follow the clocks of the zone, at least 1.
    public init(from first: LocalDate, days count: Int, in zone: TimeZoneRules) {
        let origin = zone.startOfDay(first).secondsSince1970
        func minute(_ moment: Instant) -> Int { flooredMinutes(Int(moment.secondsSince1970 - origin)) }
        var starts = [0], changed: [Int: [Stretch]] = [:]
        for number in 0..<max(1, count) {
            let clock = DayClock(first + number, in: zone)
            starts.append(max(starts[number], minute(clock.time.upperBound)))
            guard clock.isChanged else { continue }
            changed[number] = clock.stretches.map {
                Stretch(
                    minutes: minute($0.time.lowerBound)..<minute($0.time.upperBound),
                    clock: flooredMinutes($0.wallStart))
            }
        }
        self.origin = origin
        self.firstWeekday = first.weekday
        self.starts = starts
        self.changed = changed
    }

    /// The numbers of the days that the line was made for.
    public var dayNumbers: Range<Int> { 0..<starts.count - 1 }

    /// Returns the minute in which a moment lies.
    public func minute(at moment: Instant) -> Int {
        let seconds = moment.secondsSince1970 - origin
        return Int(seconds >= 0 ? seconds / 60 : -((59 - seconds) / 60))
    }

    /// Returns the moment at which a minute begins.
    public func moment(at minute: Int) -> Instant { Instant(secondsSince1970: origin + Int64(minute) * 60) }

    /// Returns the minutes of a time. Both ends are rounded down, so that times that touch still touch; a time shorter
    /// than a minute has one minute, and a moment has none.
    public func minutes(of span: TimeSpan) -> Range<Int> {
        let start = minute(at: span.lowerBound)
        return start..<max(minute(at: span.upperBound), span.isEmpty ? start : start + 1)
    }

    /// Returns the day with a number.
    public func day(_ number: Int) -> Day {
        let weekday = Weekday(rawValue: remainder(firstWeekday.rawValue - 1 + number, 7) + 1) ?? firstWeekday
        let start = start(ofDay: number)
        return Day(
            number: number, weekday: weekday, minutes: start..<self.start(ofDay: number + 1),
            stretches: changed[number] ?? [])
    }

    /// Returns the number of the day to which a minute belongs.
    public func dayNumber(of minute: Int) -> Int {
        let last = starts.count - 1
        if minute < 0 { return flooredQuotient(minute, 1_440) }
        if minute >= starts[last] { return last + (minute - starts[last]) / 1_440 }
        var number = min(minute / 1_440, last - 1)
        while starts[number] > minute { number -= 1 }
        while starts[number + 1] <= minute { number += 1 }
        return number
    }

    /// Returns the minute that the clock shows, 0 at midnight.
    public func clock(at minute: Int) -> Int {
        let day = day(dayNumber(of: minute))
        guard let stretch = day.stretches.first(where: { $0.minutes.contains(minute) }) else {
            return minute - day.minutes.lowerBound
        }
        return stretch.clock + minute - stretch.minutes.lowerBound
    }

    /// Returns the minutes of a day at which the clock shows a time of the range, in order: one time on most days, two
    /// if the clock shows a part of it twice, none if the clock passes over it.
    public func minutes(ofClock range: Range<Int>, on day: Day) -> [Range<Int>] {
        guard !day.isEven else {
            let start = day.minutes.lowerBound
            return [start + range.lowerBound..<start + range.upperBound]
        }
        var parts: [Range<Int>] = []
        for stretch in day.stretches {
            let shift = stretch.minutes.lowerBound - stretch.clock
            let part = (range.lowerBound + shift..<range.upperBound + shift).clamped(to: stretch.minutes)
            guard !part.isEmpty else { continue }
            if let last = parts.last, last.upperBound == part.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<part.upperBound
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    private func start(ofDay number: Int) -> Int {
        let last = starts.count - 1
        if number < 0 { return number * 1_440 }
        return number <= last ? starts[number] : starts[last] + (number - last) * 1_440
    }
}

/// Returns the quotient rounded down.
func flooredQuotient(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
}

/// Returns the remainder, which is never negative.
private func remainder(_ value: Int, _ divisor: Int) -> Int { value - flooredQuotient(value, divisor) * divisor }

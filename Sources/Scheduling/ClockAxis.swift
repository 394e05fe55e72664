public import CivilTime

/// The hours beside one or more days, as positions in minutes.
///
/// On ordinary days the position is the minute of the clock. Beside one day alone, an hour that comes twice stands
/// there twice, and an hour that never comes is missing. Beside several days, an hour that comes twice on one of them
/// is an hour that the others lack (`absences(of:)`), and one that never comes is lacking on its day only. So the same
/// time of the clock is at the same height on all days.
public struct ClockAxis: Sendable {
    /// A full hour of the clock.
    public struct Hour: Hashable, Sendable {
        /// The position in minutes.
        public let position: Int
        /// 0 to 23.
        public let hour: Int
        /// True if the same hour came before on the same day.
        public let isAgain: Bool
    }

    /// The first position: 480, or earlier if something is before 8:00.
    public let start: Int
    /// The last position: 1440 unless the clocks change.
    public let end: Int
    /// The full hours from `start` on, by position.
    public let hours: [Hour]
    private let layout: Layout

    /// Makes the axis of some days.
    ///
    /// It starts at 8:00. Something earlier on any of the days moves the start to 6:00, 4:00 or 0:00; a change of the
    /// clocks counts as such.
    ///
    /// - Parameter spans: the times that must be on the axis, on whichever of the days they are.
    public init(_ days: [DayClock], showing spans: [TimeSpan]) {
        let layout = Layout(days)
        let earliest = days.flatMap { day in
            spans.compactMap { span in day.part(of: span).flatMap { day.minute(at: $0.lowerBound) } }
                + [day.firstChangedMinute].compactMap { $0 }
        }.min()
        let start = startMinute(earliest: earliest)
        var end = start, hours: Set<Hour> = []
        for day in days {
            for (index, stretch) in day.stretches.enumerated() {
                end = max(end, ceilingMinutes(layout.position(stretch.wallEnd, index, of: day, isEnd: true)))
                for second in stride(from: fullHour(from: stretch.wallStart), to: stretch.wallEnd, by: 3_600) {
                    hours.insert(Hour(
                        position: flooredMinutes(layout.position(second, index, of: day)),
                        hour: (second / 3_600 + 48) % 24,
                        isAgain: day.stretches[..<index].contains { $0.wall.contains(second) }))
                }
            }
        }
        self.layout = layout
        self.start = start
        self.end = end
        self.hours = hours.filter { $0.position >= start }.sorted { $0.position < $1.position }
    }

    /// Returns the position of a moment; nil if the moment is not of the day.
    public func position(of moment: Instant, on day: DayClock) -> Int? {
        day.stretches.firstIndex { $0.time.contains(moment) }.map { index in
            flooredMinutes(layout.position(day.wall(moment, day.stretches[index]), index, of: day))
        }
    }

    /// Returns the positions of the part of a time that belongs to a day: the start rounded down, the end up; nil if
    /// there is no such part.
    public func positions(of span: TimeSpan, on day: DayClock) -> Range<Int>? {
        guard let part = day.part(of: span), let start = position(of: part.lowerBound, on: day) else { return nil }
        if part.isEmpty { return start..<start }
        let index = day.stretches.firstIndex { $0.time.upperBound >= part.upperBound }
        guard let index else { return nil }
        let end = layout.position(day.wall(part.upperBound, day.stretches[index]), index, of: day, isEnd: true)
        return start..<max(start, ceilingMinutes(end))
    }

    /// Returns the positions that a day does not have, in order. None on an ordinary day beside ordinary days.
    public func absences(of day: DayClock) -> [Range<Int>] {
        var absences: [Range<Int>] = [], last = start
        for piece in layout.pieces(of: day) {
            if last < piece.lowerBound { absences.append(last..<piece.lowerBound) }
            last = max(last, piece.upperBound)
        }
        if last < end { absences.append(last..<end) }
        return absences
    }
}

/// The conversion from the clocks of days to positions, in seconds.
private struct Layout: Sendable {
    /// True if there is one day, beside which missing times need no room.
    let isAlone: Bool
    /// The times that come twice on one of the days.
    let repeated: [Range<Int>]

    init(_ days: [DayClock]) {
        isAlone = days.count == 1
        repeated = Array(Set(days.flatMap(\.repeated)))
    }

    /// Returns the position of what the clock shows in a stretch of a day.
    ///
    /// - Parameter isEnd: true for the end of a time, which does not reach over the room for other days' hours.
    func position(_ wall: Int, _ stretch: Int, of day: DayClock, isEnd: Bool = false) -> Int {
        var position = wall
        if isAlone { position -= day.stretches[0].wallStart }
        for index in 0..<stretch {
            let back = day.stretches[index].wallEnd - day.stretches[index + 1].wallStart
            if isAlone || back > 0 { position += back }
        }
        for other in repeated where !day.repeated.contains(other) {
            if isEnd ? wall > other.upperBound : wall >= other.upperBound { position += other.count }
        }
        return position
    }

    /// Returns the positions that a day has, in minutes, in order.
    func pieces(of day: DayClock) -> [Range<Int>] {
        day.stretches.enumerated().flatMap { index, stretch in
            let cuts = repeated.filter { !day.repeated.contains($0) }.map(\.upperBound)
                .filter { stretch.wallStart < $0 && $0 < stretch.wallEnd }.sorted()
            return zip([stretch.wallStart] + cuts, cuts + [stretch.wallEnd]).map { start, end in
                flooredMinutes(position(start, index, of: day))
                    ..< ceilingMinutes(position(end, index, of: day, isEnd: true))
            }
        }
    }
}

/// Returns the minute at which a view of the day starts.
private func startMinute(earliest: Int?) -> Int {
    [480, 360, 240].first { $0 <= earliest ?? 480 } ?? 0
}

/// Returns the first full hour from a second of the clock on.
private func fullHour(from second: Int) -> Int { second + (3_600 - second % 3_600) % 3_600 }

/// Returns whole minutes, rounded up.
private func ceilingMinutes(_ seconds: Int) -> Int { -flooredMinutes(-seconds) }

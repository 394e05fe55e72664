public import PrayerTimes

/// A wanted time that is said by a prayer, as "after Asr".
public enum PrayerAnchor: Hashable, Sendable {
    case before(DayEvent), after(DayEvent)

    var prayer: DayEvent {
        switch self {
        case .before(let prayer), .after(let prayer): prayer
        }
    }
}

extension Availability {
    /// Returns the start that an anchor means on a day: the end of the prayer's block, rounded up to the grid; for
    /// "before" the latest start on the grid that ends by the block. nil if the day does not have the prayer.
    ///
    /// - Parameter day: the number of the day.
    public func start(_ anchor: PrayerAnchor, onDay day: Int, duration: Int, grid: Int = 15) -> Int? {
        let prayer = prayers(near: line.day(day).minutes).first {
            $0.prayer == anchor.prayer && line.dayNumber(of: $0.adhan) == day
        }
        guard let block = prayer?.block else { return nil }
        return switch anchor {
        case .before: flooredQuotient(block.lowerBound - duration, grid) * grid
        case .after: -flooredQuotient(-block.upperBound, grid) * grid
        }
    }
}

/// The wanted time of day, which moves with a prayer if it is anchored to one.
struct WantedClock {
    private let availability: Availability
    private let request: SuggestionRequest
    /// The number of the wanted day.
    let day: Int
    private let clock: Int
    /// The clock at the prayer on the wanted day; nil without an anchor.
    private let anchorClock: Int?

    init(_ availability: Availability, _ request: SuggestionRequest) {
        self.availability = availability
        self.request = request
        clock = availability.line.clock(at: request.start)
        day = availability.line.dayNumber(of: request.start)
        anchorClock = anchorMinute(availability, request, onDay: day)
    }

    /// Returns the wanted minute of the clock on a day.
    func minute(on day: LocalTimeLine.Day) -> Int {
        guard let anchorClock, let onDay = anchorMinute(availability, request, onDay: day.number) else { return clock }
        return clock + onDay - anchorClock
    }
}

/// Returns the clock at the start that a request's anchor means on a day, from that day's midnight on.
private func anchorMinute(_ availability: Availability, _ request: SuggestionRequest, onDay day: Int) -> Int? {
    guard let anchor = request.anchor,
        let start = availability.start(anchor, onDay: day, duration: request.duration, grid: request.grid)
    else { return nil }
    let line = availability.line
    return line.clock(at: start) + (line.dayNumber(of: start) - day) * 1_440
}

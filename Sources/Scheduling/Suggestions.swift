/// A time to which an event could move.
public struct Suggestion: Hashable, Sendable {
    public let start: Int
    public let cost: SuggestionCost
    public let reasons: SuggestionReasons
    /// The prayer in whose time it lies, after its block; nil before the block's end, and between sunrise and Dhuhr.
    public internal(set) var afterPrayer: PrayerPeriod?
}

/// The times to which an event could move.
public struct Suggestions: Hashable, Sendable {
    /// The number of all starts that are possible.
    public let feasibleStarts: Int
    /// The best ones, best first: at most two on a day, at least an hour apart.
    public let best: [Suggestion]
    /// The days from the wanted one on that were searched.
    public let horizonDays: Int
}

extension Availability {
    /// Returns the best times for an event within the request's days; if there is none, within twice as many from the
    /// wanted day on.
    public func suggestions(for request: SuggestionRequest, travel: TravelTimes? = nil) -> Suggestions {
        let near = suggestions(within: request, travel: travel)
        guard near.best.isEmpty else { return near }
        var wider = request
        wider.horizonDays *= 2
        return suggestions(within: wider, travel: travel)
    }

    /// Returns the best times for an event within the request's days alone.
    public func suggestions(within request: SuggestionRequest, travel: TravelTimes? = nil) -> Suggestions {
        let found = possibleStarts(for: request, travel: travel)
        return Suggestions(
            feasibleStarts: found.count, best: best(of: found, request.count), horizonDays: request.horizonDays)
    }

    /// Returns all possible starts within the request's days, in order.
    public func possibleStarts(for request: SuggestionRequest, travel: TravelTimes? = nil) -> [Suggestion] {
        var search = SlotSearch(self, request, travel)
        return search.run()
    }

    /// Returns the best of all suggestions: by cost, then start, without a third on a day and without one less than an
    /// hour from a better one.
    private func best(of found: [Suggestion], _ count: Int) -> [Suggestion] {
        var best: [Suggestion] = []
        var perDay: [Int: Int] = [:]
        let order = found.indices.map { (cost: found[$0].cost.total, index: $0) }
            .sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }
        for (_, index) in order where best.count < count {
            let day = line.dayNumber(of: found[index].start)
            guard perDay[day, default: 0] < 2, best.allSatisfy({ abs($0.start - found[index].start) >= 60 })
            else { continue }
            best.append(found[index])
            best[best.count - 1].afterPrayer = prayer(before: found[index].start)
            perDay[day, default: 0] += 1
        }
        return best
    }

    /// Returns the prayer in whose time a minute lies, after its block.
    private func prayer(before minute: Int) -> PrayerPeriod? {
        prayers(near: minute..<minute + 1).last {
            $0.validTime.contains(minute) && $0.block.upperBound <= minute
        }
    }
}

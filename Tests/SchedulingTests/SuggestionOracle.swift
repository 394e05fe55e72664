import Scheduling

/// The rule of suggestions written down without care for speed, as the reference data describes it: each start is
/// compared with every item.
struct SuggestionOracle {
    var busy: [BusyItem], blocks: [Range<Int>], soft: [Range<Int>]
    /// The hours of each day, the same on all weekdays.
    var allowed: [Range<Int>], preferred: [Range<Int>]
    var travel: [[Int]]

    /// Returns all kept starts with their costs.
    func costs(_ request: SuggestionRequest) -> [(start: Int, cost: Int)] {
        let day0 = floored(request.start), first = max(request.now + request.lead, (day0 - request.backDays) * 1_440)
        let starts = (first..<max(first, (day0 + request.horizonDays) * 1_440)).filter { $0 % request.grid == 0 }
        return starts.compactMap { start in cost(start, request, day0).map { (start, $0) } }
    }

    private func cost(_ start: Int, _ request: SuggestionRequest, _ day0: Int) -> Int? {
        let day = floored(start), clock = start - day * 1_440, end = start + request.duration
        let hard = busy.map(\.time).filter { !$0.isEmpty } + blocks
        guard
            let hours = allowed.first(where: { $0.lowerBound <= clock && clock + request.duration <= $0.upperBound }),
            hard.allSatisfy({ $0.upperBound <= start || end <= $0.lowerBound }),
            let way = way(start, end, request.place)
        else { return nil }
        var cost = 240 * abs(day - day0) + abs(clock - (request.start - day0 * 1_440)) + way
        if day < day0 { cost += 60 }
        for minute in start..<end {
            if !preferred.contains(where: { $0.contains(minute - day * 1_440) }) { cost += 1 }
            cost += 2 * soft.count { $0.contains(minute) }
        }
        let before = max(hard.map(\.upperBound).filter { $0 <= start }.max() ?? .min, day * 1_440 + hours.lowerBound)
        let after = min(hard.map(\.lowerBound).filter { $0 >= end }.min() ?? .max, day * 1_440 + hours.upperBound)
        for gap in [start - before, after - end] where gap > 0 && gap < 30 { cost += 15 }
        if blocks.contains(where: { (0..<10).contains(start - $0.upperBound) }) { cost += 10 }
        if blocks.contains(where: { (0..<10).contains($0.lowerBound - end) }) { cost += 10 }
        return cost
    }

    /// Returns the added travel; nil if a place cannot be reached.
    private func way(_ start: Int, _ end: Int, _ place: Int?) -> Int? {
        guard let place else { return 0 }
        let placed = busy.filter { $0.place != nil && !$0.time.isEmpty }
            .sorted { ($0.time.lowerBound, $0.number) < ($1.time.lowerBound, $1.number) }
        var previous: BusyItem?, next: BusyItem?
        for item in placed {
            let (from, to) = (item.time.lowerBound, item.time.upperBound)
            if to <= start, to >= start - 180, to > previous?.time.upperBound ?? .min { previous = item }
            if from >= end, from <= end + 180, from < next?.time.lowerBound ?? .max { next = item }
        }
        let here = previous.map { travel[$0.place ?? 0][place] } ?? 0
        let there = next.map { travel[place][$0.place ?? 0] } ?? 0
        if let previous, previous.time.upperBound + here > start { return nil }
        if let next, end + there > next.time.lowerBound { return nil }
        var direct = 0
        if let previous, let next { direct = travel[previous.place ?? 0][next.place ?? 0] }
        return max(0, here + there - direct)
    }

    private func floored(_ minute: Int) -> Int { minute >= 0 ? minute / 1_440 : -((1_439 - minute) / 1_440) }
}

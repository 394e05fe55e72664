/// The ways to an event from the last place before it, and from it to the next place.
struct WaySearch {
    private let busy: BusyIndex
    private let travel: TravelTimes
    private let place: Int
    /// The minutes to spare in addition to each way that takes time.
    private let reserve: Int
    /// The number of the event's own item.
    private let number: Int?
    /// The last answer: neighbours follow each other, so most answers are those of the start before.
    private var edges: (before: PlacedEdge?, after: PlacedEdge?)?
    private var minutes = (to: 0, from: 0, added: 0)

    init(_ busy: BusyIndex, _ travel: TravelTimes, place: Int, reserve: Int = 0, without number: Int?) {
        self.busy = busy
        self.travel = travel
        self.place = place
        self.reserve = reserve
        self.number = number
    }

    /// Returns the minutes of travel that the event adds at a time; nil if a way takes longer than the
    /// gap.
    mutating func added(by time: Range<Int>) -> Int? {
        let before = busy.placed(before: time.lowerBound, without: number)
        let after = busy.placed(after: time.upperBound, without: number)
        if edges == nil || edges?.before != before || edges?.after != after {
            edges = (before, after)
            minutes.to = before.map { travel.minutes(from: $0.place, to: place) } ?? 0
            minutes.from = after.map { travel.minutes(from: place, to: $0.place) } ?? 0
            var direct = 0
            if let before, let after { direct = travel.minutes(from: before.place, to: after.place) }
            minutes.added = max(0, minutes.to + minutes.from - direct)
        }
        if let before, before.minute + spared(minutes.to) > time.lowerBound { return nil }
        if let after, time.upperBound + spared(minutes.from) > after.minute { return nil }
        return minutes.added
    }

    private func spared(_ way: Int) -> Int { way > 0 ? way + reserve : 0 }
}

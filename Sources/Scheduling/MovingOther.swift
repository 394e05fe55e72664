/// An event that could give way to another one.
public struct MovableEvent: Hashable, Sendable {
    public var request: SuggestionRequest
    /// True if it is the customer's own, and not somebody's invitation.
    public var isOwn: Bool
    public var hasAttendees: Bool
    /// The PRIORITY of RFC 5545: 1 is the highest, 9 the lowest; 0 says nothing and counts as 5.
    public var priority: Int

    public init(_ request: SuggestionRequest, isOwn: Bool, hasAttendees: Bool, priority: Int) {
        self.request = request
        self.isOwn = isOwn
        self.hasAttendees = hasAttendees
        self.priority = priority
    }

    /// Returns true if the event may give way to one with a priority.
    func mayGiveWay(toPriority other: Int) -> Bool {
        isOwn && !hasAttendees && (priority == 0 ? 5 : priority) > (other == 0 ? 5 : other)
    }
}

extension Availability {
    /// The least number of minutes of regret by which moving the other event must be better.
    public static let movingOtherGain = 60

    /// Returns the best times for the event that another one clashes with, which then stays where it is.
    ///
    /// - Parameters:
    ///   - other: the event that would give way; it names its item by the request's number.
    ///   - item: the item that stays. It takes its time whether it is in the index or not.
    ///   - priority: its priority.
    ///   - best: the best suggestion for it; nil if there is none.
    /// - Returns: nil if the other event may not give way, or if moving it is not better by at least 60.
    public func suggestions(
        moving other: MovableEvent, insteadOf item: BusyItem, priority: Int, best: Suggestion?,
        travel: TravelTimes? = nil
    ) -> Suggestions? {
        guard other.mayGiveWay(toPriority: priority) else { return nil }
        var changed = self
        changed.busy.remove(number: item.number)
        changed.busy.insert(item)
        let found = changed.suggestions(for: other.request, travel: travel)
        guard let cost = found.best.first?.cost.total else { return nil }
        if let best, cost > best.cost.total - Self.movingOtherGain { return nil }
        return found
    }
}

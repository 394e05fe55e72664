/// The facts of a suggestion that its sentence is made of, as in "same day, 45 min later, no extra travel".
public struct SuggestionReasons: Hashable, Sendable {
    /// Days after the wanted one, negative before it.
    public internal(set) var days = 0
    /// Minutes of the clock after the wanted time of day, negative before it.
    public internal(set) var minutes = 0
    /// Minutes of travel that it adds; nil if the event has no place.
    public internal(set) var addedTravel: Int?
    /// Minutes outside the preferred hours, and minutes over routines.
    public internal(set) var outsidePreferred = 0, overRoutines = 0
    /// Gaps of less than half an hour that it leaves before or after.
    public internal(set) var splinters = 0
    /// True if it begins less than 10 minutes after a prayer's block.
    public internal(set) var isRightAfterPrayer = false
    /// True if it ends less than 10 minutes before a prayer's block.
    public internal(set) var isRightBeforePrayer = false
}

/// The cost of a suggestion by its terms, in minutes of regret.
public struct SuggestionCost: Hashable, Sendable {
    public let otherDay: Int, earlierDay: Int, otherTime: Int
    public let outsidePreferred: Int, overRoutines: Int, splinters: Int
    public let travel: Int, besidePrayers: Int

    init(_ reasons: SuggestionReasons) {
        otherDay = 240 * abs(reasons.days)
        earlierDay = reasons.days < 0 ? 60 : 0
        otherTime = abs(reasons.minutes)
        outsidePreferred = reasons.outsidePreferred
        overRoutines = 2 * reasons.overRoutines
        splinters = 15 * reasons.splinters
        travel = reasons.addedTravel ?? 0
        besidePrayers = (reasons.isRightAfterPrayer ? 10 : 0) + (reasons.isRightBeforePrayer ? 10 : 0)
    }

    public var total: Int {
        otherDay + earlierDay + otherTime + outsidePreferred + overRoutines + splinters + travel + besidePrayers
    }
}

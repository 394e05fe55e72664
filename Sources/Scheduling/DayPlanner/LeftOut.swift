/// A task that a plan leaves out, with the reason and ways out.
public struct LeftOut: Hashable, Sendable {
    public let task: String
    public let reason: Reason
    /// Ways out that were tried: each would place the task without further loss.
    public let offers: [Offer]

    public enum Reason: Hashable, Sendable {
        /// No window of the day is long enough; the minutes that are missing.
        case window(missing: Int)
        /// Prayers leave no time that is long enough; without them there would be one.
        case prayer(missing: Int)
        /// The ways to the task and from it leave too little time.
        case travel(missing: Int)
        /// The events of the day leave no time that is long enough.
        case events(missing: Int)
        /// The day would hold more than its load allows.
        case load
        /// A task that must be done before it is not placed.
        case order(after: String)
        /// Other tasks take its place: these would have to go.
        case displaced(by: [String])
        /// The day is full; which tasks would have to go was not looked for.
        case full
    }

    public enum Offer: Hashable, Sendable {
        /// The next day on which it fits beside all that is planned, by the number that the caller gave, and its start.
        case otherDay(Int, start: Int)
        /// The greatest length that fits beside all that is planned, at least half of the length.
        case shorter(length: Int)
        /// The tasks that would have to go, which weigh less than any others that could.
        case insteadOf([String])
    }
}

/// A later day on which tasks that were left out may find room.
public struct LaterDay: Sendable {
    public var number: Int
    public var day: PlanDay
    public var plan: DayPlan
    /// The windows of tasks on that day by their ids.
    public var windows: [String: [Range<Int>]]

    public init(_ number: Int, _ day: PlanDay, _ plan: DayPlan, windows: [String: [Range<Int>]]) {
        self.number = number
        self.day = day
        self.plan = plan
        self.windows = windows
    }
}

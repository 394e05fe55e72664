/// One day of a person as the planner sees it: what is fixed, and what may be placed. A plan-day runs from waking to
/// waking, and all its times are minutes of one line.
public struct PlanDay: Sendable {
    /// The minutes in which tasks may lie.
    public var time: Range<Int>
    /// The minutes between possible starts of tasks, at least 1. Fixed items and prayers are not on the grid.
    public var grid: Int
    /// The number of the place where the person is at the start; nil if it is not known, and then every place is near.
    public var origin: Int?
    /// The fixed items in any order. They may overlap.
    public var fixed: [FixedItem]
    /// The prayers that the person says at a time of their own, in the order of the prayers.
    public var prayers: [DuePrayer]
    /// The tasks in any order.
    public var tasks: [PlanTask]
    /// The most minutes that events and tasks may take together; nil for no limit. Prayers do not count.
    public var loadMinutes: Int?
    public var travel: TravelTimes

    public init(
        _ time: Range<Int>, grid: Int = 5, origin: Int? = nil, fixed: [FixedItem] = [], prayers: [DuePrayer] = [],
        tasks: [PlanTask] = [], loadMinutes: Int? = nil, travel: TravelTimes = TravelTimes { _, _ in 0 }
    ) {
        self.time = time
        self.grid = max(1, grid)
        self.origin = origin
        self.fixed = fixed
        self.prayers = prayers
        self.tasks = tasks
        self.loadMinutes = loadMinutes
        self.travel = travel
    }
}

/// An item of a plan-day that keeps its time: an event, the block of a prayer, a task that is pinned or has begun.
public struct FixedItem: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case event, prayer
    }

    public var id: String
    public var kind: Kind
    public var time: Range<Int>
    /// The number of the place; nil if it happens at the place where the person is.
    public var place: Int?
    /// The minutes after the item in which no task is placed. Ways and other fixed items may use them.
    public var buffer: Int

    public init(_ id: String, _ kind: Kind = .event, _ time: Range<Int>, place: Int? = nil, buffer: Int = 0) {
        self.id = id
        self.kind = kind
        self.time = time
        self.place = place
        self.buffer = buffer
    }
}

/// A prayer that is said anywhere and at any time of its own, as under the personal strictness.
public struct DuePrayer: Hashable, Sendable {
    public var id: String
    /// The time in which the prayer can be said.
    public var validTime: Range<Int>
    public var length: Int

    public init(_ id: String, _ validTime: Range<Int>, length: Int = PrayerStrictness.personalMinutes) {
        self.id = id
        self.validTime = validTime
        self.length = length
    }
}

/// Something to be done on a plan-day, if there is room.
public struct PlanTask: Hashable, Sendable {
    public var id: String
    /// The minutes that the task takes. A task of 0 minutes is a moment; one of less is never placed.
    public var length: Int
    /// The number of the place; nil if it can be done at the place where the person is.
    public var place: Int?
    /// The worth of the task, at least 1.
    public var weight: Int
    /// The times in one of which the whole task lies.
    public var windows: [Range<Int>]
    /// The ids of tasks of the day that must be done before it. Other ids are ignored.
    public var after: [String]
    /// The minutes after the task in which nothing is placed, also no way. The end of the day may cut them.
    public var buffer: Int
    /// The start in the plan in force; nil if the task is not in it.
    public var plannedStart: Int?
    /// True if the task counts towards the load, as all do that need not happen.
    public var countsAsLoad: Bool

    public init(
        _ id: String, length: Int, place: Int? = nil, weight: Int = 10, windows: [Range<Int>], after: [String] = [],
        buffer: Int = 0, plannedStart: Int? = nil, countsAsLoad: Bool = true
    ) {
        self.id = id
        self.length = length
        self.place = place
        self.weight = weight
        self.windows = windows
        self.after = after
        self.buffer = buffer
        self.plannedStart = plannedStart
        self.countsAsLoad = countsAsLoad
    }
}

/// Days that follow each other, and what is to be done on some of them.
public struct PlanHorizon: Sendable {
    /// The days in order. Their tasks are those of one day only, as flexible routines.
    public var days: [PlanDay]
    public var tasks: [HorizonTask]

    public init(_ days: [PlanDay], tasks: [HorizonTask]) {
        self.days = days
        self.tasks = tasks
    }
}

/// A task that may be done on several days.
public struct HorizonTask: Hashable, Sendable {
    public enum Repetition: Hashable, Sendable {
        case once
        /// Several times, each on a day of its own, with some days without it between.
        case times(Int, restDays: Int)
        /// Pieces that together have the length, at most some on a day, with minutes between those of one day.
        case pieces(least: Int, greatest: Int, mostADay: Int, pause: Int)
    }

    public var id: String
    public var length: Int
    public var place: Int?
    public var weight: Int
    /// The windows on each day; a day without any is not allowed, and so is each day after the deadline.
    public var windows: [[Range<Int>]]
    public var repetition: Repetition
    /// The ids of tasks that must be done on an earlier day, or before it on the same day. Other ids are ignored.
    public var after: [String]
    public var buffer: Int
    /// The number of the day after which the task is late; nil if it is never late.
    public var wishDay: Int?
    public var countsAsLoad: Bool
    /// The day and the start of each time or piece in the plan in force.
    public var planned: [Planned]

    /// A day and a start in the plan in force.
    public struct Planned: Hashable, Sendable {
        public var day: Int, start: Int

        public init(day: Int, start: Int) {
            self.day = day
            self.start = start
        }
    }

    public init(
        _ id: String, length: Int, place: Int? = nil, weight: Int = 10, windows: [[Range<Int>]],
        repetition: Repetition = .once, after: [String] = [], buffer: Int = 0, wishDay: Int? = nil,
        countsAsLoad: Bool = true, planned: [Planned] = []
    ) {
        self.id = id
        self.length = length
        self.place = place
        self.weight = weight
        self.windows = windows
        self.repetition = repetition
        self.after = after
        self.buffer = buffer
        self.wishDay = wishDay
        self.countsAsLoad = countsAsLoad
        self.planned = planned
    }
}

/// The plans of the days of a horizon.
public struct HorizonPlan: Hashable, Sendable {
    /// The plan of each day. A task that is done several times or in pieces has ids as `HorizonTask.id(_:part:)`.
    public var days: [DayPlan]
    /// The number of the day of each part that is placed, by its id.
    public var placed: [String: Int]
    /// The ids of the parts that are not placed, in their order.
    public var leftOut: [String]
    /// The tasks that no plan can hold, and why.
    public var refused: [String: Refusal]
    /// True if no other plan has a greater weight, or as great a weight and less travel.
    public var isProven: Bool

    public enum Refusal: String, Hashable, Sendable {
        /// The least piece is greater than the greatest, or no pieces of these lengths have the length of the task.
        case pieces
        /// The tasks that must be done before it wait for it.
        case cycle
        /// There are fewer days than times and rests need.
        case days
    }

    public var weight: Int { days.reduce(0) { $0 + $1.weight } }
    public var travel: Int { days.reduce(0) { $0 + $1.travel } }
}

extension HorizonTask {
    /// Returns the id of a part of a task: the first one is 1.
    public static func id(_ task: String, part: Int) -> String { "\(task)#\(part)" }
}

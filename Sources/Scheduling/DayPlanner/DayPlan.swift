/// The plan of a day.
public struct DayPlan: Hashable, Sendable {
    /// All items in the order in which they happen.
    public var items: [PlannedItem]
    /// The weight of the tasks that are placed.
    public var weight: Int
    /// The minutes of all ways.
    public var travel: Int
    /// The change against the plan in force: the minutes by which tasks moved, and 15 for each that moved or left.
    public var change: Int
    /// True if no other plan is better.
    public var isProven: Bool
    /// The ids of the tasks that are not placed, in their order.
    public var leftOut: [String]
    /// The ids of prayers for which the fixed items leave no room.
    public var missedPrayers: [String]

    /// The items that are tasks.
    public var tasks: [PlannedItem] { items.filter { $0.kind == .task } }
}

/// An item of a plan, with the way to it.
public struct PlannedItem: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case event, prayer, task
    }

    public var id: String
    public var kind: Kind
    public var time: Range<Int>
    /// The number of the place; nil if the person's place is not known.
    public var place: Int?
    /// The minutes of the way to the item from the one before it.
    public var travel: Int
    /// The minutes by which the person comes too late, which happens to fixed items only.
    public var late: Int
}

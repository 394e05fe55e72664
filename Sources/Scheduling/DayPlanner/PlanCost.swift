/// The cost of a plan among plans of the same weight: prayers missed, travel, change, then starts. It is added up step
/// by step, so of two ways to one state the cheaper one stays the cheaper one.
struct PlanCost: Comparable {
    /// Prayers missed, minutes of travel, and change, in this order of bits.
    var major: Int
    /// The sum of the starts; below it, starts weighted so that of two equal tasks the first id starts first.
    var minor: Int

    static let zero = PlanCost(major: 0, minor: 0)

    @inline(__always)
    static func < (a: PlanCost, b: PlanCost) -> Bool { a.major != b.major ? a.major < b.major : a.minor < b.minor }

    @inline(__always)
    static func <= (a: PlanCost, b: PlanCost) -> Bool { a.major != b.major ? a.major < b.major : a.minor <= b.minor }

    static let travelUnit = 1 << 20
    static let missUnit = 1 << 56
    static let startUnit = 1 << 24

    var missed: Int { major >> 56 }
    var travel: Int { (major >> 20) & (1 << 36 - 1) }
    var change: Int { major & (1 << 20 - 1) }

    /// The change that a task counts if it moved or left the plan, beside its minutes.
    static let moved = 15
}

/// The terms that decide between plans.
public enum PlanOrder: Hashable, Sendable {
    /// The weight alone.
    case weight
    /// The weight, then the minutes of travel.
    case travel
    /// The weight, the minutes of travel, the change against the plan in force, the earliest starts, the ids.
    case full
}

/// The hours of a customer's week.
public struct WeekPlan: Hashable, Sendable {
    /// The hours in which a suggestion must lie.
    public var allowed: WeekHours
    /// The hours in which a suggestion should lie.
    public var preferred: WeekHours
    /// The hours in which a suggestion should lie in Ramadan; nil for the same.
    public var preferredInRamadan: WeekHours?
    public var routines: [Routine]

    public init(
        allowed: WeekHours = .usual, preferred: WeekHours = .working(WeekHours.gulfWeek),
        preferredInRamadan: WeekHours? = nil, routines: [Routine] = []
    ) {
        self.allowed = allowed
        self.preferred = preferred
        self.preferredInRamadan = preferredInRamadan
        self.routines = routines
    }
}

/// Something that a customer does every week, as lunch.
public struct Routine: Hashable, Sendable {
    public var hours: WeekHours
    /// True if its time is taken. Otherwise it may be overlapped at a cost.
    public var isHard: Bool

    public init(_ hours: WeekHours, isHard: Bool = false) {
        self.hours = hours
        self.isHard = isHard
    }
}

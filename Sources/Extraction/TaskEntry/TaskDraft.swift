public import CivilTime
public import PrayerTimes

/// A flexible task as one line describes it. What the line does not say is nil or empty.
public struct TaskDraft: Hashable, Sendable {
    /// The words that were not understood otherwise; empty if nothing is left.
    public var title: String
    /// The length in minutes, at least 1.
    public var minutes: Int?
    public var frequency: TaskFrequency?
    /// The days between two times on which the task must not lie.
    public var restDays: Int?
    /// The lengths of the pieces in which the task is done: the least and the greatest.
    public var pieceMinutes: ClosedRange<Int>?
    public var window: TaskWindow?
    /// The only weekdays on which the task may lie; empty for all.
    public var weekdays: Set<Weekday>
    /// True for the customer's working days, which the line does not know.
    public var isOnWorkingDays: Bool
    /// The first day on which it may lie.
    public var firstDay: LocalDate?
    /// The last day on which it may lie, included.
    public var lastDay: LocalDate?
    /// The minute of the last day at which it must be done.
    public var lastMinute: Int?
    public var place: TaskPlace?
    public var importance: TaskDraftImportance?
    /// The words of time that were not used, in the order of the text.
    public var notUnderstood: [String]
    /// True if any word was understood beside the title.
    public var isUnderstood: Bool
}

/// The number of times that a task is done.
public enum TaskFrequency: Hashable, Sendable {
    case once
    case daily
    /// Some times a week, at least 1.
    case weekly(Int)
}

/// The time of each day in which a task may lie. One of both ends is there.
public struct TaskWindow: Hashable, Sendable {
    public var from: TaskEdge?
    public var to: TaskEdge?

    public init(from: TaskEdge? = nil, to: TaskEdge? = nil) {
        self.from = from
        self.to = to
    }
}

/// An end of a window: a minute of the clock, or the end or the beginning of a prayer's time kept free.
public enum TaskEdge: Hashable, Sendable {
    case clock(Int)
    case prayer(DayEvent)
}

/// A place that a line names.
public enum TaskPlace: Hashable, Sendable {
    /// A saved place, by its number in the given names.
    case saved(Int)
    case named(String)
}

/// The weight that a line gives a task.
public enum TaskDraftImportance: String, Hashable, Sendable, CaseIterable {
    case must, usual, ifRoom
}

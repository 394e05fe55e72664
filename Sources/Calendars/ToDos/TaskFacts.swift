package import CivilTime
package import Scheduling
package import Storage

/// The facts that make a to-do a flexible task: Jadwal finds the time for it.
///
/// Its deadline is the due time of the to-do, and its importance the priority.
package struct TaskFacts: Sendable, Hashable {
    /// The number of times that a task is done.
    package enum Repetition: Sendable, Hashable {
        case once
        /// Each week, each time on a day of its own, with some days without it between.
        case weekly(times: Int, restDays: Int)
        /// Pieces that together have the length, at most some on a day, with minutes between those of one day.
        case pieces(least: Int, greatest: Int, mostADay: Int, pause: Int)
    }

    /// The minutes that it takes.
    package var minutes: Int
    /// nil if it can be done anywhere.
    package var place: SavedPlaceID?
    /// The times of the day at which it may be done; none for all of them.
    package var windows: [PlanWindow]
    /// The days on which it may be done; none for all of them.
    package var weekdays: Set<Weekday>
    package var repetition: Repetition
    /// The UIDs of the to-dos that must be done before it.
    package var after: [String]
    /// The first day on which it is planned again; nil unless it pauses.
    package var pausedUntil: LocalDate?

    package init(
        minutes: Int, place: SavedPlaceID? = nil, windows: [PlanWindow] = [], weekdays: Set<Weekday> = [],
        repetition: Repetition = .once, after: [String] = [], pausedUntil: LocalDate? = nil
    ) {
        self.minutes = minutes
        self.place = place
        self.windows = windows
        self.weekdays = weekdays
        self.repetition = repetition
        self.after = after
        self.pausedUntil = pausedUntil
    }

    /// The limits of the numbers of a task.
    package static let lengths = 1...1_440, pauses = 0...1_440, times = 1...7, restDays = 0...6
    package static let mostWindows = 20, mostAfter = 20, mostPiecesADay = 12
}

/// The importance of a task, as the priority of its to-do says it.
package enum TaskImportance: String, Sendable, Hashable, CaseIterable {
    case must, usual
    /// Only if there is room.
    case ifRoom = "if-room"

    package init(_ priority: EventPriority) {
        switch priority {
        case .high: self = .must
        case .none, .normal: self = .usual
        case .low: self = .ifRoom
        }
    }

    package var priority: EventPriority {
        switch self {
        case .must: .high
        case .usual: .normal
        case .ifRoom: .low
        }
    }
}

/// The change of a to-do's facts in an edit.
package enum TaskFactsEdit: Sendable, Hashable {
    case keep
    /// Writes the facts; nil makes it a plain to-do.
    case set(TaskFacts?)
}

/// The room that a task has in its windows beside the fixed items, as a share of the free minutes that it leaves.
public struct Fittability: Hashable, Sendable {
    /// A word for the room.
    public enum Room: String, Hashable, Sendable {
        case none, tight, some, loose
    }

    /// The minutes of the windows that no fixed item takes.
    public let freeMinutes: Int
    public let length: Int

    public init(_ task: PlanTask, on day: PlanDay) {
        let windows = merged(task.windows.map { $0.clamped(to: day.time) }.sorted { $0.lowerBound < $1.lowerBound })
        let taken = merged(day.fixed.map(\.time).sorted { $0.lowerBound < $1.lowerBound })
        freeMinutes = windows.reduce(0) { sum, window in
            sum + window.count - taken.reduce(0) { $0 + $1.minutes(sharedWith: window) }
        }
        length = task.length
    }

    /// The share of the free minutes that remains, from 0 to 1; -1 if the task does not fit.
    public var share: Double {
        freeMinutes < length || freeMinutes == 0 ? -1 : 1 - Double(length) / Double(freeMinutes)
    }

    public var room: Room {
        switch share {
        case ..<0: .none
        case ..<0.25: .tight
        case ..<0.6: .some
        default: .loose
        }
    }
}

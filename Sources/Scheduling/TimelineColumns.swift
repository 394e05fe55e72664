/// The place of an event among those that overlap it.
public struct TimelinePlace: Hashable, Sendable {
    /// The column, from 0 at the start of the line.
    public let column: Int
    /// The columns that it covers: its own, and those after it that are free for all its time.
    public let width: Int
    /// The columns of its cluster.
    public let columns: Int

    public init(column: Int, width: Int, columns: Int) {
        self.column = column
        self.width = width
        self.columns = columns
    }
}

/// The place of an event where only a few stand side by side.
public enum NarrowPlace: Hashable, Sendable {
    /// A column, narrower if `hasSlivers`: the rest of its cluster is beside it without words.
    case column(TimelinePlace, hasSlivers: Bool)
    /// A strip without words: its number from 0, and the strips of the cluster.
    case sliver(Int, of: Int)
}

/// Returns the places of events on a timeline, in the order of the list.
///
/// The events come by their start, the longer ones first. A cluster ends where nothing overlaps. Each event takes the
/// first column that is free, and widens over the columns that stay free.
///
/// - Parameter spans: the minutes that each event is drawn over. Drawn events have a length: `drawnMinutes` gives it.
public func timelinePlaces(_ spans: [Range<Int>]) -> [TimelinePlace] {
    let order = spans.indices.sorted {
        (spans[$0].lowerBound, -spans[$0].count, $0) < (spans[$1].lowerBound, -spans[$1].count, $1)
    }
    var places = Array(repeating: TimelinePlace(column: 0, width: 1, columns: 1), count: spans.count)
    var cluster: [(index: Int, column: Int)] = [], columnEnds: [Int] = []

    func closeCluster() {
        for (index, column) in cluster {
            // Events of later columns that share time with this one end its width.
            let blocked = cluster.lazy.filter { $0.column > column && spans[$0.index].overlaps(spans[index]) }
                .map(\.column).min()
            places[index] = TimelinePlace(
                column: column, width: (blocked ?? columnEnds.count) - column, columns: columnEnds.count)
        }
        cluster = []
        columnEnds = []
    }

    for index in order {
        let span = spans[index]
        if let end = columnEnds.max(), end <= span.lowerBound { closeCluster() }
        let column = columnEnds.firstIndex { $0 <= span.lowerBound } ?? columnEnds.count
        if column == columnEnds.count { columnEnds.append(0) }
        columnEnds[column] = span.upperBound
        cluster.append((index, column))
    }
    closeCluster()
    return places
}

extension TimelinePlace {
    /// Returns the place where at most `most` events stand side by side.
    public func narrowed(to most: Int) -> NarrowPlace {
        if columns <= most { return .column(self, hasSlivers: false) }
        if column >= most { return .sliver(column - most, of: columns - most) }
        return .column(
            TimelinePlace(column: column, width: min(width, most - column), columns: most), hasSlivers: true)
    }
}

/// Returns the minutes that an event is drawn over: its own, but at least `shortest`, and inside `limits`.
///
/// An event without length, or with a very short one, needs room for its name. At the end of the day it takes that room
/// before its start.
///
/// - Parameters:
///   - span: minutes of the axis that touch the limits.
///   - shortest: at least 1.
public func drawnMinutes(_ span: Range<Int>, shortest: Int, in limits: Range<Int>) -> Range<Int> {
    let end = min(max(span.upperBound, span.lowerBound + shortest), limits.upperBound)
    let start = max(limits.lowerBound, min(span.lowerBound, end - shortest))
    return start..<max(start, end)
}

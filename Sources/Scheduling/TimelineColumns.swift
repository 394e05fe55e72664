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
    /// A card. Events that begin together stand side by side in a row; a later row lies over the earlier ones.
    ///
    /// - Parameters:
    ///   - depth: the steps by which the row begins further along the line than the rows under it.
    ///   - down: the lines of words by which it is drawn below its start, so that the first line under it is seen.
    ///   - seen: the minutes of it that are seen above the next row; nil if no row lies over it.
    case card(TimelinePlace, depth: Int, down: Int, seen: Int? = nil)
    /// No room: one of the events that "+3" counts; its number from 0, and their count.
    case rest(Int, of: Int)
}

/// The events of a cluster that have no room.
public struct TimelineRest: Hashable, Sendable {
    /// Their numbers in the list.
    public let events: [Int]
    /// The minute at which the cluster ends.
    public let end: Int
}

/// Returns the places of events on a timeline, in the order of the list.
///
/// The events come by their start, the longer ones first. A cluster ends where nothing overlaps. Each event takes the
/// first column that is free, and widens over the columns that stay free.
///
/// - Parameter spans: the minutes that each event is drawn over. Drawn events have a length: `drawnMinutes` gives it.
public func timelinePlaces(_ spans: [Range<Int>]) -> [TimelinePlace] {
    let order = timelineOrder(spans)
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

/// The most lines by which a card is pushed down, for which there are styles.
private let mostLinesDown = 8

/// Returns the places of events in a narrow column, and those without a place.
///
/// A cluster of at most `most` columns is as `timelinePlaces` has it. In others, events that begin within a line of
/// words of each other make a row of at most `most` cards. A later row lies over the rows that still last. The first
/// line of every card is seen: a row that would cover one is pushed down. Events for which no line is left before the
/// end of the cluster, or that would be pushed down by more than eight lines, have no place.
///
/// - Parameters:
///   - spans: the minutes that each event is drawn over.
///   - most: the cards side by side.
///   - line: the minutes that a line of words takes.
public func narrowPlaces(
    _ spans: [Range<Int>], most: Int, line: Int
) -> (places: [NarrowPlace], rests: [TimelineRest]) {
    let wide = timelinePlaces(spans)
    var places = wide.map { NarrowPlace.card($0, depth: 0, down: 0) }, rests: [TimelineRest] = []
    for cluster in timelineClusters(spans) where cluster.contains(where: { wide[$0].columns > most }) {
        let end = cluster.map { spans[$0].upperBound }.max() ?? 0
        var rows: [CardRow] = [], rest: [Int] = []
        for event in cluster {
            let span = spans[event], last = rows.last
            let isCovered = last.map { span.lowerBound < $0.lineEnd } ?? false
            let joins = isCovered && last.map { $0.cards.count < most } ?? false
            // A row that would cover the first line of the one before it begins below that line.
            let top = isCovered ? (joins ? last?.top : last?.lineEnd) ?? 0 : span.lowerBound
            let down = max(0, top - span.lowerBound + line - 1) / line
            guard down == 0 || down <= mostLinesDown && span.lowerBound + (down + 1) * line <= end else {
                rest.append(event)
                continue
            }
            if !joins { rows.append(CardRow(top: span.lowerBound + down * line, over: rows)) }
            rows[rows.count - 1].add(event, span, down: down, line: line)
        }
        for (number, row) in rows.enumerated() {
            for (column, card) in row.cards.enumerated() {
                let span = spans[card.event], next = rows.dropFirst(number + 1).first?.top
                places[card.event] = .card(
                    TimelinePlace(column: column, width: 1, columns: row.cards.count), depth: row.depth,
                    down: card.down,
                    seen: next.flatMap { $0 < span.upperBound ? $0 - span.lowerBound - card.down * line : nil })
            }
        }
        for (number, event) in rest.enumerated() { places[event] = .rest(number, of: rest.count) }
        if !rest.isEmpty { rests.append(TimelineRest(events: rest, end: end)) }
    }
    return (places, rests)
}

/// Events that begin together, side by side.
private struct CardRow {
    var cards: [(event: Int, down: Int)] = []
    /// The minute at which the row is drawn, that at which its first lines end, and that at which its events end.
    let top: Int
    var lineEnd = 0, end = 0
    let depth: Int

    /// Further rows lie on each other without a step.
    private static let deepest = 3

    init(top: Int, over rows: [CardRow]) {
        self.top = top
        let taken = Set(rows.filter { $0.end > top }.map(\.depth))
        depth = (0...Self.deepest).first { !taken.contains($0) } ?? Self.deepest
    }

    mutating func add(_ event: Int, _ span: Range<Int>, down: Int, line: Int) {
        cards.append((event, down))
        lineEnd = max(lineEnd, span.lowerBound + (down + 1) * line)
        end = max(end, span.upperBound)
    }
}

/// Returns the numbers of the events that overlap, directly or over others, by their start, the longer ones first.
private func timelineClusters(_ spans: [Range<Int>]) -> [[Int]] {
    var clusters: [[Int]] = [], end = Int.min
    for event in timelineOrder(spans) {
        if spans[event].lowerBound >= end { clusters.append([]) }
        clusters[clusters.count - 1].append(event)
        end = max(end, spans[event].upperBound)
    }
    return clusters
}

private func timelineOrder(_ spans: [Range<Int>]) -> [Int] {
    spans.indices.sorted {
        (spans[$0].lowerBound, -spans[$0].count, $0) < (spans[$1].lowerBound, -spans[$1].count, $1)
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

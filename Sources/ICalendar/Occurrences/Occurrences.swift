import CivilTime

/// The occurrences of a series by their starts, made one after the other and never kept.
///
/// Overrides are as many as the object has. What the series itself says is in order from one change of
/// this and what follows to the next; a change may move its part before or behind others, so one of each
/// part is looked at, and where clocks can exchange neighbours, those of a day.
public struct Occurrences: Sendable {
    private let series: Series
    private let window: Range<Instant>
    private var overrides: ArraySlice<Occurrence>
    private var runs: [OccurrenceRun]

    init(_ series: Series, in window: Range<Instant>) {
        // Nothing that can be written is outside of these, and they can be counted with.
        let window = window.clamped(to: TimeRange.earliest..<TimeRange.latest)
        self.series = series
        self.window = window
        overrides = series.overrides.map { series.occurrence(of: $0) }
            .filter { $0.overlaps(window) }.sorted { $0.precedes($1) }[...]
        runs = []
        addRun(of: nil)
        for place in series.changes.indices { addRun(of: place) }
    }

    /// Only those that one of the series' components describes.
    init(_ series: Series, ofPart index: Int, in window: Range<Instant>) {
        let window = window.clamped(to: TimeRange.earliest..<TimeRange.latest)
        self.series = series
        self.window = window
        overrides = []
        runs = []
        switch series.roles[index] {
        case .none: break
        case .override(let place): overrides = [series.occurrence(of: series.overrides[place])]
        case .master: addRun(of: nil)
        case .change(let place): addRun(of: place)
        }
    }

    /// What the master says, or one of its changes, until the next change.
    private mutating func addRun(of place: Int?) {
        guard let master = series.master, !window.isEmpty else { return }
        let changes = series.changes, next = place.map { $0 + 1 } ?? 0
        let end = next < changes.count ? changes[next].key : nil
        runs.append(OccurrenceRun(series, master, place.map { changes[$0] }, before: end, window))
    }

    /// - Returns: nil after the last one.
    /// - Throws: when the budget is used up before the next one is found; what follows is unknown then.
    public mutating func next(_ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        while let occurrence = try merged(&budget) {
            if occurrence.overlaps(window) { return occurrence }
        }
        return nil
    }

    private mutating func merged(_ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        try budget.spend(runs.count)
        if overrides.isEmpty, runs.count == 1 { return try runs[0].next(series, &budget) }
        var best = overrides.first, place: Int?
        for index in runs.indices {
            if let best, runs[index].earliest > best.startInstant { continue }
            guard let head = try runs[index].head(series, &budget) else { continue }
            if best.map(head.precedes) ?? true { (best, place) = (head, index) }
        }
        if let place { runs[place].drop() } else { _ = overrides.popFirst() }
        return best
    }
}

/// What the master, or one change of it, says of the occurrences up to the next change, by their starts.
private struct OccurrenceRun: Sendable {
    private let master: Series.IndexedPart
    private var starts: RecurrenceStarts
    /// Those that an unread one may still precede, and the one that they are read for; `begin` of them
    /// are gone.
    private var waiting: [Occurrence] = []
    private var begin = 0
    private var newest = TimeRange.earliest
    private var ended = false
    /// By how many seconds a start may precede the one that is read before it: what is in a gap moves
    /// behind others, and no gap is longer than a day.
    private var disorder: Int
    /// Whether the order is by clocks on the wall, and gaps are only found out as one comes to them.
    private let isFloating: Bool
    /// Nothing that is left starts before.
    private(set) var earliest: Instant

    /// - Parameters:
    ///   - change: in force from its key on; nil for what the master itself says.
    ///   - end: the key of the next change.
    init(
        _ series: Series, _ master: Series.IndexedPart, _ change: Series.IndexedPart?,
        before end: Int?, _ window: Range<Instant>
    ) {
        self.master = master
        let set = master.part.recurrence, clock = set.clock
        var length = (change ?? master).part.length.longest, shift = 0, blur = 0
        if let change {
            shift = series.shift(of: change)
            // It may be in another zone, or in none where the series is in one.
            blur = 3 * secondsPerDay
            earliest = clock.instant(ofKey: change.key, floating: series.floating) + .seconds(shift - blur)
        } else {
            length = max(length, set.longestPeriod)
            earliest = TimeRange.earliest
        }
        let keys = clock.keys(in: window, floating: series.floating)
        starts = RecurrenceStarts(
            set, from: max(keys.lowerBound - length - shift - blur, change?.key ?? .min),
            through: min(keys.upperBound - shift + blur, end.map { $0 - 1 } ?? .max))
        disorder = change == nil ? 0 : secondsPerDay
        if case .floating = clock.kind { isFloating = true } else { isFloating = false }
    }

    /// The earliest left, for what has nothing to compare it with.
    mutating func next(_ series: Series, _ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        if disorder == 0, waiting.isEmpty {
            guard let occurrence = try read(series, &budget) else { return nil }
            if disorder == 0 { return occurrence }
            waiting.append(occurrence)
        }
        let head = try head(series, &budget)
        if head != nil { drop() }
        return head
    }

    /// The earliest left, which stays until it is dropped.
    mutating func head(_ series: Series, _ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        while begin == waiting.count || mayBePreceded(waiting[begin]), let occurrence = try read(series, &budget) {
            var place = waiting.count
            while place > begin, occurrence.precedes(waiting[place - 1]) { place -= 1 }
            waiting.insert(occurrence, at: place)
        }
        let head = begin < waiting.count ? waiting[begin] : nil
        earliest = head?.startInstant ?? TimeRange.latest
        return head
    }

    private mutating func read(_ series: Series, _ budget: inout WorkBudget) throws(RecurrenceError) -> Occurrence? {
        while !ended {
            guard let start = try starts.next(&budget) else { break }
            if series.isOverridden(start) { continue }
            let occurrence = series.occurrence(start, of: master)
            newest = max(newest, occurrence.startInstant)
            if isFloating, disorder == 0, series.floating.local(newest) != occurrence.start.local {
                disorder = secondsPerDay
            }
            return occurrence
        }
        ended = true
        return nil
    }

    private func mayBePreceded(_ occurrence: Occurrence) -> Bool {
        disorder > 0 && newest < occurrence.startInstant + .seconds(disorder)
    }

    mutating func drop() {
        begin += 1
        if begin == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            begin = 0
        } else if begin > 64, begin > waiting.count / 2 {
            waiting.removeFirst(begin)
            begin = 0
        }
    }
}

extension Occurrence {
    fileprivate func precedes(_ other: Occurrence) -> Bool {
        (startInstant, endInstant) < (other.startInstant, other.endInstant)
    }
}

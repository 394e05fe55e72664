import CivilTime

/// The occurrences that the master, or one change of it, describes up to the next change, by their starts.
struct OccurrenceRun: Sendable {
    private let master: Series.IndexedPart
    private var starts: RecurrenceStarts
    /// The occurrences that were read and may be preceded by one that is not. The first `begin` of them were
    /// already returned.
    private var waiting: [Occurrence] = []
    private var begin = 0
    private var newest = TimeRange.earliest
    private var ended = false
    /// The number of seconds by which a start may precede one that was read before it. A time in a gap moves
    /// behind others, and no gap is longer than a day.
    private var disorder: Int
    /// True if the order is by wall clocks, so that gaps are only found when a time in one is read.
    private let isFloating: Bool
    /// A moment before which no remaining occurrence starts.
    private(set) var earliest: Instant

    /// - Parameters:
    ///   - change: a change that begins with its key; nil means the master itself.
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
            // The change may be in another zone than the series, or floating.
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

    /// Returns the earliest remaining occurrence and drops it; for a stream without others beside it.
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

    /// Returns the earliest remaining occurrence, which stays until it is dropped.
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
    func precedes(_ other: Occurrence) -> Bool {
        (startInstant, endInstant) < (other.startInstant, other.endInstant)
    }
}

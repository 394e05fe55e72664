import CivilTime

/// Goes through the tokens of a line, and notes what they say of a task.
///
/// It uses the tokens and the reader of times of `SentenceReader`. Each kind of words is looked for in a pass of its
/// own, and is then hidden from the passes after it.
struct TaskReader {
    var base: SentenceReader
    /// The folded words of each saved place.
    let placeNames: [[String]]
    var found = TaskFindings()

    init(_ base: SentenceReader, places: [String]) {
        self.base = base
        placeNames = places.map { Sentence($0).tokens.map(\.word) }
    }

    mutating func findAll() {
        findImportance()
        findSavedPlace()
        findPieces()
        findRestDays()
        findCounts()
        findLengths()
        findExceptions()
        findTimes()
        if found.place == nil { findPlace() }
        base.findUnread()
    }

    /// Notes tokens of the reader of times, and returns the one after them.
    mutating func mark(_ tokens: Range<Int>, _ kind: QuickPart.Kind, _ hidden: inout [Range<Int>]) -> Int {
        base.mark(tokens, kind)
        hidden.append(tokens)
        return tokens.upperBound
    }

    /// Notes tokens that are no part of the title and mean nothing that a task has.
    mutating func markUnread(_ tokens: Range<Int>, _ hidden: inout [Range<Int>]) -> Int {
        if let free = base.block(tokens) { base.findings.unread.append(free) }
        hidden.append(tokens)
        return tokens.upperBound
    }

    /// Goes through the tokens of the reader of times, and hides from later passes what is noted.
    ///
    /// - Parameter take: notes what begins at a token, and returns the token after it; nil for nothing.
    mutating func eachToken(_ take: (inout TaskReader, Int, inout [Range<Int>]) -> Int?) {
        var hidden: [Range<Int>] = [], index = 0
        while index < base.scanner.text.tokens.count {
            if let end = base.scanner.endOfOther(at: index) {
                index = max(end, index + 1)
            } else {
                index = max(take(&self, index, &hidden) ?? 0, index + 1)
            }
        }
        if !hidden.isEmpty { base.hide(hidden.map(base.scanner.text.range)) }
    }

    private mutating func findImportance() {
        for index in base.sentence.tokens.indices where found.importance == nil && base.freeToken(index) != nil {
            guard let (importance, next) = base.find(TaskWords.importance, index) else { continue }
            found.importance = importance
            hideTokens(index..<next, .repetition)
        }
    }

    /// Notes tokens of the sentence.
    mutating func hideTokens(_ tokens: Range<Int>, _ kind: QuickPart.Kind) {
        _ = base.take(tokens, kind)
        let bytes = base.sentence.bytes
        base.hide([bytes[tokens.lowerBound].lowerBound..<bytes[tokens.upperBound - 1].upperBound])
    }
}

/// The parts that were found in a line, each at most once.
struct TaskFindings {
    var minutes: Int?
    var frequency: TaskFrequency?
    var restDays: Int?
    var pieceMinutes: ClosedRange<Int>?
    var window = TaskWindow()
    /// True for an hour without "after" or "before": the window is as long as the task.
    var isHour = false
    /// True for a part of the day, which gives way to a time.
    var isPart = false
    var weekdays: Set<Weekday> = []
    var excluded: Set<Weekday> = []
    var isOnWorkingDays = false
    var firstDay: LocalDate?
    var lastDay: LocalDate?
    var lastMinute: Int?
    var place: TaskPlace?
    var importance: TaskDraftImportance?
}

extension TaskReader {
    func draft() -> TaskDraft {
        let read = base.notUnderstood()
        return TaskDraft(
            title: base.title(), minutes: found.minutes, frequency: found.frequency, restDays: found.restDays,
            pieceMinutes: found.pieceMinutes, window: window, weekdays: allowedDays,
            isOnWorkingDays: found.isOnWorkingDays, firstDay: found.firstDay, lastDay: found.lastDay,
            lastMinute: found.lastMinute, place: found.place, importance: found.importance,
            notUnderstood: read.map(\.text), isUnderstood: !base.findings.parts.isEmpty)
    }

    /// The window; an hour alone is one in which the task just fits.
    private var window: TaskWindow? {
        var window = found.window
        guard window.from != nil || window.to != nil else { return nil }
        if found.isHour, window.to == nil, case .clock(let minute)? = window.from, let minutes = found.minutes,
            minutes < 1_440
        {
            window.to = .clock((minute + minutes) % 1_440)
        }
        return window
    }

    private var allowedDays: Set<Weekday> {
        guard !found.excluded.isEmpty else { return found.weekdays }
        let all = Set((1...7).compactMap { Weekday(rawValue: $0) })
        let rest = (found.weekdays.isEmpty ? all : found.weekdays).subtracting(found.excluded)
        return rest.isEmpty ? found.weekdays : rest
    }
}

import CivilTime

/// Something that words say about a series beside its rule.
enum SeriesBound: Sendable {
    /// The day from which on it is.
    case starting(LocalDate)
    /// The last day, included.
    case until(LocalDate)
    /// All days between a first and a last one, as those of Ramadan.
    case within(LocalDate, LocalDate)
    /// A length from its first event on.
    case lasting(Span)
    case count(Int)
    case except(Set<Weekday>)
    /// One that no series has.
    case other
}

/// The bounds of a series that were found in a sentence, each kind at most once.
struct FoundSeries: Sendable {
    var first: LocalDate?
    var last: LocalDate?
    var span: Span?
    var count: Int?
    /// True for weekdays in a row without a word such as "every": each of them comes once.
    var isOnce = false
    /// The bounds, with the tokens of the sentence that say them, in the order of the text.
    var bounds: [(bound: SeriesBound, tokens: Range<Int>)] = []
}

extension SentenceReader {
    /// Applies the bounds to the repetition. One that does not fit is noted as not understood.
    mutating func applyBounds() {
        for (bound, tokens) in findings.series.bounds {
            if apply(bound) {
                findings.parts.append((tokens, .repetition))
            } else {
                findings.unread.append(tokens)
            }
        }
        applyDays()
        leaveOutHourOfDays()
        // A date of the Hijri calendar comes again by that calendar.
        guard findings.day?.hijri != nil else { return }
        switch findings.repetition {
        case .monthly?: findings.repetition = .hijriMonthly
        case .yearly?: findings.repetition = .hijriYearly
        default: break
        }
    }

    /// Days in a row bound what comes every day or week.
    private mutating func applyDays() {
        guard let day = findings.day, let last = day.last, findings.repetition?.isWithinWeeks ?? false,
            findings.series.first == nil
        else { return }
        if findings.series.isOnce { (findings.series.isOnce, findings.series.count) = (false, nil) }
        if apply(.within(day.date, last)) { findings.day = nil }
    }

    /// An event of several days takes whole days; its hour is not understood.
    private mutating func leaveOutHourOfDays() {
        guard findings.day?.last != nil, findings.repetition == nil, findings.start != nil else { return }
        findings.unread += findings.parts.filter { $0.kind == .time }.map(\.tokens)
        findings.parts.removeAll { $0.kind == .time }
        (findings.start, findings.end, findings.zone, findings.part) = (nil, nil, nil, nil)
    }

    private mutating func apply(_ bound: SeriesBound) -> Bool {
        guard let repetition = findings.repetition else { return false }
        let hasEnd = findings.series.last != nil || findings.series.span != nil || findings.series.count != nil
        switch bound {
        case .starting(let day):
            guard findings.series.first == nil, day >= now.date else { return false }
            findings.series.first = day
        case .until(let day):
            guard !hasEnd, day >= findings.series.first ?? now.date else { return false }
            findings.series.last = day
        case .within(let first, let last):
            guard !hasEnd, findings.series.first == nil, repetition.isWithinWeeks else { return false }
            (findings.series.first, findings.series.last) = (first, last)
        case .lasting(let span):
            guard !hasEnd, span.months > 0 || span.days % 7 == 0 || repetition == .daily else { return false }
            findings.series.span = span
        case .count(let count):
            guard !hasEnd, (1...999).contains(count) else { return false }
            findings.series.count = count
        case .except(let days):
            guard let rest = repetition.without(days) else { return false }
            findings.repetition = rest
        case .other: return false
        }
        return true
    }

    /// Returns the end of the series whose first event is on a day.
    func seriesEnd(from first: LocalDate) -> QuickEnd? {
        if let count = findings.series.count { return .count(count) }
        if let span = findings.series.span { return .until(scanner.day(first, plus: span) - 1) }
        return findings.series.last.flatMap { $0 >= first ? .until($0) : nil }
    }
}

extension QuickRepetition {
    /// True for repetitions that come at least once in some weeks.
    fileprivate var isWithinWeeks: Bool {
        switch self {
        case .daily, .workingDays, .weekly: true
        default: false
        }
    }

    /// Returns the repetition without some weekdays; nil if it names no days or none is left.
    fileprivate func without(_ days: Set<Weekday>) -> QuickRepetition? {
        let all: Set<Weekday>
        switch self {
        case .daily: all = Set((1...7).compactMap { Weekday(rawValue: $0) })
        case .weekly(1, let own) where !own.isEmpty: all = own
        default: return nil
        }
        let rest = all.subtracting(days)
        return rest.isEmpty || rest == all ? nil : .weekly(interval: 1, rest)
    }

    /// Returns true if the repetition can begin on a day.
    func fits(_ day: LocalDate) -> Bool {
        switch self {
        case .weekly(_, let days): days.isEmpty || days.contains(day.weekday)
        case .monthlyWeekday(let week, let weekday):
            day.weekday == weekday
                && (week < 0 ? (day + 7).month != day.month : (day.day - 1) / 7 + 1 == week)
        case .monthlyDays(let days): days.contains(day.day)
        case .monthEnd: (day + 1).month != day.month
        default: true
        }
    }
}

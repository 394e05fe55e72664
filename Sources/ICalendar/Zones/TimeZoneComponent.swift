public import CivilTime

extension Component {
    /// Makes the VTIMEZONE of a zone for a window of time (RFC 5545 §3.6.5).
    ///
    /// Changes that come every year by one rule are written as a rule, others one by one. A rule that is
    /// valid at the window's end has no end.
    ///
    /// - Parameters:
    ///   - tzid: the identifier that the object's properties use; usually the zone's own name.
    ///   - window: no longer than necessary: each irregular change in it is a date in the text.
    public static func timeZone(_ tzid: String, _ rules: TimeZoneRules, over window: Range<Instant>) -> Component {
        let first = rules.type(at: window.lowerBound)
        var observances = [Observance(
            isDaylight: first.isDaylightSaving, from: first.offset, to: first.offset, name: first.abbreviation,
            onsets: [rules.local(window.lowerBound)])]
        for run in ObservanceRun.runs(changes(rules, window)) {
            observances.append(run.observance(until: window.upperBound))
        }
        return Component(
            "VTIMEZONE", properties: [Property("TZID", value: escapedText(tzid))],
            components: observances.map(\.component))
    }

    private static func changes(_ rules: TimeZoneRules, _ window: Range<Instant>) -> [ZoneTransition] {
        var changes: [ZoneTransition] = []
        var moment = window.lowerBound
        // Two changes a year for a thousand years; no window is longer.
        while changes.count < 2_000, let change = rules.nextTransition(after: moment), change.instant < window.upperBound {
            changes.append(change)
            moment = change.instant
        }
        return changes
    }
}

/// A STANDARD or DAYLIGHT component that is written.
struct Observance {
    var isDaylight: Bool
    /// Seconds east of UTC, before and after the change.
    var from: Int, to: Int
    var name: String
    /// The local times at which it begins, with the offset before the change; the first is DTSTART.
    var onsets: [LocalDateTime]
    var rule: RecurrenceRule?

    var component: Component {
        var properties = [Property("DTSTART", .floating(onsets.first ?? .midnight(LocalDate(daysSince1970: 0))))]
        if let rule {
            properties.append(Property("RRULE", value: rule.text))
        } else if onsets.count > 1 {
            let dates = onsets.dropFirst().map { DateOrTime.floating($0).text }
            properties.append(Property("RDATE", value: dates.joined(separator: ",")))
        }
        for (name, seconds) in [("TZOFFSETFROM", from), ("TZOFFSETTO", to)] {
            if let offset = UTCOffset(seconds: seconds) { properties.append(Property(name, value: offset.text)) }
        }
        properties.append(Property("TZNAME", value: escapedText(name)))
        return Component(isDaylight ? "DAYLIGHT" : "STANDARD", properties: properties)
    }
}

/// The changes from one kind of time to another that one observance can describe.
struct ObservanceRun {
    private let before: LocalTimeType, after: LocalTimeType
    private var onsets: [LocalDateTime] = []
    private var years: [Int] = []
    private var pattern: YearlyPattern?

    /// Returns the changes in runs. Each run is as long as one yearly rule explains it; changes without a
    /// rule are in one run.
    static func runs(_ changes: [ZoneTransition]) -> [ObservanceRun] {
        var done: [ObservanceRun] = []
        for change in changes {
            let onset = LocalDateTime(wallSeconds: change.instant.secondsSince1970) + Int64(change.before.offset)
            let last = done.lastIndex { $0.before == change.before && $0.after == change.after }
            if let last, done[last].continues(with: onset) {
                done[last].add(onset)
            } else {
                var run = ObservanceRun(before: change.before, after: change.after)
                run.add(onset)
                done.append(run)
            }
        }
        var runs: [ObservanceRun] = []
        for run in done {
            let single = runs.firstIndex { $0.before == run.before && $0.after == run.after && !$0.isRule }
            if !run.isRule, let single {
                runs[single].onsets += run.onsets
            } else {
                runs.append(run)
            }
        }
        return runs
    }

    private init(before: LocalTimeType, after: LocalTimeType) {
        self.before = before
        self.after = after
    }

    /// Two dates are shorter than a rule with its UNTIL.
    private var isRule: Bool { pattern != nil && years.count > 2 }

    var lastYear: Int { years.last ?? 0 }

    private func moment(_ onset: LocalDateTime) -> Instant {
        Instant(secondsSince1970: onset.wallSeconds - Int64(before.offset))
    }

    private func continues(with onset: LocalDateTime) -> Bool {
        onset.date.year == lastYear + 1 && pattern?.narrowed(by: onset) != nil
    }

    private mutating func add(_ onset: LocalDateTime) {
        pattern = onsets.isEmpty ? YearlyPattern(onset) : pattern?.narrowed(by: onset)
        onsets.append(onset)
        years.append(onset.date.year)
    }

    /// Returns the observance of this run.
    ///
    /// - Parameter end: the end of the window; a rule that would make another change before it has ended.
    func observance(until end: Instant) -> Observance {
        var observance = Observance(
            isDaylight: after.isDaylightSaving, from: before.offset, to: after.offset, name: after.abbreviation,
            onsets: onsets)
        if isRule, let pattern, let last = onsets.last {
            var rule = pattern.rule
            if let next = pattern.onset(in: lastYear + 1), moment(next) < end { rule.until = .utc(moment(last)) }
            observance.rule = rule
        }
        return observance
    }
}

/// A yearly date and time of day, as "the second Sunday of March" or "the last Sunday of October".
struct YearlyPattern {
    private let month: Int
    private let weekday: Weekday
    private let secondOfDay: Int64
    /// The number of the weekday in its month, from the first; nil once two onsets differ.
    private var ordinal: Int?
    private var isLastOfMonth: Bool

    init(_ onset: LocalDateTime) {
        let (_, month, day) = onset.date.components
        self.month = month
        weekday = onset.date.weekday
        secondOfDay = onset.wallSeconds - LocalDateTime.midnight(onset.date).wallSeconds
        ordinal = (day - 1) / 7 + 1
        isLastOfMonth = (onset.date + 7).month != month
    }

    /// Returns the pattern that explains this onset too; nil if there is none.
    func narrowed(by onset: LocalDateTime) -> YearlyPattern? {
        let other = YearlyPattern(onset)
        guard other.month == month, other.weekday == weekday, other.secondOfDay == secondOfDay else { return nil }
        var narrowed = self
        if ordinal != other.ordinal { narrowed.ordinal = nil }
        narrowed.isLastOfMonth = isLastOfMonth && other.isLastOfMonth
        return narrowed.ordinal == nil && !narrowed.isLastOfMonth ? nil : narrowed
    }

    func onset(in year: Int) -> LocalDateTime? {
        guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
        let weekdays = (0..<31).map { first + $0 }.filter { $0.month == month && $0.weekday == weekday }
        let day = isLastOfMonth ? weekdays.last : ordinal.flatMap { $0 <= weekdays.count ? weekdays[$0 - 1] : nil }
        return day.map { .midnight($0) + secondOfDay }
    }

    var rule: RecurrenceRule {
        var rule = RecurrenceRule(.yearly)
        rule.months = [RuleMonth(month)]
        rule.weekdays = [WeekdayPosition(weekday, ordinal: isLastOfMonth ? -1 : ordinal)]
        return rule
    }
}

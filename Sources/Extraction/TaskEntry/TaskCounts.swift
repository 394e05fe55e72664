import CivilTime

extension TaskReader {
    /// Finds "three times a week", `مرتين بالأسبوع`, "every day", `كل أحد وثلاثاء`.
    mutating func findCounts() {
        eachToken { reader, index, hidden in
            reader.takeCount(at: index, &hidden) ?? reader.takeRule(at: index, &hidden)
        }
    }

    private enum Unit: String {
        case day, week
        /// One that no plan counts by, as a month.
        case other
    }

    private mutating func takeCount(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        guard let (count, next) = countPerUnit(at: index) else { return nil }
        let isPossible = count.unit == .week && (1...7).contains(count.times) || count.unit == .day && count.times == 1
        guard isPossible, found.frequency == nil else { return markUnread(index..<next, &hidden) }
        found.frequency = count.unit == .day ? .daily : .weekly(count.times)
        return mark(index..<next, .repetition, &hidden)
    }

    private func countPerUnit(at index: Int) -> (count: (times: Int, unit: Unit), next: Int)? {
        if let (times, afterTimes) = timesCount(at: index), let (unit, next) = perUnit(at: afterTimes) {
            return ((times, unit), next)
        }
        // "every week 3 times", `أسبوعيا ثلاث مرات`
        guard let (unit, afterUnit) = everyUnit(at: index), let (times, next) = timesCount(at: afterUnit),
            perUnit(at: next) == nil
        else { return nil }
        return ((times, unit), next)
    }

    /// Reads "three times", "3x", `مرتين`, "5 days" before a week.
    private func timesCount(at index: Int) -> (Int, Int)? {
        if let next = base.says(TaskWords.twice, index) { return (2, next) }
        if let next = base.says(TaskWords.thrice, index) { return (3, next) }
        if let next = base.says(TaskWords.once, index) { return (1, next) }
        guard let (number, next) = base.scanner.number(at: index) else { return nil }
        if let end = base.says(TaskWords.times, next) { return (number, end) }
        if let (unit, end) = base.scanner.find(.unit, next), unit.value == "days", perUnit(at: end)?.unit == .week {
            return (number, end)
        }
        // "3/week"
        return base.scanner.isSign("/", next) ? (number, next) : nil
    }

    private func perUnit(at index: Int) -> (unit: Unit, next: Int)? {
        if let every = everyUnit(at: index) { return every }
        let isPrefix = base.scanner.token(index).map { $0.isPrefix && ["ب", "ل", "ف"].contains($0.word) } ?? false
        let start = base.scanner.isSign("/", index) || isPrefix ? index + 1 : base.says(TaskWords.per, index)
        guard let start else { return nil }
        return unit(at: start)
    }

    /// Reads "every week", "weekly", `أسبوعيا`.
    private func everyUnit(at index: Int) -> (unit: Unit, next: Int)? {
        if let next = base.says(TaskWords.inWeek, index) { return (.week, next) }
        if let next = base.says(TaskWords.inDay, index) { return (.day, next) }
        if let (sense, next) = base.scanner.find(.repeats, index) { return (Self.unit(sense.value), next) }
        guard let (_, next) = base.scanner.find(.every, index) else { return nil }
        return unit(at: next)
    }

    private func unit(at index: Int) -> (unit: Unit, next: Int)? {
        let scanner = base.scanner
        guard let (sense, next) = scanner.find(.unit, index) ?? scanner.find(.theUnit, index)
            ?? scanner.find(.period, index) else { return unitDay(at: index) }
        return (Self.unit(sense.value), next)
    }

    /// Reads `اليوم` in `مرتين في اليوم`.
    private func unitDay(at index: Int) -> (unit: Unit, next: Int)? {
        guard base.scanner.word(index) == "اليوم" else { return nil }
        return (.day, index + 1)
    }

    private static func unit(_ value: String) -> Unit {
        value.hasPrefix("day") ? .day : value.hasPrefix("week") ? .week : .other
    }

    // MARK: Rules

    private mutating func takeRule(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        let piece = base.scanner.repetition(at: index), rule = base.scanner.seriesRule(at: index)
        if let rule, rule.next > piece?.next ?? index {
            guard case .weekly(1, let days) = rule.repetition else { return markUnread(index..<rule.next, &hidden) }
            guard base.says(TaskWords.or, rule.next) == nil else { return nil }
            return takeDays(days, isEach: !rule.isOnce || isList(index..<rule.next), index..<rule.next, &hidden)
        }
        guard let piece else { return nil }
        let tokens = index..<piece.next, repetition = piece.repetition
        guard repetition.interval == 1 else { return markUnread(tokens, &hidden) }
        switch repetition.unit {
        case .days where found.frequency == nil: found.frequency = .daily
        case .weeks where repetition.isWorkingDays:
            found.isOnWorkingDays = true
            if base.scanner.has(.every, index), found.frequency == nil { found.frequency = .daily }
        case .weeks where !repetition.weekdays.isEmpty:
            takePart(piece.part)
            return takeDays(repetition.weekdays, isEach: true, tokens, &hidden)
        case .weeks where found.frequency == nil: found.frequency = .weekly(1)
        default: return markUnread(tokens, &hidden)
        }
        takePart(piece.part)
        return mark(tokens, .repetition, &hidden)
    }

    /// Returns true for weekdays that are listed, and false for a range.
    private func isList(_ tokens: Range<Int>) -> Bool {
        let start = base.scanner.skip(.on, tokens.lowerBound)
        return [start, tokens.lowerBound].contains { base.scanner.weekdayList(at: $0)?.next == tokens.upperBound }
    }

    /// - Parameter isEach: true if the task is done on each of the days, and not on one of them.
    private mutating func takeDays(
        _ days: Set<Weekday>, isEach: Bool, _ tokens: Range<Int>, _ hidden: inout [Range<Int>]
    ) -> Int {
        guard found.weekdays.isEmpty else { return markUnread(tokens, &hidden) }
        found.weekdays = days
        if isEach, found.frequency == nil, !saysCount(after: tokens.upperBound) {
            found.frequency = .weekly(days.count)
        }
        return mark(tokens, .repetition, &hidden)
    }

    /// Returns true if a number of times follows, which counts more than the number of weekdays.
    private func saysCount(after index: Int) -> Bool {
        base.scanner.text.tokens.indices.dropFirst(index).contains { countPerUnit(at: $0) != nil }
    }

    mutating func takePart(_ part: PartOfDay?) {
        guard let part, found.window.from == nil, found.window.to == nil else { return }
        found.window = TaskWindow(from: .clock(part.window.lowerBound), to: .clock(part.window.upperBound % 1_440))
        found.isPart = true
    }

    // MARK: Days of rest

    /// Finds "with a day of rest between them", "two days apart", `بينها يوم راحة`.
    mutating func findRestDays() {
        eachToken { reader, index, hidden in
            guard reader.found.restDays == nil else { return nil }
            let lead = reader.base.says(TaskWords.withWords, index)
            guard let (span, next) = reader.base.scanner.span(at: lead ?? index, allowsOne: true), span.isOfDays,
                span.months == 0, (1...6).contains(span.days)
            else { return nil }
            let isArabicLead = lead != nil && reader.base.scanner.token(index)?.kind == .arabic
            let tail = reader.base.says(TaskWords.rest, next)
            guard let end = tail ?? (isArabicLead && reader.base.scanner.word(index).hasPrefix("بين") ? next : nil)
            else { return nil }
            reader.found.restDays = span.days
            return reader.mark(index..<end, .repetition, &hidden)
        }
    }
}

import CivilTime

extension SentenceReader {
    mutating func takeRepetition(at index: Int) -> Int? {
        guard findings.repetition == nil else { return nil }
        if findings.part == nil, let (part, next) = find(PlaceWords.dailyParts, index) {
            findings.repetition = .daily
            findings.part = part
            return take(index..<next, .repetition)
        }
        guard let (repetition, next) = everyWeekdays(at: index) ?? everyFixed(at: index) else { return nil }
        findings.repetition = repetition
        return take(index..<next, .repetition)
    }

    private func everyWeekdays(at index: Int) -> (QuickRepetition, next: Int)? {
        let lead = skip(PlaceWords.on, index)
        if find(DayWords.pluralWeekdays, lead) != nil {
            return weekdays(at: lead, interval: 1, first: DayWords.pluralWeekdays)
        }
        if let other = find(PlaceWords.everyOther, index) { return weekdays(at: other.next, interval: 2) }
        guard let every = find(PlaceWords.every, index) else { return nil }
        if let (interval, afterNumber) = number(at: every.next), (2...52).contains(interval),
           let weeks = find(PlaceWords.weeks, afterNumber) {
            return weekdays(at: skip(PlaceWords.on, weeks.next), interval: interval)
                ?? (.weekly(interval: interval, []), weeks.next)
        }
        return weekdays(at: every.next, interval: 1)
    }

    private func everyFixed(at index: Int) -> (QuickRepetition, next: Int)? {
        guard let (repetition, next) = find(PlaceWords.fixed, index) else { return nil }
        if case .weekly(let interval, _) = repetition,
           let days = weekdays(at: skip(PlaceWords.on, next), interval: interval) {
            return days
        }
        return (repetition, next)
    }

    /// Reads a list of weekdays.
    private func weekdays(
        at index: Int, interval: Int, first: Lexicon<Weekday>? = nil
    ) -> (QuickRepetition, next: Int)? {
        func weekday(_ index: Int) -> (meaning: Weekday, next: Int)? {
            if let first { return find(first, index) }
            return find(DayWords.weekdays, index) ?? find(DayWords.expectedWeekdays, index)
        }
        guard let (start, afterStart) = weekday(index) else { return nil }
        var days: Set = [start], next = afterStart
        while days.count < 7 {
            let joined = find(DayWords.weekdaysAfterAnd, next) ?? find(DayWords.expectedWeekdaysAfterAnd, next)
            let comma = token(next)?.word == "," || token(next)?.word == "،" ? next + 1 : next
            let and = skip(PlaceWords.and, comma)
            guard let (day, end) = joined ?? (and > next ? weekday(and) : nil), !days.contains(day) else { break }
            days.insert(day)
            next = end
        }
        return (.weekly(interval: interval, days), next)
    }
}

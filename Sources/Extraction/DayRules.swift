import CivilTime

extension SentenceReader {
    mutating func takeDay(at index: Int) -> Int? {
        guard findings.day == nil, let found = day(at: index) else { return nil }
        findings.day = found
        if findings.part == nil { findings.part = found.part }
        return take(index..<found.next, .day)
    }

    /// Returns the day that begins at a token, with the words before it that belong to it.
    func day(at index: Int) -> FoundDay? {
        if let days = days(at: index) ?? bareDay(at: index, isExpected: false) { return days }
        guard let lead = find(DayWords.leads, index) else { return nil }
        return bareDay(at: lead.next, isExpected: true)
    }

    private func bareDay(at index: Int, isExpected: Bool) -> FoundDay? {
        if let (near, next) = find(DayWords.near, index) {
            return FoundDay(date: now.date + near.offset, part: near.part, next: next)
        }
        return laterDay(at: index) ?? writtenDate(at: index) ?? weekday(at: index, isExpected: isExpected)
    }

    /// Reads "in 3 days".
    private func laterDay(at index: Int) -> FoundDay? {
        guard let after = find(DayWords.after, index), let (count, unit, next) = dayCount(at: after.next) else {
            return nil
        }
        if unit > 0 { return FoundDay(date: now.date + count * unit, next: next) }
        let months = now.date.year * 12 + now.date.month - 1 + count
        let (year, month) = (months / 12, months % 12 + 1)
        // A month without that day gives its last one.
        for day in stride(from: now.date.day, through: 28, by: -1) {
            if let date = LocalDate(year: year, month: month, day: day) { return FoundDay(date: date, next: next) }
        }
        return LocalDate(year: year, month: month, day: now.date.day).map { FoundDay(date: $0, next: next) }
    }

    /// Reads a number of days, weeks (7 days) or months (0).
    func dayCount(at index: Int) -> (count: Int, unit: Int, next: Int)? {
        if let (phrase, next) = find(DayWords.unitPhrases, index) { return (phrase.count, phrase.unit, next) }
        guard let (count, next) = number(at: index), (1...1_000).contains(count),
              let (unit, end) = find(DayWords.units, next)
        else { return nil }
        return (count, unit, end)
    }

    /// Reads a number in digits or as a word.
    func number(at index: Int) -> (value: Int, next: Int)? {
        if let value = token(index)?.number { return (value, index + 1) }
        return find(NumberWords.numbers, index).map { ($0.meaning, $0.next) }
    }

    /// Reads "from Sunday to Tuesday".
    private func days(at index: Int) -> FoundDay? {
        guard let from = find(TimeWords.from, index),
              let first = weekday(at: from.next, isExpected: true),
              let to = find(TimeWords.to, first.next),
              let last = weekday(at: to.next, isExpected: true)
        else { return nil }
        let length = (last.date - first.date + 7) % 7
        return FoundDay(date: first.date, last: first.date + length, next: last.next)
    }

    private func weekday(at index: Int, isExpected: Bool) -> FoundDay? {
        guard !follows(DayWords.past, index) else { return nil }
        let isNext = find(DayWords.next, index) != nil
        let start = isNext ? skip(DayWords.next, index) : skip(DayWords.this, index)
        guard let (weekday, end) = find(DayWords.weekdays, start)
                ?? (isExpected || start > index ? find(DayWords.expectedWeekdays, start) : nil),
              find(DayWords.past, end) == nil
        else { return nil }
        let coming = now.date + (weekday.rawValue - now.date.weekday.rawValue + 6) % 7 + 1
        if let week = find(DayWords.nextWeek, end) { return FoundDay(date: nextWeek(weekday), next: week.next) }
        if isNext { return FoundDay(date: nextWeek(weekday), next: end) }
        if let after = find(DayWords.afterComing, end) { return FoundDay(date: coming + 7, next: after.next) }
        let next = skip(DayWords.coming, end)
        guard let date = writtenDate(at: skip(DayWords.leads, token(next)?.word == "," ? next + 1 : next)) else {
            return FoundDay(date: coming, next: next)
        }
        // A date of another weekday is taken alone, later.
        return date.date.weekday == weekday ? date : nil
    }

    /// Returns a weekday of the week after this one.
    private func nextWeek(_ weekday: Weekday) -> LocalDate {
        let today = now.date
        let start = today - (today.weekday.rawValue - firstDay.rawValue + 7) % 7
        return start + 7 + (weekday.rawValue - firstDay.rawValue + 7) % 7
    }
}

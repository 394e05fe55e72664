import CivilTime
import Text

extension SentenceReader {
    /// Finds what one line says of a series and the reader of messages does not know: ordinal days, lists of weekdays,
    /// Hijri repetitions, bounds and exceptions. Their words are hidden from the reader of messages.
    mutating func findSeries() {
        findFrequencies()
        var found: [Range<Int>] = [], isSeries = findRules(&found)
        isSeries = isSeries || scanner.text.tokens.indices.contains { scanner.repetition(at: $0) != nil }
        if isSeries { findBounds(&found) }
        guard !found.isEmpty else { return }
        hide(found.map(scanner.text.range))
    }

    /// Notes the rules, and returns true if there are any.
    private mutating func findRules(_ found: inout [Range<Int>]) -> Bool {
        var index = 0
        while index < scanner.text.tokens.count {
            if let next = scanner.endOfOther(at: index) {
                index = next
                continue
            }
            let known = scanner.repetition(at: index)?.next ?? index
            guard findings.repetition == nil, !isAfterException(index), let rule = scanner.seriesRule(at: index),
                rule.next > known
            else {
                index = max(known, index + 1)
                continue
            }
            findings.repetition = rule.repetition
            findings.series.isOnce = rule.isOnce
            if case .weekly(_, let days) = rule.repetition, rule.isOnce { findings.series.count = days.count }
            if let day = rule.day { findings.day = FoundDay(date: day, hijri: rule.hijri) }
            findListedDays(before: index, &found)
            mark(index..<rule.next, .repetition)
            found.append(index..<rule.next)
            index = rule.next
        }
        return findings.repetition != nil
    }

    /// Reads "1st and" before "15th of every month". Of several days of the Hijri month, or Tuesdays of a month, one
    /// comes, and the others are not understood.
    private mutating func findListedDays(before index: Int, _ found: inout [Range<Int>]) {
        switch findings.repetition {
        case .monthly?, .hijriMonthly?, .monthlyWeekday?: break
        default: return
        }
        guard let (days, number) = scanner.listedDays(before: index) else { return }
        let first = scanner.lead(before: number)
        if findings.repetition == .monthly, let day = findings.day?.date {
            findings.repetition = .monthlyDays(Set(days + [day.day]))
            findings.day = nil
            mark(first..<index, .repetition)
        } else if let tokens = block(first..<index) {
            findings.unread.append(tokens)
        }
        found.append(first..<index)
    }

    /// Returns true after "except", where a list of weekdays makes no rule.
    private func isAfterException(_ index: Int) -> Bool {
        (1...3).contains { $0 <= index && says(SeriesWords.except, index - $0) == index }
    }

    private mutating func findBounds(_ found: inout [Range<Int>]) {
        var index = 0
        while index < scanner.text.tokens.count {
            guard !found.contains(where: { $0.contains(index) }), scanner.endOfOther(at: index) == nil,
                let (bound, next) = bound(at: index), let tokens = block(index..<next)
            else {
                index += 1
                continue
            }
            // With a bound, weekdays in a row are those of every week.
            findings.series.bounds.append((bound, tokens))
            if case .except = bound {
            } else if findings.series.isOnce {
                (findings.series.isOnce, findings.series.count) = (false, nil)
            }
            found.append(index..<next)
            index = next
        }
    }

    private func bound(at index: Int) -> (SeriesBound, next: Int)? {
        if let next = says(SeriesWords.except, index) {
            if let (days, end) = scanner.weekdayList(at: next) { return (.except(days), end) }
            // No series leaves a month or a date out.
            if let end = month(within: next)?.next ?? scanner.month(at: next)?.next ?? lastDay(at: next)?.1 {
                return (.other, end)
            }
        }
        if let next = says(SeriesWords.until, index), let (day, end) = lastDay(at: next),
            !(scanner.isWeekday(before: index) && scanner.weekdayList(at: next) != nil
                && ["through", "thru", "up"].contains(scanner.word(index)))
        {
            return (.until(day), end)
        }
        if let next = says(SeriesWords.starting, index), scanner.clock(at: next, isLed: true)?.isStrong != true,
            let piece = scanner.day(at: next, isExpected: true), !piece.isVague, piece.bound == nil,
            !isMereFrom(index) || piece.isStrong && scanner.joint(at: piece.next) == nil
        {
            return (.starting(max(piece.date, now.date)), piece.next)
        }
        return stretch(at: index)
    }

    /// Reads a stretch of days, a length or a number of times.
    private func stretch(at index: Int) -> (SeriesBound, next: Int)? {
        if let (first, last, end) = datesFromTo(at: index) { return (.within(first, last), end) }
        if let next = says(SeriesWords.starting, index), let month = scanner.month(at: next), !month.isBare,
            scanner.joint(at: month.next) == nil, scanner.dayNumber(at: month.next) == nil,
            let first = scanner.date(
                1, month.number, year: scanner.year(at: month.next, isHijri: month.isHijri)?.year,
                next: month.next, isHijri: month.isHijri)
        {
            return (.starting(first.date), scanner.year(at: month.next, isHijri: month.isHijri)?.next ?? first.next)
        }
        if let (first, last, end) = month(within: index) { return (.within(first, last), end) }
        if let lasting = scanner.find(.lasting, index) {
            let start = scanner.skip(.next, scanner.skip(.article, lasting.next))
            if let (span, end) = scanner.span(at: start, allowsOne: true)
                ?? scanner.span(at: lasting.next, allowsOne: true),
                span.isOfDays
            {
                return (.lasting(span), end)
            }
        }
        if let (count, next) = scanner.number(at: index), let end = says(SeriesWords.times, next) {
            return (.count(count), end)
        }
        return nil
    }

    private func isMereFrom(_ index: Int) -> Bool { ["from", "من"].contains(scanner.word(index)) }

    /// Reads "from 5 January till 30 June".
    private func datesFromTo(at index: Int) -> (first: LocalDate, last: LocalDate, next: Int)? {
        guard isMereFrom(index), let next = says(SeriesWords.starting, index),
            let first = scanner.writtenDate(at: next, isExpected: false), first.end == nil,
            let to = scanner.joint(at: first.next), let last = scanner.writtenDate(at: to, isExpected: false),
            last.end == nil, last.date > first.date
        else { return nil }
        return (first.date, last.date, last.next)
    }

    private func lastDay(at index: Int) -> (LocalDate, Int)? {
        if let piece = scanner.day(at: index, isExpected: true), !piece.isVague { return (piece.date, piece.next) }
        guard let (year, next) = scanner.year(at: index) else { return nil }
        return LocalDate(year: year, month: 1, day: 1).map { ($0, next) }
    }

    /// Reads "in Ramadan": the whole month, or the rest of the present one.
    private func month(within index: Int) -> (first: LocalDate, last: LocalDate, next: Int)? {
        let isPrefix = scanner.token(index).map { $0.isPrefix && $0.word == "ب" } ?? false
        guard let start = says(SeriesWords.within, index) ?? (isPrefix ? index + 1 : nil),
            let month = scanner.month(at: start), !month.isBare,
            scanner.dayNumber(at: month.next) == nil || scanner.clock(at: month.next, isLed: false)?.isStrong ?? false
        else { return nil }
        let year = scanner.year(at: month.next, isHijri: month.isHijri)
        let next = year?.next ?? month.next
        if month.isHijri {
            guard let today = hijri.date(of: now.date) else { return nil }
            let isPast = month.number < today.month
            let named = year?.year ?? (isPast ? today.year + 1 : today.year)
            guard let first = hijri.firstDay(year: named, month: month.number),
                let days = hijri.days(inYear: named, month: month.number)
            else { return nil }
            return (max(first, now.date), first + (days - 1), next)
        }
        let named = year?.year ?? (month.number < now.date.month ? now.date.year + 1 : now.date.year)
        guard let first = LocalDate(year: named, month: month.number, day: 1) else { return nil }
        return (max(first, now.date), first.startOfNextMonth - 1, next)
    }
}

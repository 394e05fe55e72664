import CivilTime

/// Days counted from a date: "two weeks before Ramadan", "the Friday before the 20th", `قبل رمضان بأسبوعين`.
extension Scanner {
    /// Reads a day before or after a date.
    func dayBesideDate(at index: Int) -> DayPiece? {
        spanBesideDate(at: index) ?? weekdayBesideDate(at: index) ?? besideDateBySpan(at: index)
    }

    /// Reads a length, a side and a date: "10 days before the 1st of June".
    private func spanBesideDate(at index: Int) -> DayPiece? {
        guard !follows(.lasting, index), let (span, next) = span(at: index), span.isOfDays,
            let (isBefore, start) = side(at: next), let base = fixedDay(at: start)
        else { return nil }
        return day(span, isBefore, base, next: base.next)
    }

    /// Reads a weekday, a side and a date: "Friday before the 20th".
    private func weekdayBesideDate(at index: Int) -> DayPiece? {
        guard let (sense, next) = find(.weekday, index), let weekday = Weekday(rawValue: sense.number),
            let (isBefore, start) = side(at: next), let base = fixedDay(at: start)
        else { return nil }
        let edge = isBefore ? base.date : base.end ?? base.date
        let distance = (weekday.rawValue - edge.weekday.rawValue + 6) % 7 + 1
        let date = isBefore ? edge - (7 - distance % 7) : edge + distance
        return DayPiece(.day, date, next: base.next)
    }

    /// Reads a side, a date and a length: `بعد ٢٠ مايو بثلاثة أيام`.
    private func besideDateBySpan(at index: Int) -> DayPiece? {
        guard let (isBefore, start) = side(at: index), let base = fixedDay(at: start),
            let by = find(.inside, base.next), token(base.next)?.kind == .arabic,
            let (span, next) = span(at: by.next, allowsOne: true), span.isOfDays
        else { return nil }
        return day(span, isBefore, base, next: next)
    }

    /// Reads "before" or "after".
    private func side(at index: Int) -> (isBefore: Bool, next: Int)? {
        if let before = find(.before, index) { return (true, before.next) }
        guard let after = find(.after, index), after.sense.value == "prayer" else { return nil }
        return (false, after.next)
    }

    /// Reads a day that does not depend on the message, or a feast or month whose edge counts.
    private func fixedDay(at index: Int) -> DayPiece? {
        let start = skip(.on, index)
        if let piece = writtenDate(at: start, isExpected: false) ?? dayOfPeriod(at: start) ?? theNth(at: start)
            ?? feast(at: start)
        {
            return piece
        }
        return monthPeriod(at: start, follows: true)
    }

    private func day(_ span: Span, _ isBefore: Bool, _ base: DayPiece, next: Int) -> DayPiece {
        guard isBefore else { return DayPiece(.day, day(base.end ?? base.date, plus: span), next: next) }
        var back = span
        (back.months, back.days) = (-span.months, -span.days)
        return DayPiece(.day, day(base.date, plus: back), next: next)
    }
}

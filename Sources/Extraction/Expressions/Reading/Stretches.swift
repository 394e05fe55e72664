import CivilTime

extension Scanner {
    /// Reads "next 3 days", "the coming two weeks", `الأيام الثلاثة القادمة`: from tomorrow on.
    func nextSpan(at index: Int) -> DayPiece? {
        guard let (span, next) = comingSpan(at: index), span.isOfDays, span.months < 120 else { return nil }
        var piece = DayPiece(.days, today + 1, next: next)
        piece.end = day(today, plus: span)
        return piece
    }

    /// Reads "the next two hours", `الساعات الست القادمة`, `الأربع والعشرين ساعة القادمة`: a length that begins now.
    func comingSpan(at index: Int) -> (span: Span, next: Int)? {
        let start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        if let coming = find(.next, start), let (span, next) = span(at: coming.next) { return (span, next) }
        return theSpan(at: skip(.within, index)) ?? theSpan(at: skip(.inside, index))
    }

    /// Reads a length with the Arabic article, before a word such as `القادمة`.
    private func theSpan(at index: Int) -> (span: Span, next: Int)? {
        guard token(index)?.kind == .arabic else { return nil }
        if let (unit, afterUnit) = find(.theUnit, index) {
            // `الساعات الست القادمة`, `الساعة القادمة`, `اليومين القادمين`
            let count = theNumber(at: afterUnit)
            let next = count?.next ?? afterUnit
            let words = unit.value.split(separator: " ")
            guard let name = words.first, let (sense, end) = find(.coming, next), sense.value != "this",
                count != nil || words.count > 1
            else { return nil }
            let value = count?.value ?? (words.last.flatMap { Int($0) } ?? 1)
            return (Span(sixtieths: 60 * value, of: String(name)), end)
        }
        // `الثلاثة أيام القادمة`
        guard let (value, afterNumber) = theNumber(at: index), let (unit, next) = find(.unit, afterNumber),
            let (sense, end) = find(.coming, next), sense.value != "this"
        else { return nil }
        return (Span(sixtieths: 60 * value, of: unit.value), end)
    }

    /// Reads a number with the article: `الثلاثة`, `الأربع والعشرين`.
    private func theNumber(at index: Int) -> (value: Int, next: Int)? {
        guard let (sense, next) = find(.hourName, index) ?? find(.ordinal, index) else {
            return token(index)?.kind == .number ? number(at: index) : nil
        }
        if sense.number < 10, word(next) == "و", let tens = find(.ordinal, next + 1) ?? find(.number, next + 1),
            tens.sense.number >= 20, tens.sense.number % 10 == 0
        {
            return (sense.number + tens.sense.number, tens.next)
        }
        return (sense.number, next)
    }

    /// Reads "first half of 2022", "the second half of next year", `النصف الأول من عام ٢٠٢٢`.
    func halfOf(at index: Int) -> DayPiece? {
        let start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        let half: (number: Int, next: Int)
        if let (number, afterNumber) = ordinal(at: start), let (sense, next) = find(.fraction, afterNumber),
            sense.number == 30, token(start)?.kind == .latin
        {
            half = (number, next)
        } else if let (sense, afterHalf) = find(.fraction, start), sense.number == 30,
            token(start)?.kind == .arabic, let (number, next) = ordinal(at: afterHalf)
        {
            half = (number, next)
        } else {
            return nil
        }
        guard (1...2).contains(half.number),
            let (first, last, next) = whole(at: find(.of, half.next)?.next ?? half.next)
        else { return nil }
        let isYear = last - first > 300
        // A year has its halves by months, a month by its fifteenth.
        guard
            let middle = isYear
                ? LocalDate(year: first.year, month: 7, day: 1)
                : last - first < 32 && last - first > 26 ? first + 15 : first + (last - first + 1) / 2
        else { return nil }
        var piece = DayPiece(.longPeriod, half.number == 1 ? first : middle, next: next)
        piece.end = half.number == 1 ? middle - 1 : last
        return piece
    }

    /// Reads the period that is halved: "2022", "next year", "the month", "March".
    private func whole(at index: Int) -> (LocalDate, LocalDate, Int)? {
        if let (year, next) = year(at: index), let first = LocalDate(year: year, month: 1, day: 1),
            let last = LocalDate(year: year, month: 12, day: 31)
        {
            return (first, last, next)
        }
        if let period = placed(at: index), ["month", "year"].contains(period.name) {
            return (period.start, period.end, period.next)
        }
        guard let month = month(at: index) else { return nil }
        let year = year(at: month.next, isHijri: month.isHijri), next = year?.next ?? month.next
        guard let first = date(1, month.number, year: year?.year, next: next, isHijri: month.isHijri) else {
            return nil
        }
        return (first.date, month.isHijri ? first.date + 28 : first.date.startOfNextMonth - 1, first.next)
    }
}

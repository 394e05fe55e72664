import CivilTime

extension Scanner {
    /// Reads a date with a month: `20/10/2025`, "12th of October", `الثالث من حزيران`, `١٥ رمضان`.
    func writtenDate(at index: Int, isExpected: Bool) -> DayPiece? {
        numericDate(at: index, isExpected: isExpected) ?? monthRange(at: index) ?? dayAndMonth(at: index)
            ?? monthAndDay(at: index) ?? (isExpected ? numberedMonth(at: index) : nil)
    }

    // MARK: In digits

    private func numericDate(at index: Int, isExpected: Bool) -> DayPiece? {
        guard let first = token(index), let one = first.number, first.kind == .number, !isAfterSign(index),
            let separator = token(index + 1), ["/", "-", "."].contains(separator.word),
            let second = token(index + 2), let two = second.number, second.kind == .number
        else { return nil }
        let isTight = separator.isGlued && second.isGlued
        guard let mark = token(index + 3), mark.word == separator.word, mark.isGlued == separator.isGlued,
            let third = token(index + 4), third.kind == .number, let three = third.number,
            third.isGlued == second.isGlued
        else { return twoNumbers(one, two, index, isTight: isTight, isExpected: isExpected) }
        let next = index + 5
        if first.word.utf8.count == 4 {
            return date(three, two, year: one, next: next, isHijri: one < 1_700)
        }
        guard first.word.utf8.count <= 2, second.word.utf8.count <= 2, [2, 4].contains(third.word.utf8.count) else {
            return nil
        }
        let year = third.word.utf8.count == 2 ? 2_000 + three : three
        let isHijri = year < 1_700
        guard (1_300...2_200).contains(year) else { return nil }
        let isMonthFirst = two > 12 || (context.isMonthFirst && one <= 12 && !isHijri)
        return isMonthFirst
            ? date(two, one, year: year, next: next, isHijri: isHijri)
            : date(one, two, year: year, next: next, isHijri: isHijri)
    }

    /// Returns true after a sign that makes a number part of something else, as in `#5` and `1/2/3/4`.
    func isAfterSign(_ index: Int) -> Bool {
        guard let token = token(index), token.isGlued, let sign = self.token(index - 1) else { return false }
        return ["#", "$", "€", "£", "/", ".", ":", "+", "*", "=", "_"].contains(sign.word)
            && (sign.isGlued || sign.word != "/") && !(sign.word == "." && self.token(index - 2)?.kind != .number)
            && !(sign.word == ":" && self.token(index - 2)?.kind != .number)
    }

    private func twoNumbers(_ one: Int, _ two: Int, _ index: Int, isTight: Bool, isExpected: Bool) -> DayPiece? {
        guard word(index + 1) == "/", isTight || isExpected, !has(.unit, index + 3), !has(.notHour, index + 3),
            !has(.half, index + 3),
            (token(index + 1)?.isGlued ?? false) == isTight, word(index).utf8.count <= 2,
            word(index + 2).utf8.count <= 2
        else { return nil }
        // `10/10` is a mark, `24/7` means always.
        guard (one, two) != (24, 7), isExpected || (one, two) != (10, 10) else { return nil }
        let isMonthFirst = two > 12 || (context.isMonthFirst && one <= 12)
        let (day, month) = isMonthFirst ? (two, one) : (one, two)
        let next = index + 3
        guard let found = date(day, month, year: nil, next: next, isHijri: false) else { return nil }
        guard one <= 12, two <= 12, one != two, let other = nextDate(month: day, day: month) else { return found }
        var piece = found
        piece.others.append((other, nil, 0.1))
        return piece
    }

    /// Makes a piece of a day, a month and perhaps a year of either calendar.
    func date(_ day: Int, _ month: Int, year: Int?, next: Int, isHijri: Bool) -> DayPiece? {
        var next = next
        let isMarkedHijri = find(.hijriMark, next)
        if let mark = isMarkedHijri ?? (year == nil ? nil : find(.gregorianMark, next)) { next = mark.next }
        var piece: DayPiece
        if isHijri || (isMarkedHijri != nil && (year ?? 1_447) < 1_700) {
            guard let (date, hijri) = hijriDate(month: month, day: day, year: year) else { return nil }
            piece = DayPiece(.date, date, next: next)
            piece.hijri = hijri
        } else {
            let found = year.map { LocalDate(year: $0, month: month, day: day) } ?? nextDate(month: month, day: day)
            guard let found else { return nil }
            piece = DayPiece(.date, found, next: next)
        }
        piece.hasYear = year != nil
        return piece
    }

    /// Returns the next such day of the year, today included.
    func nextDate(month: Int, day: Int) -> LocalDate? {
        for year in today.year...today.year + 8 {
            if let date = LocalDate(year: year, month: month, day: day), date >= today { return date }
        }
        return nil
    }

    /// Returns a Hijri date; the next one without a year.
    func hijriDate(month: Int, day: Int, year: Int?) -> (LocalDate, HijriDate)? {
        guard (1...12).contains(month), (1...30).contains(day), let now = context.hijri.date(of: today) else {
            return nil
        }
        for candidate in year.map({ $0...$0 }) ?? now.year...now.year + 2 {
            guard let first = context.hijri.firstDay(year: candidate, month: month),
                let days = context.hijri.days(inYear: candidate, month: month)
            else { continue }
            // The 30th of a month of 29 days is its last day.
            let date = first + (min(day, days) - 1)
            guard year != nil || date >= today else { continue }
            return (date, HijriDate(year: candidate, month: month, day: min(day, days)))
        }
        return nil
    }

    // MARK: In words

    struct Month {
        var number: Int
        var isHijri = false
        /// True for a word that has another meaning too, as "may".
        var isBare = false
        var next: Int
    }

    /// Reads the name of a month, or `شهر ١١`.
    func month(at index: Int) -> Month? {
        let start = find(.monthWord, index)?.next ?? index
        if let (sense, next) = find(.month, start) {
            return Month(
                number: sense.number,
                next: isSign(".", next) && token(next)?.isGlued ?? false
                    && token(next - 1)?.word.utf8.count ?? 9 <= 4 && token(next + 1)?.kind == .number ? next + 1 : next)
        }
        if let (sense, next) = find(.hijriMonth, start) {
            return Month(number: sense.number, isHijri: true, next: next)
        }
        if let (sense, next) = find(.bareMonth, start) {
            let isCapital = token(start)?.isCapital ?? false
            return Month(number: sense.number, isBare: !isCapital, next: next)
        }
        guard start > index, let (value, next) = number(at: start), (1...12).contains(value), !has(.unit, next) else {
            return nil
        }
        return Month(number: value, next: next)
    }

    /// Reads a year after a month: "2025", ", 2025", `لعام ٢٠٢٥`.
    func year(at index: Int, isHijri: Bool = false) -> (year: Int, next: Int)? {
        var start = isSign(",", index) ? index + 1 : index
        if has(.of, start), let of = find(.of, start), has(.yearWord, of.next) { start = of.next }
        if let token = token(start), token.isPrefix, ["ب", "ل"].contains(token.word), has(.yearWord, start + 1) {
            start += 1
        }
        let named = find(.yearWord, start)
        start = named?.next ?? start
        guard let token = token(start), token.kind == .number, token.word.utf8.count == 4, let year = token.number,
            (isHijri ? 1_300...1_600 : 1_900...2_200).contains(year), !isInner([":", "/"], start + 1)
        else { return nil }
        // `12 Oct 2030` is a year, but `12 Oct 1900` may be an hour.
        return (year, start + 1)
    }

    /// Reads a number of a day: "12", "12th", "the twelfth", `الثاني عشر`.
    func dayNumber(at index: Int) -> (day: Int, isOrdinal: Bool, next: Int)? {
        let start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        if let (value, next) = ordinal(at: start), (1...31).contains(value) { return (value, true, next) }
        if let token = token(start), token.kind == .number {
            guard token.word.utf8.count <= 2, let value = token.number, (1...31).contains(value), !isAfterSign(start),
                !isInner([":"], start + 1)
            else { return nil }
            return (value, false, start + 1)
        }
        guard let (value, next) = number(at: start), (1...31).contains(value) else { return nil }
        return (value, false, next)
    }

    private func dayAndMonth(at index: Int) -> DayPiece? {
        guard let (day, isOrdinal, afterDay) = dayNumber(at: index) else { return nil }
        guard let month = monthAfterDay(at: afterDay) else {
            return rangeOfMonth(from: day, afterDay: afterDay)
        }
        // "A hotel for two in March" names no day.
        if !isOrdinal, word(afterDay) == "in" { return nil }
        if month.isBare, !isOrdinal, let word = token(month.next), word.kind == .latin, !isLink(month.next) {
            return nil
        }
        return dated(day, month)
    }

    private func monthAfterDay(at index: Int) -> Month? {
        var start = index
        if let sign = token(start), ["/", "-", ".", ","].contains(sign.word), sign.isGlued || sign.word == "-" {
            start += 1
        }
        if let of = find(.of, start) { start = of.next }
        if let token = token(start), token.isPrefix, token.word == "ب" { start += 1 }
        return month(at: start)
    }

    private func dated(_ day: Int, _ month: Month) -> DayPiece? {
        let year = year(at: month.next, isHijri: month.isHijri)
        return date(day, month.number, year: year?.year, next: year?.next ?? month.next, isHijri: month.isHijri)
    }

    /// Reads "24 to 26 Oct".
    private func rangeOfMonth(from day: Int, afterDay: Int) -> DayPiece? {
        guard let to = joint(at: afterDay) ?? betweenAnd(at: afterDay), let (last, _, afterLast) = dayNumber(at: to),
            last > day,
            let month = monthAfterDay(at: afterLast), let first = dated(day, month), let end = dated(last, month)
        else { return nil }
        return range(first, to: end)
    }

    /// Returns the token after "to", `حتى` or `وحتى`.
    func joint(at index: Int) -> Int? {
        find(.to, index)?.next ?? find(.and, index).flatMap { find(.to, $0.next)?.next }
    }

    private func betweenAnd(at index: Int) -> Int? {
        guard (1...4).contains(where: { has(.between, index - $0) }) else { return nil }
        return find(.and, index)?.next
    }

    func range(_ first: DayPiece, to last: DayPiece) -> DayPiece? {
        guard last.date >= first.date || !last.hasYear else { return nil }
        var piece = first
        piece.kind = .days
        piece.end = last.end ?? last.date
        if last.date < first.date,
            let later = LocalDate(year: last.date.year + 1, month: last.date.month, day: last.date.day)
        {
            piece.end = later
        }
        piece.others = []
        piece.next = last.next
        return piece
    }

    private func monthAndDay(at index: Int) -> DayPiece? {
        guard let month = month(at: index) else { return nil }
        var start = month.next
        if let of = find(.on, start), has(.dayWord, start) { start = of.next } else { start = skip(.dayWord, start) }
        guard let (day, isOrdinal, afterDay) = dayNumber(at: start), !has(.half, afterDay), !isClockMark(afterDay),
            !has(.unit, afterDay), !has(.notHour, afterDay) || isOrdinal,
            !has(.fraction, skip(.and, afterDay)) || !has(.and, afterDay)
        else { return nil }
        if month.isBare, !isOrdinal, token(start)?.kind != .number { return nil }
        let year = year(at: afterDay, isHijri: month.isHijri)
        let next = year?.next ?? afterDay
        guard let first = date(day, month.number, year: year?.year, next: next, isHijri: month.isHijri) else {
            return nil
        }
        // "October 24-26"
        if year == nil, let to = joint(at: afterDay), let (last, _, afterLast) = dayNumber(at: to), last > day,
            !has(.half, afterLast), !isClockMark(afterLast), monthAfterDay(at: afterLast) == nil,
            let end = date(last, month.number, year: nil, next: afterLast, isHijri: month.isHijri)
        {
            return range(first, to: end)
        }
        return first
    }

    func isClockMark(_ index: Int) -> Bool {
        isInner([":"], index) || has(.oClock, index)
    }

    /// Reads a day and a month in numbers after "day": `يوم عشرين عشرة`, `شهر ١١ يوم ٥`.
    private func numberedMonth(at index: Int) -> DayPiece? {
        guard let (day, next) = number(at: index), (13...31).contains(day) || token(index)?.kind == .arabic,
            let (month, end) = number(at: next), (1...12).contains(month), token(next)?.kind == .arabic, day <= 31,
            !has(.unit, end), !has(.fraction, end)
        else { return nil }
        return date(day, month, year: nil, next: end, isHijri: false)
    }

    /// Reads "early March", `أول نوفمبر`, "end of October", "in March", "March 2026", `منتصف شهر رمضان`.
    private func monthRange(at index: Int) -> DayPiece? {
        let edge = find(.edge, index) ?? find(.start, index) ?? find(.middle, index) ?? find(.end, index)
        guard let edge, !(find(.ordinal, index) != nil && edge.sense.kind == .start) else { return nil }
        let afterEdge = isInner(["-"], edge.next) ? edge.next + 1 : edge.next
        let of = find(.of, afterEdge)?.next ?? afterEdge
        guard let month = month(at: of),
            dayNumber(at: month.next) == nil || year(at: month.next) != nil
                || clock(at: month.next, isLed: false)?.isStrong ?? false
        else { return nil }
        let year = year(at: month.next, isHijri: month.isHijri)
        let next = year?.next ?? month.next
        guard let first = date(1, month.number, year: year?.year, next: next, isHijri: month.isHijri) else {
            return nil
        }
        var start = first.date
        if !month.isHijri, year == nil, month.number == today.month { start = today.startOfMonth }
        let last = month.isHijri ? lastDay(ofMonth: first) : start.startOfNextMonth - 1
        return third(edge.sense, of: start...last, next)
    }

    /// Returns the third of a month that a word names; for its end the last day.
    private func third(_ edge: Sense, of month: ClosedRange<LocalDate>, _ next: Int) -> DayPiece {
        let start = month.lowerBound
        var piece = DayPiece(.days, start, next: next)
        switch edge.kind {
        case .start?: piece.end = start + 9
        case .middle?: (piece.date, piece.end) = (start + 10, start + 19)
        case .end?: (piece.kind, piece.date) = (.day, month.upperBound)
        default:
            (piece.date, piece.end) = edge.value == "early" ? (start, start + 9) : (start + 20, month.upperBound)
        }
        return piece
    }

    /// Returns the last day of the month that begins on a day.
    func lastDay(ofMonth first: DayPiece) -> LocalDate {
        guard let hijri = first.hijri else { return first.date.startOfNextMonth - 1 }
        return first.date + ((context.hijri.days(inYear: hijri.year, month: hijri.month) ?? 29) - 1)
    }

    /// Returns true for a word that can follow a time in a sentence.
    func isLink(_ index: Int) -> Bool {
        guard let token = token(index), token.kind != .sign else { return true }
        return has(.at, index) || has(.on, index) || has(.inside, index) || has(.of, index) || has(.and, index)
            || has(.to, index) || has(.from, index) || has(.between, index) || has(.about, index)
            || has(.lasting, index)
            || has(.part, index) || has(.weakPart, index) || has(.after, index) || has(.before, index)
            || has(.half, index) || has(.by, index) || has(.aboutAfter, index) || has(.rest, index)
            || has(.weekday, index)
    }
}

import CivilTime

extension Scanner {
    /// Reads weeks, weekends, months, quarters, seasons and years, and their beginnings and ends.
    func period(at index: Int) -> DayPiece? {
        edgeOfPeriod(at: index) ?? halfOf(at: index) ?? nextSpan(at: index) ?? weekOf(at: index) ?? restOf(at: index)
            ?? wholePeriod(at: index) ?? monthPeriod(at: index) ?? vagueYear(at: index)
    }

    struct Period {
        var name: String
        var start: LocalDate
        var end: LocalDate
        var isPast = false
        /// True if a word such as "next" was said.
        var isPlaced: Bool
        var steps: Int
        var next: Int
    }

    /// Reads a period with "this", "next", "last" or their Arabic forms after it.
    func placed(at index: Int) -> Period? {
        var (steps, isPast, start) = leadToPeriod(at: index)
        guard
            let (sense, afterName) = find(.quarter, start) ?? find(.period, start) ?? find(.weekend, start)
                ?? find(.season, start)
        else { return nil }
        var next = afterName
        // "The coming weekend" is the nearest, "the coming week" the next one.
        if steps == -2 { steps = sense.kind == .weekend ? 0 : 1 }
        if steps == nil || steps == 0 {
            if let (_, end) = find(.afterNext, next) {
                (steps, next) = (2, end)
            } else if let (_, end) = find(.lastAfter, next) {
                (steps, isPast, next) = (-1, true, end)
            } else if let (sense, end) = find(.coming, next) {
                (steps, next) = (sense.value == "this" ? 0 : 1, end)
            }
        }
        let name = sense.kind == .weekend ? "weekend" : sense.value
        guard let (first, last) = bounds(of: name, steps: steps ?? 0, kind: sense.kind, next: &next) else { return nil }
        return Period(
            name: name, start: first, end: last, isPast: isPast,
            isPlaced: steps != nil
                || sense.kind == .season
                    && (start > index || next > afterName || has(.inside, index - 1)),
            steps: steps ?? 0, next: next)
    }

    /// Reads "this", "the next", "last" before the name of a period: how many periods away it is, -2 for "coming".
    private func leadToPeriod(at index: Int) -> (steps: Int?, isPast: Bool, start: Int) {
        var steps: Int?, isPast = false, start = index
        if let (sense, next) = find(.this, index) ?? find(.next, index) ?? find(.afterNextBefore, index)
            ?? find(.last, index)
        {
            switch sense.kind {
            case .next?: steps = sense.value == "coming" ? -2 : 1
            case .afterNextBefore?: steps = 2
            case .last?: (steps, isPast) = (-1, true)
            default: steps = 0
            }
            start = next
            // "this coming week"
            if steps == 0, let coming = find(.next, next) { (steps, start) = (1, coming.next) }
        }
        if steps == nil, let article = find(.article, index), article.sense.value == "the" {
            start = article.next
            if let coming = find(.next, start) {
                (steps, start) = (coming.sense.value == "coming" ? -2 : 1, coming.next)
            } else if let this = find(.this, start) {
                (steps, start) = (0, this.next)
            } else if let last = find(.last, start) {
                (steps, isPast, start) = (-1, true, last.next)
            }
        }
        return (steps, isPast, start)
    }

    private func bounds(of name: String, steps: Int, kind: Category?, next: inout Int) -> (LocalDate, LocalDate)? {
        let week = today.startOfWeek(context.firstDay.rawValue)
        switch name {
        case "week": return (week + 7 * steps, week + 7 * steps + 6)
        case "fortnight": return (week + 7 * steps, week + 7 * steps + 13)
        case "weekend":
            var first = today.startOfWeek(context.weekend.rawValue)
            // On a day of work the weekend to come is meant.
            if today - first > 1 { first = first + 7 }
            return (first + 7 * steps, first + 7 * steps + 1)
        case "month":
            let first = day(today.startOfMonth, plus: Span(sixtieths: 60 * steps, of: "months"))
            return (first, first.startOfNextMonth - 1)
        case "year":
            guard let first = LocalDate(year: today.year + steps, month: 1, day: 1),
                let last = LocalDate(year: today.year + steps, month: 12, day: 31)
            else { return nil }
            return (first, last)
        case "quarter", "Q1", "Q2", "Q3", "Q4": return quarter(name, steps, &next)
        default: return kind == .season ? season(name, steps, &next) : nil
        }
    }

    /// Returns the days of a quarter: "Q3 2026", "next quarter".
    private func quarter(_ name: String, _ steps: Int, _ next: inout Int) -> (LocalDate, LocalDate)? {
        let number = name.last.flatMap { Int(String($0)) }
        var month = ((number ?? (today.month - 1) / 3 + 1) - 1) * 3 + 1
        var year = today.year
        if number == nil {
            month += steps * 3
            (year, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1)
        } else if let named = self.year(at: skip(.of, next)) {
            (year, next) = (named.year, named.next)
        } else if month + 2 < today.month {
            year += 1
        }
        guard let first = LocalDate(year: year, month: month, day: 1) else { return nil }
        return (first, day(first, plus: Span(sixtieths: 180, of: "months")) - 1)
    }

    /// Returns the days of a season.
    private func season(_ name: String, _ steps: Int, _ next: inout Int) -> (LocalDate, LocalDate)? {
        let months = ["spring": 3, "summer": 6, "autumn": 9, "winter": 12]
        guard let month = months[name] else { return nil }
        if let named = self.year(at: find(.of, next)?.next ?? next) {
            guard let first = LocalDate(year: named.year, month: month, day: 21) else { return nil }
            next = named.next
            return (first, first + 89)
        }
        var year = today.year + (steps > 1 ? steps - 1 : 0)
        let days = ["spring": 20, "summer": 21, "autumn": 23, "winter": 21]
        guard var first = LocalDate(year: year, month: month, day: days[name] ?? 21) else { return nil }
        if steps == 1, first <= today || first - today > 300 { year += 1 }
        if steps <= 0, first + 89 < today { year += 1 }
        first = LocalDate(year: year, month: month, day: days[name] ?? 21) ?? first
        return (first, first + 89)
    }

    private func wholePeriod(at index: Int) -> DayPiece? {
        guard let period = placed(at: index) else { return nil }
        guard period.isPlaced || period.name == "weekend" || period.name.hasPrefix("Q") else { return nil }
        return piece(period)
    }

    private func piece(_ period: Period) -> DayPiece {
        let kind: DayPiece.Kind =
            period.name == "week" ? .week : period.name == "weekend" ? .weekend : .longPeriod
        // The part of a running period that is over is not meant.
        let isRunning = period.steps == 0 && period.start < today && period.end >= today
        var piece = DayPiece(kind, isRunning ? today : period.start, next: period.next)
        piece.end = period.end
        (piece.isVague, piece.isPast) = (period.isPast, period.isPast)
        if period.name == "weekend", period.steps == 1 {
            piece.others = [(period.start - 7, period.end - 7, 0.2)]
        }
        return piece
    }

    /// Reads "end of the month", `أول الشهر الجاي`, `نص الشهر`, "EOM", `نهاية هذا الأسبوع`, "middle of next week".
    private func edgeOfPeriod(at index: Int) -> DayPiece? {
        let lead = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        let found = find(.end, lead) ?? find(.start, lead) ?? find(.middle, lead) ?? find(.edge, lead)
        guard let (sense, afterEdge) = found else { return nil }
        let of = find(.of, afterEdge)?.next ?? afterEdge
        guard let period = placed(at: of) ?? wholeWord(sense, afterEdge), period.name != "weekend" else {
            return sense.value == "end" ? endOfDay(at: of) : nil
        }
        var piece = DayPiece(.day, period.start, next: period.next)
        piece.isPast = period.isPast
        piece.isVague = period.isPast
        // `نهاية هذا الأسبوع` is the weekend.
        if sense.kind == .end, period.name == "week", token(lead)?.kind == .arabic {
            let first = period.start + (context.weekend.rawValue - context.firstDay.rawValue + 7) % 7
            (piece.kind, piece.date, piece.end) = (.weekend, first, first + 1)
        } else {
            put(sense, of: period, in: &piece)
        }
        return piece
    }

    /// Puts the end, the start, the middle or a third of a period into a piece.
    private func put(_ edge: Sense, of period: Period, in piece: inout DayPiece) {
        let isMonth = period.name == "month"
        switch edge.kind {
        case .end?: piece.date = period.end
        case .start?:
            if piece.date < today, isMonth, period.steps == 0, !period.isPlaced {
                piece.date = period.start.startOfNextMonth
            }
        case .middle?:
            piece.date = isMonth ? period.start + 14 : period.start + (period.end - period.start) / 2
            if isMonth, piece.date < today, !period.isPlaced { piece.date = period.start.startOfNextMonth + 14 }
        default:
            let third = (period.end - period.start + 1) / 3
            let isLate = edge.value == "late"
            piece.kind = .days
            piece.date = isLate ? period.end - third : period.start
            piece.end = isLate ? period.end : period.start + third
        }
    }

    /// Reads words such as "EOM", which name the period themselves.
    private func wholeWord(_ sense: Sense, _ next: Int) -> Period? {
        let words = sense.value.split(separator: " ")
        guard words.count > 1 else { return nil }
        var end = next
        guard let (first, last) = bounds(of: String(words[1]), steps: 0, kind: .period, next: &end) else { return nil }
        return Period(name: String(words[1]), start: first, end: last, isPlaced: true, steps: 0, next: end)
    }

    private func endOfDay(at index: Int) -> DayPiece? {
        guard let (sense, next) = find(.day, index), sense.number == 0 || sense.number == 1 else { return nil }
        var piece = DayPiece(.day, today + sense.number, next: next)
        piece.part = .evening
        return piece
    }

    /// Reads "the week of 4 February" and "the week beginning on Monday".
    private func weekOf(at index: Int) -> DayPiece? {
        let start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        guard let (sense, afterName) = find(.period, start), sense.value == "week" || sense.value == "weekend" else {
            return nil
        }
        let of = find(.since, afterName)?.next ?? find(.of, afterName)?.next ?? find(.start, afterName)?.next
        guard let of,
            let day = writtenDate(at: skip(.on, of), isExpected: true) ?? weekday(at: skip(.on, of), isExpected: true)
                ?? self.day(at: of, isExpected: true), day.end == nil
        else { return nil }
        var piece = DayPiece(.week, day.date.startOfWeek(context.firstDay.rawValue), next: day.next)
        piece.end = piece.date + 6
        return piece
    }

    private func restOf(at index: Int) -> DayPiece? {
        guard let (_, afterRest) = find(.rest, index) else { return nil }
        let of = find(.of, afterRest)?.next ?? afterRest
        if let period = placed(at: of), period.steps == 0 { return piece(period) }
        guard let (sense, next) = find(.day, of), sense.number == 0 else { return nil }
        return DayPiece(.day, today, next: next)
    }

    /// Reads "in October", "October 2026", `شهر رمضان`, `في مايو`, "next March".
    ///
    /// - Parameter follows: true behind a word that leads to a month, such as "after" behind a length.
    func monthPeriod(at index: Int, follows: Bool = false) -> DayPiece? {
        let modifier = find(.this, index) ?? find(.next, index) ?? find(.last, index)
        let start = modifier?.next ?? index
        let isLed =
            has(.inside, index - 1) || has(.on, index - 1) || has(.of, index - 1) || modifier != nil
            || has(.by, index - 1) || has(.monthWord, start) || follows
        guard let month = month(at: start) else { return nil }
        let year = year(at: month.next, isHijri: month.isHijri), coming = find(.coming, month.next)
        guard isLed || year != nil || coming != nil,
            !month.isBare || modifier != nil || year != nil
                || has(.inside, index - 1)
        else { return nil }
        let next = year?.next ?? coming?.next ?? month.next
        guard let first = date(1, month.number, year: year?.year, next: next, isHijri: month.isHijri) else {
            return nil
        }
        var piece = DayPiece(.longPeriod, first.date, next: first.next)
        if !month.isHijri, year == nil, month.number == today.month { piece.date = today.startOfMonth }
        piece.end = month.isHijri ? lastDay(ofMonth: first) : piece.date.startOfNextMonth - 1
        if piece.date < today, piece.end ?? today >= today { piece.date = today }
        if modifier?.sense.kind == .last { (piece.isVague, piece.isPast) = (true, true) }
        return piece
    }

    /// Reads a year or a decade, which is never a time to meet.
    private func vagueYear(at index: Int) -> DayPiece? {
        if let (sense, next) = find(.decade, index), let start = LocalDate(year: 1_900 + sense.number, month: 1, day: 1)
        {
            var piece = DayPiece(.longPeriod, start, next: next)
            piece.end = LocalDate(year: 1_909 + sense.number, month: 12, day: 31)
            piece.isVague = true
            return piece
        }
        let isLed = has(.yearWord, index) || has(.inside, index - 1) || has(.from, index - 1)
        let start = skip(.yearWord, index)
        guard isLed, let token = token(start), token.kind == .number, token.word.utf8.count == 4,
            let year = token.number,
            (1_900...2_100).contains(year), let first = LocalDate(year: year, month: 1, day: 1),
            !isInner([":", "/", "-", "."], start + 1) || self.token(start + 2)?.kind != .number, !has(.unit, start + 1),
            !has(.half, start + 1), !has(.notHour, start + 1), !isAfterSign(start)
        else { return nil }
        var piece = DayPiece(.longPeriod, first, next: start + 1)
        piece.end = LocalDate(year: year, month: 12, day: 31)
        piece.isVague = true
        return piece
    }

    // MARK: Counted days of a period

    /// Reads "first Sunday in November", `آخر خميس في الشهر`, "the 15th day of next month", `الثلاثاء الثالث من أيلول`.
    func ordinalDay(at index: Int) -> DayPiece? {
        guard let name = ordinalName(at: index), name.count == -1 || (1...31).contains(name.count),
            let month = monthOrYear(at: name.next)
        else { return nil }
        var days = month.days
        guard var date = day(name, in: days) else { return nil }
        // A day of this month that is over means that of the next month.
        if let later = month.later, date < today, let other = day(name, in: later) { (date, days) = (other, later) }
        var piece = DayPiece(name.unit.kind, date, next: month.next)
        if case .week = name.unit { piece.end = min(date + 6, days.upperBound) }
        if case .weekend = name.unit { piece.end = date + 1 }
        return piece
    }

    /// "The third Tuesday", "the last week": which of several, -1 for the last.
    private struct OrdinalName {
        enum Unit {
            case weekday(Weekday), day, week, weekend

            var kind: DayPiece.Kind {
                switch self {
                case .week: .week
                case .weekend: .weekend
                case .weekday, .day: .day
                }
            }
        }

        let count: Int
        let unit: Unit
        let next: Int
    }

    /// Reads the name of a day or a week with its number, before or behind it.
    private func ordinalName(at index: Int) -> OrdinalName? {
        var start = find(.article, index).flatMap { $0.sense.value == "the" ? $0.next : nil } ?? index
        start = skip(.dayWord, start) > start && has(.weekday, skip(.dayWord, start)) ? skip(.dayWord, start) : start
        if let (sense, next) = find(.weekday, start) ?? find(.dayWord, start), token(start)?.kind == .arabic,
            !isOrdinalHour(next), let (count, end) = ordinal(at: next) ?? lastOf(at: next)
        {
            // `الثلاثاء الثالث`, `اليوم الثالث`
            if sense.kind == .dayWord { return OrdinalName(count: count, unit: .day, next: end) }
            return Weekday(rawValue: sense.number).map { OrdinalName(count: count, unit: .weekday($0), next: end) }
        }
        if let (_, next) = periodNamed("week", start), token(start)?.kind == .arabic,
            let (count, end) = ordinal(at: next) ?? lastOf(at: next)
        {
            return OrdinalName(count: count, unit: .week, next: end)
        }
        guard let (count, next) = ordinal(at: start) ?? lastOf(at: start), let (unit, end) = ordinalUnit(at: next)
        else { return nil }
        return OrdinalName(count: count, unit: unit, next: end)
    }

    /// Reads what is counted by an ordinal before it.
    private func ordinalUnit(at next: Int) -> (OrdinalName.Unit, next: Int)? {
        let name = skip(.dayWord, next)
        if let (sense, end) = find(.weekday, name) ?? find(.bareWeekday, name) {
            return Weekday(rawValue: sense.number).map { (.weekday($0), end) }
        }
        if let (_, end) = find(.dayWord, next) ?? find(.unit, next).flatMap({ $0.sense.value == "days" ? $0 : nil }) {
            return (.day, end)
        }
        if let (_, end) = find(.weekend, next) ?? periodNamed("weekend", next) { return (.weekend, end) }
        return periodNamed("week", next).map { (.week, $0.next) }
    }

    /// Returns the day that a name with a number means in a stretch of days; nil if there is none.
    private func day(_ name: OrdinalName, in days: ClosedRange<LocalDate>) -> LocalDate? {
        let first = days.lowerBound, last = days.upperBound, count = name.count
        let target: Weekday
        switch name.unit {
        case .day, .week:
            let length = if case .week = name.unit { 7 } else { 1 }
            let date = count == -1 ? last + 1 - length : first + length * (count - 1)
            return days.contains(date) ? date : nil
        case .weekend: target = context.weekend
        case .weekday(let weekday): target = weekday
        }
        let date =
            count == -1
            ? last - (last.weekday.rawValue - target.rawValue + 7) % 7
            : first + (target.rawValue - first.weekday.rawValue + 7) % 7 + 7 * (max(count, 1) - 1)
        return days.contains(date) ? date : nil
    }

    private func periodNamed(_ name: String, _ index: Int) -> (sense: Sense, next: Int)? {
        find(.period, index).flatMap { $0.sense.value == name ? $0 : nil }
    }

    private func lastOf(at index: Int) -> (Int, Int)? {
        find(.lastOf, index).map { (-1, $0.next) }
    }

    /// Reads `١٥ الشهر الجاي` and "15th of next month".
    func dayOfPeriod(at index: Int) -> DayPiece? {
        guard let (value, isOrdinal, next) = dayNumber(at: index), !has(.unit, next) || token(next)?.kind == .arabic,
            let period = placed(at: find(.of, next)?.next ?? next), period.name == "month", period.isPlaced,
            isOrdinal || token(index)?.kind == .number,
            let date = LocalDate(year: period.start.year, month: period.start.month, day: value)
        else { return nil }
        return DayPiece(.date, date, next: period.next)
    }

    private typealias CountedDays = (days: ClosedRange<LocalDate>, later: ClosedRange<LocalDate>?, next: Int)

    /// Reads the month or year that days are counted in. `later` is the next one, unless words say that this one is
    /// meant.
    private func monthOrYear(at index: Int) -> CountedDays? {
        var start = find(.of, index)?.next ?? find(.inside, index)?.next ?? index
        if let token = token(start), token.isPrefix, ["ب", "ل"].contains(token.word) { start += 1 }
        if let month = month(at: start) {
            let year = year(at: month.next, isHijri: month.isHijri)
            let next = year?.next ?? find(.coming, month.next)?.next ?? month.next
            guard let first = date(1, month.number, year: year?.year, next: next, isHijri: month.isHijri) else {
                return nil
            }
            guard !month.isHijri, year == nil, month.number == today.month else {
                return (first.date...lastDay(ofMonth: first), nil, first.next)
            }
            let later = LocalDate(year: today.year + 1, month: today.month, day: 1).map { $0...$0.startOfNextMonth - 1 }
            return (today.startOfMonth...today.startOfNextMonth - 1, later, first.next)
        }
        guard let period = placed(at: start), ["month", "year"].contains(period.name), start > index || period.isPlaced
        else { return nil }
        let isOpen = period.name == "month" && !period.isPlaced && period.steps == 0
        let following = period.end + 1
        return (period.start...period.end, isOpen ? following...following.startOfNextMonth - 1 : nil, period.next)
    }
}

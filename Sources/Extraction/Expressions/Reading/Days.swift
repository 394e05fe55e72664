import CivilTime

extension Scanner {
    /// Reads a day or days.
    ///
    /// - Parameter isExpected: true where a word such as `خميس` or a number can only be a day.
    func day(at index: Int, isExpected: Bool = false) -> DayPiece? {
        if let piece = bareDay(at: index, isExpected: isExpected) { return piece }
        if let since = find(.since, index), var piece = bareDay(at: skip(.on, since.next), isExpected: true) {
            piece.isVague = true
            piece.isPast = true
            return piece
        }
        // "by EOD"
        if let by = find(.by, index), let part = part(at: by.next, isBeside: false) {
            var piece = DayPiece(.day, today, next: part.next)
            (piece.part, piece.bound) = (part.part, .end)
            return piece
        }
        // "by Friday": a deadline.
        if let by = find(.by, index), !has(.by, by.next), var piece = day(at: by.next, isExpected: true) {
            piece.bound = .end
            return piece
        }
        guard let lead = find(.on, index) ?? find(.dateMark, index), lead.next < text.tokens.count,
            !has(.lasting, index) || span(at: lead.next, allowsOne: true) == nil
        else { return nil }
        guard
            var piece = bareDay(at: lead.next, isExpected: true) ?? dayOfMonth(after: index, lead.next)
                ?? secondLead(at: lead.next)
        else { return nil }
        piece.isStrong = true
        return piece
    }

    /// Reads a day after two words that lead to it, as in `في يوم الأحد`.
    private func secondLead(at index: Int) -> DayPiece? {
        guard let lead = find(.on, index) ?? find(.dateMark, index) else { return nil }
        return bareDay(at: lead.next, isExpected: true) ?? dayOfMonth(after: index, lead.next)
    }

    private func bareDay(at index: Int, isExpected: Bool) -> DayPiece? {
        var candidates: [DayPiece] = []
        func add(_ piece: DayPiece?) { if let piece { candidates.append(piece) } }
        add(writtenDate(at: index, isExpected: isExpected))
        add(ordinalDay(at: index))
        add(dayOfPeriod(at: index))
        add(laterDay(at: index))
        add(nearDay(at: index))
        add(weekday(at: index, isExpected: isExpected))
        add(twoWeekdays(at: index))
        add(period(at: index))
        add(eve(at: index))
        add(feast(at: index))
        add(theNth(at: index))
        add(dayBesideDate(at: index))
        // The longest one explains most words; the first of equal ones is the more special.
        var best: DayPiece?
        for piece in candidates where piece.next > best?.next ?? index { best = piece }
        return best
    }

    // MARK: Near days

    private func nearDay(at index: Int) -> DayPiece? {
        if let (sense, next) = find(.now, index) {
            var piece = DayPiece(.day, today, next: next)
            piece.isVague = true
            piece.isPast = sense.value == "past"
            return piece
        }
        guard let (sense, next) = find(.day, index) else { return nil }
        let words = sense.value.split(separator: " ")
        var piece = DayPiece(.day, today + (words.first.flatMap { Int($0) } ?? 0), next: next)
        if words.count > 1 { piece.part = PartOfDay(rawValue: String(words[1])) }
        if piece.date < today { (piece.isVague, piece.isPast) = (true, true) }
        // "tomorrow week"
        if word(next) == "week", !isPeriodWord(after: next) {
            piece.date = piece.date + 7
            piece.next = next + 1
        }
        return piece
    }

    private func isPeriodWord(after index: Int) -> Bool {
        token(index + 1)?.kind == .number || has(.after, index + 1)
    }

    /// Reads "in 3 days", "a week tomorrow", "two weeks from Sunday", `بعد أسبوع من اليوم`, "three months hence".
    private func laterDay(at index: Int) -> DayPiece? {
        let after = find(.after, index), within = find(.within, index)
        let inside = find(.inside, index)
        if let lead = after ?? within ?? inside {
            guard let (span, next) = span(at: lead.next, allowsOne: lead.sense.kind != .inside), span.isOfDays else {
                return nil
            }
            return offset(span, lead.sense.kind, next)
        }
        if let ago = find(.agoBefore, index), let (span, next) = span(at: ago.next, allowsOne: true), span.isOfDays,
            !has(.prayer, next)
        {
            return past(span, next)
        }
        if let (count, next) = number(at: index), (1...8).contains(count), let (sense, end) = find(.weekdays, next),
            let (_, after) = find(.fromNow, end), let weekday = Weekday(rawValue: sense.number)
        {
            return DayPiece(.day, coming(weekday) + 7 * (count - 1), next: after)
        }
        guard !follows(.lasting, index), let (span, next) = span(at: index), span.isOfDays else { return nil }
        return day(span, beside: next)
    }

    /// Reads what is behind a length: "ago", "hence", "from Sunday", "a week tomorrow".
    private func day(_ span: Span, beside next: Int) -> DayPiece? {
        if let ago = find(.ago, next) { return past(span, ago.next) }
        if let (sense, end) = find(.fromNow, next) {
            guard sense.value == "now" || span.days > 0 || span.months > 0 else { return nil }
            return DayPiece(.day, day(today, plus: span), next: end)
        }
        if let from = find(.from, next) ?? find(.after, next), let base = baseDay(at: from.next) {
            return DayPiece(.day, day(base.date, plus: span), next: base.next)
        }
        // "a week tomorrow", "a week on Tuesday"
        if span.days % 7 == 0, span.months == 0,
            let base = nearDay(at: next) ?? weekday(at: skip(.on, next), isExpected: true),
            !base.isVague
        {
            return DayPiece(.day, base.date + span.days, next: base.next)
        }
        return nil
    }

    private func offset(_ span: Span, _ lead: Category?, _ next: Int) -> DayPiece {
        var base = today, end = next
        if let from = find(.from, next) ?? find(.fromNow, next) {
            if from.sense.kind == .fromNow {
                end = from.next
            } else if let day = baseDay(at: from.next) {
                (base, end) = (day.date, day.next)
            }
        }
        var piece = DayPiece(.day, day(base, plus: span), next: end)
        if lead == .within || lead == .inside && has(.within, end) { piece.bound = .within }
        return piece
    }

    private func baseDay(at index: Int) -> DayPiece? {
        if let (sense, next) = find(.now, index), sense.value != "past" { return DayPiece(.day, today, next: next) }
        let start = skip(.on, index)
        let base =
            nearDay(at: start) ?? weekday(at: start, isExpected: true) ?? writtenDate(at: start, isExpected: true)
        return base.flatMap { $0.isVague || $0.end != nil ? nil : $0 }
    }

    private func past(_ span: Span, _ next: Int) -> DayPiece {
        var back = span
        (back.months, back.days) = (-span.months, -span.days)
        var piece = DayPiece(.day, day(today, plus: back), next: next)
        (piece.isVague, piece.isPast) = (true, true)
        return piece
    }

    // MARK: Weekdays

    /// Reads a weekday with what belongs to it: "next Friday", "Friday week", `الأحد بعد الجاي`, `هالخميس`.
    func weekday(at index: Int, isExpected: Bool) -> DayPiece? {
        let modifier = find(.this, index) ?? find(.next, index) ?? find(.last, index) ?? find(.afterNextBefore, index)
        var start = modifier?.next ?? index
        start = skip(.dayWord, start)
        guard
            let (sense, end) = find(.weekday, start)
                ?? (isExpected || isBareAllowed(from: index, to: start) || isWeekdayExpected(start)
                    ? find(.bareWeekday, start) : nil),
            let weekday = Weekday(rawValue: sense.number)
        else { return nil }
        var next = end
        // "Fri." and "Fri. 12 Oct"
        if isSign(".", next), token(next)?.isGlued ?? false, token(next + 1)?.isGlued == false,
            word(next - 1).utf8.count <= 5,
            token(next - 1)?.kind == .latin, token(next + 1)?.kind == .number
        {
            next += 1
        }
        var piece = DayPiece(.weekday, coming(weekday), next: next)
        piece.weekday = weekday
        guard let modifier, let modified = modified(piece, weekday, by: modifier.sense) else {
            return withTail(piece, weekday)
        }
        return modified
    }

    /// Returns a weekday behind "this", "next", "last"; nil for other words.
    private func modified(_ weekdayPiece: DayPiece, _ weekday: Weekday, by modifier: Sense) -> DayPiece? {
        var piece = weekdayPiece
        switch modifier.kind {
        case .this?:
            piece.kind = .day
            if today.weekday == weekday { piece.others = [(piece.date, nil, 0.3)]; piece.date = today }
            piece.next = skip(.coming, piece.next)
            return piece
        case .next? where modifier.value == "coming":
            piece.kind = .day
            return piece
        case .next?:
            let following = nextWeek(weekday)
            piece.kind = .day
            if following != piece.date { piece.others = [(piece.date, nil, 0.35)] }
            piece.date = following
            return piece
        case .last?:
            (piece.date, piece.isVague, piece.isPast) = (piece.date - 7, true, true)
            return piece
        case .afterNextBefore?:
            piece.kind = .day
            piece.date = piece.date + 7
            return piece
        default: return nil
        }
    }

    /// Reads `يومي الاثنين والثلاثاء`: two days next to each other.
    private func twoWeekdays(at index: Int) -> DayPiece? {
        guard let (_, start) = find(.dualDay, index), let first = weekday(at: start, isExpected: true),
            let (_, and) = find(.and, first.next), let second = weekday(at: and, isExpected: true),
            !first.isVague, first.weekday != nil, (second.date - first.date + 7) % 7 == 1
        else { return nil }
        var piece = DayPiece(.days, first.date, next: second.next)
        piece.end = first.date + 1
        return piece
    }

    private func withTail(_ piece: DayPiece, _ weekday: Weekday) -> DayPiece {
        var piece = piece
        if let (_, end) = find(.afterNext, piece.next) {
            piece.kind = .day
            piece.date = piece.date + 7
            piece.next = end
        } else if let (_, end) = find(.lastAfter, piece.next) {
            (piece.date, piece.isVague, piece.isPast, piece.next) = (piece.date - 7, true, true, end)
        } else if let (_, end) = find(.coming, piece.next) {
            piece.kind = .day
            piece.next = end
            // Some mean the week after by "the coming".
            let following = nextWeek(weekday)
            if following != piece.date { piece.others = [(following, nil, 0.2)] }
        } else if word(piece.next) == "week" || word(piece.next) == "fortnight" {
            guard !isPeriodWord(after: piece.next) else { return piece }
            piece.kind = .day
            piece.date = piece.date + (word(piece.next) == "week" ? 7 : 14)
            piece.next += 1
        } else if piece.weekday == today.weekday {
            piece.others = [(today, nil, 0.3)]
        }
        return piece
    }

    /// Returns true after "this" and `يوم`, but not for `هذا أحد الشباب`.
    private func isBareAllowed(from index: Int, to start: Int) -> Bool {
        start > index && (token(start)?.kind == .latin || has(.dayWord, start - 1))
    }

    /// Returns true beside words that are only beside weekdays: `الأسبوع القادم`, "morning", a number with "th".
    private func isWeekdayExpected(_ index: Int) -> Bool {
        let next = index + 1
        guard let token = token(index) else { return false }
        if token.kind == .latin {
            if let follower = self.token(next), follower.kind == .number { return true }
            return has(.weakPart, next) || has(.at, next) || has(.half, next + 1)
                || has(.month, next) || has(.article, next) && ordinal(at: next + 1) != nil
                || token.isCapital && (self.token(next).map { $0.kind == .sign } ?? true)
                || isShortWeekday(index)
        }
        // `الاربع ٧ بليل`, the Egyptian Wednesday.
        let isBeforeHour =
            token.word.hasPrefix("ال") && self.token(next)?.kind == .number && !isCounted(by: next + 1, isLed: false)
        return has(.coming, next) || has(.afterNext, next) || follows(.every, index) || isBeforeHour
    }

    /// Returns true for "sat" and "sun" as people write them in chats: between signs, in "sat then?", in "do wed".
    private func isShortWeekday(_ index: Int) -> Bool {
        let isFirst = token(index - 1).map { $0.kind == .sign && !$0.isGlued } ?? true || isSign("?", index - 1)
        let next = index + 1
        // "Beach sat?", but not "the sun?"
        if isSign("?", next), !follows(.article, index) { return true }
        let isLast = token(next).map { $0.kind == .sign } ?? true
        if isFirst, isLast || has(.weekdayAfter, next) { return true }
        return follows(.weekdayBefore, index) && (isLast || token(next)?.kind == .number || has(.weekdayAfter, next))
    }

    /// Returns the next such weekday after today.
    func coming(_ weekday: Weekday) -> LocalDate {
        today + ((weekday.rawValue - today.weekday.rawValue + 6) % 7 + 1)
    }

    /// Returns a weekday of the week after this one.
    func nextWeek(_ weekday: Weekday) -> LocalDate {
        let start = today.startOfWeek(context.firstDay.rawValue) + 7
        return start + (weekday.rawValue - context.firstDay.rawValue + 7) % 7
    }

    // MARK: Numbers of days

    /// Reads "the 20th" and "the third".
    func theNth(at index: Int) -> DayPiece? {
        guard let (article, start) = find(.article, index), article.value == "the",
            let (value, next) = ordinal(at: start),
            (1...31).contains(value), token(index)?.kind == .latin
        else { return nil }
        // "the second floor"
        if let follower = token(next), follower.kind != .sign, !isLink(next),
            clock(at: next, isLed: false)?.isStrong != true
        {
            return nil
        }
        if value <= 12, token(start)?.kind != .number, let follower = token(next), follower.kind != .sign,
            has(.of, next)
        {
            return nil
        }
        return dayOfMonth(value, next)
    }

    /// Reads the number after "on" and "day": "on 15", `يوم ٢٠`, `في ١٥`.
    private func dayOfMonth(after lead: Int, _ index: Int) -> DayPiece? {
        guard let (value, isOrdinal, next) = dayNumber(at: index), month(at: next) == nil, !has(.unit, next),
            !isClockMark(next), !has(.half, next), !has(.notHour, next), !isSign("%", next),
            !isInner([".", "/", "-"], next) || token(next + 1)?.kind != .number
        else { return nil }
        let isDayWord = has(.dayWord, lead) || has(.dateMark, lead) || has(.dayWord, index - 1)
        if !isDayWord, !isOrdinal {
            guard word(lead) == "on" || value > 12, word(lead) != "for", !has(.part, next),
                token(index)?.kind == .number
            else { return nil }
            if let follower = token(next), follower.kind != .sign, !isLink(next) { return nil }
        }
        if isDayWord, token(index)?.kind != .number, !isOrdinal, value < 13 { return nil }
        if isOrdinal, !isDayWord, token(index)?.kind != .number {
            // `في الثانية` is an hour, `في الأول` no day.
            guard token(index)?.kind == .latin || value > 2 && !has(.hourName, index) else { return nil }
            if let follower = token(next), follower.kind != .sign, !isLink(next) { return nil }
        }
        return dayOfMonth(value, next)
    }

    /// Returns the next such day of a month, today included.
    func dayOfMonth(_ value: Int, _ next: Int) -> DayPiece? {
        var month = today.startOfMonth
        for _ in 0..<4 {
            if let date = LocalDate(year: month.year, month: month.month, day: value), date >= today {
                var piece = DayPiece(.dayOfMonth, date, next: next)
                piece.dayOfMonth = value
                return piece
            }
            month = month.startOfNextMonth
        }
        return nil
    }

    // MARK: Eves and feasts

    /// Reads `ليلة الخميس` and "the eve of Eid": the evening before a day.
    private func eve(at index: Int) -> DayPiece? {
        guard let (_, next) = find(.eve, index), !has(.eve, next),
            var piece = weekday(at: next, isExpected: true) ?? feast(at: next) ?? writtenDate(
                at: next, isExpected: true)
                ?? day(at: next, isExpected: true),
            piece.end == nil, !piece.isVague
        else { return nil }
        // `ليلة الغد` is the night of tomorrow.
        if find(.day, next) == nil {
            piece.date = piece.kind == .weekday && piece.weekday == today.weekday ? piece.date - 1 : piece.date - 1
            piece.others = []
            if piece.date < today { piece.date = piece.date + 7 }
        }
        piece.kind = .day
        piece.part = .night
        return piece
    }

    func feast(at index: Int) -> DayPiece? {
        guard let (sense, next) = find(.feast, index) else { return nil }
        let words = sense.value.split(separator: " ")
        let numbers = words.compactMap { Int($0) }
        guard numbers.count >= 2 else { return nil }
        let isHijri = words.first != "gregorian"
        guard var piece = date(numbers[1], numbers[0], year: nil, next: next, isHijri: isHijri) else { return nil }
        piece.kind = .day
        if numbers.count > 2 { piece.end = piece.date + (numbers[2] - 1) }
        return piece
    }
}

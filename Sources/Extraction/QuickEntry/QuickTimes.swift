import CivilTime

extension SentenceReader {
    /// Finds everything about times in one pass from left to right. The reader of messages finds the pieces; here each
    /// kind is taken once.
    mutating func findTimes() {
        findSeries()
        var index = 0
        while index < scanner.text.tokens.count {
            index =
                scanner.endOfOther(at: index) ?? takeWholeDay(at: index) ?? takeExpression(at: index)
                ?? takeBareLength(at: index) ?? index + 1
        }
        findTimeAfterBound()
        findFridayPrayer()
        applyBounds()
    }

    /// Takes a prayer or a part of the day that directly follows a rule or a bound: `كل يوم ما عدا الجمعة العصر`,
    /// "Monday and Friday mornings".
    private mutating func findTimeAfterBound() {
        guard findings.start == nil, findings.part == nil, findings.repetition != nil else { return }
        for index in scanner.text.tokens.indices.dropFirst() where scanner.isSign(";", index - 1) {
            if let piece = scanner.prayer(at: index, afterDay: true), piece.anchor.relation == .at {
                findings.start = .prayer(piece.anchor.prayer, minutes: nil, side: 0, isFriday: piece.anchor.isFriday)
                return mark(index..<piece.next, .time)
            }
            if let piece = scanner.part(at: index, isBeside: true) {
                findings.part = QuickDayPart(piece.part)
                return mark(index..<piece.next, .time)
            }
        }
    }

    private mutating func takeWholeDay(at index: Int) -> Int? {
        guard !findings.isAllDay, let next = scanner.find(.allDay, index)?.next else { return nil }
        findings.isAllDay = true
        mark(index..<next, .allDay)
        return next
    }

    private mutating func takeExpression(at index: Int) -> Int? {
        guard let slots = scanner.slots(at: index) else { return nil }
        guard slots.day?.isVague != true, slots.moment?.isVague != true else { return slots.next }
        let kinds = take(slots)
        if kinds[.day] != nil || kinds[.repetition] != nil { markLead(of: slots) }
        // A weekday that contradicts its date stays in the title.
        let first = slots.day?.isContradicted ?? false ? slots.pieces.firstIndex { $0.kind == .day } : nil
        for (index, piece) in slots.pieces.enumerated() where index != first {
            guard let kind = kinds[piece.kind] else { continue }
            mark(piece.tokens, kind)
        }
        return slots.next
    }

    /// Takes "in" before "March", and "once" before "every two weeks".
    private mutating func markLead(of slots: Slots) {
        for start in [slots.start - 1, slots.start - 2] where start >= 0 {
            let isLead = slots.repetition != nil ? says(SeriesWords.once, start) == slots.start
                : slots.day?.kind == .longPeriod && scanner.find(.inside, start)?.next == slots.start
            if isLead { return mark(start..<slots.start, slots.repetition != nil ? .repetition : .day) }
        }
    }

    /// Notes what is new in an expression, and returns the kinds of its pieces that were taken.
    private mutating func take(_ slots: Slots) -> [PieceKind: QuickPart.Kind] {
        var kinds: [PieceKind: QuickPart.Kind] = [:]
        let isUntil = slots.day?.bound == .end && says(SeriesWords.until, slots.start) != nil
        // "Until Friday at 5" has no beginning.
        if isUntil, slots.hasTime { return [:] }
        if takeTime(slots) { kinds[.time] = .time }
        if let day = slots.day ?? slots.end.first?.day, findings.day == nil, !isMoment {
            takeDay(day, slots)
            if isUntil, day.date > now.date { findings.day = FoundDay(date: now.date, last: day.date) }
            kinds[.day] = .day
        }
        if let piece = slots.repetition, let read = QuickRepetition(piece.repetition),
            let repetition = findings.repetition.map({ $0.with(read, isOnce: findings.series.isOnce) }) ?? read
        {
            if findings.series.isOnce { (findings.series.isOnce, findings.series.count) = (false, nil) }
            findings.repetition = repetition
            if findings.part == nil { findings.part = piece.part.map { QuickDayPart($0) } }
            kinds[.repetition] = .repetition
        }
        if let length = slots.length, takeLength(length) { kinds[.length] = .length }
        return kinds
    }

    private var isMoment: Bool {
        if case .moment? = findings.start { true } else { false }
    }

    private mutating func takeDay(_ day: DayPiece, _ slots: Slots) {
        var last = day.end
        if slots.clock == nil, let end = slots.end.first?.day {
            last = end.weekday == nil ? end.end ?? end.date : day.date + (end.date - day.date + 70) % 7
        }
        findings.day = FoundDay(
            date: day.date, last: last, part: day.part.map { QuickDayPart($0) }, hijri: last == nil ? day.hijri : nil)
        if findings.part == nil { findings.part = findings.day?.part }
    }

    private mutating func takeTime(_ slots: Slots) -> Bool {
        if slots.bound == .end, slots.day == nil, let clock = slots.clock {
            // "until 5" ends a time that is there.
            guard case .clock? = findings.start, findings.end == nil, findings.minutes == nil else { return false }
            findings.end = reading(clock, slots.part)
            return true
        }
        guard findings.start == nil else { return false }
        if let moment = slots.moment {
            guard findings.day == nil else { return false }
            findings.start = .moment(moment.moment)
        } else if let clock = slots.clock {
            findings.start = .clock(reading(clock, slots.part))
            findings.zone = slots.zone
            findings.end = slots.end.first.flatMap { last in last.clock.map { reading($0, last.part) } }
        } else if let anchor = slots.prayer?.anchor {
            let side = anchor.relation == .after ? 1 : anchor.relation == .before ? -1 : 0
            findings.start = .prayer(anchor.prayer, minutes: anchor.minutes, side: side, isFriday: anchor.isFriday)
        } else if let part = slots.part, findings.part == nil {
            findings.part = QuickDayPart(part.part)
        } else {
            return false
        }
        return true
    }

    func reading(_ clock: ClockPiece, _ part: PartPiece?) -> ClockReading {
        var reading = ClockReading(hour: clock.hour % 24, minute: clock.minute)
        reading.isMidnight = clock.hour == 24
        reading.isExact = clock.isExact || clock.hour == 24
        switch clock.half {
        case .am?: reading.part = .morning
        case .pm?: reading.part = .afternoon
        case .part(let part)?: reading.part = QuickDayPart(part)
        case nil: reading.part = part.map { QuickDayPart($0.part) }
        }
        if reading.part != nil, clock.hour <= 12, clock.hour > 0 { reading.isExact = false }
        return reading
    }

    private mutating func takeLength(_ span: Span) -> Bool {
        guard findings.minutes == nil, findings.end == nil, findings.dayCount == nil else { return false }
        if span.isOfDays, span.months == 0 {
            guard (1...366).contains(span.days) else { return false }
            findings.dayCount = span.days
            return true
        }
        guard let minutes = span.minutes, (1...10_080).contains(minutes) else { return false }
        findings.minutes = minutes
        return true
    }

    /// Reads a length without "for": "Gym 45 min", `تمرين ساعتين`.
    private mutating func takeBareLength(at index: Int) -> Int? {
        guard !scanner.has(.article, index), !scanner.isAfterSign(index), !scanner.follows(.every, index),
            !scanner.follows(.agoBefore, index), !scanner.follows(.after, index),
            let (span, next) = scanner.span(at: index) ?? brokenHour(at: index), span.seconds > 0, span.months == 0,
            !scanner.isInner(["/"], index + 1), !scanner.has(.ago, next), !scanner.has(.after, next),
            !scanner.has(.before, next), !scanner.has(.edge, next), takeLength(span)
        else { return nil }
        mark(index..<next, .length)
        return next
    }

    /// Reads `ساعة ونص`. Alone, `ساعة` can be a watch.
    private func brokenHour(at index: Int) -> (span: Span, next: Int)? {
        scanner.span(at: index, allowsOne: true).flatMap { $0.span.seconds % 3_600 == 0 ? nil : $0 }
    }

    /// Takes the tokens of the sentence under some tokens of the reader of messages.
    mutating func mark(_ tokens: Range<Int>, _ kind: QuickPart.Kind) {
        let touched = sentence.bytes.indices(touching: scanner.text.range(tokens)) { $0 }
        guard let first = touched.first(where: { freeToken($0) != nil }) else { return }
        let last = (first..<touched.upperBound).first { freeToken($0) == nil } ?? touched.upperBound
        _ = take(first..<last, kind)
    }
}

extension QuickRepetition {
    /// Makes the repetition that an event can have; nil for others, as every three hours.
    fileprivate init?(_ reading: RepetitionReading) {
        switch reading.unit {
        case .weeks: self = reading.isWorkingDays ? .workingDays : .weekly(interval: reading.interval, reading.weekdays)
        case .days where reading.interval == 1: self = .daily
        case .months where reading.interval == 1: self = .monthly
        case .years where reading.interval == 1: self = .yearly
        default: return nil
        }
    }

    /// Returns the weeks with the weekdays that are said apart from them: "weekly … Thursdays"; nil for any other two.
    ///
    /// - Parameter isOnce: true for weekdays without "every": "daily … Sun-Thu" has one.
    fileprivate func with(_ other: QuickRepetition, isOnce: Bool) -> QuickRepetition? {
        if isOnce, other == .daily || other == .weekly(interval: 1, []) { return self }
        guard case .weekly(let interval, []) = self, case .weekly(1, let days) = other, !days.isEmpty else {
            return nil
        }
        return .weekly(interval: interval, days)
    }
}

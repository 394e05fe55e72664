import CivilTime

extension TaskReader {
    // MARK: Deadlines

    /// Reads "before Thursday", "by 5 December", `قبل نهاية الأسبوع`, "due Monday at 5".
    mutating func takeDeadline(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        let before = base.says(TaskWords.before, index)
        guard found.lastDay == nil, let lead = before ?? base.says(TaskWords.until, index) else { return nil }
        let end = base.scanner.find(.end, lead)
        let start = base.scanner.skip(.article, end?.next ?? lead)
        guard start < base.scanner.text.tokens.count,
            let slots = base.scanner.slots(at: start) ?? base.scanner.compose(at: start), let day = slots.day,
            !day.isVague, !day.isPast, slots.prayer == nil
        else { return nil }
        let isWhole = end != nil || base.scanner.word(lead - 1) == "نهايه" || base.scanner.word(lead - 1) == "نهاية"
        let date = isWhole ? day.end ?? day.date : day.date
        if let clock = slots.clock {
            (found.lastDay, found.lastMinute) = (day.date, minute(clock, slots.part))
        } else if before != nil, !isWhole {
            found.lastDay = max(date - 1, base.now.date)
        } else {
            found.lastDay = isWhole ? date : day.end ?? date
        }
        return mark(index..<slots.next, .day, &hidden)
    }

    // MARK: Days

    mutating func takeDay(_ slots: Slots) -> Bool {
        guard let day = slots.day else { return false }
        let isRepeated = found.frequency.map { $0 != .once } ?? false
        if isRepeated, let days = weekdays(day, to: slots.end.first?.day), slots.bound == nil {
            guard found.weekdays.isEmpty else { return false }
            found.weekdays = days
            return true
        }
        guard found.lastDay == nil else { return false }
        switch slots.bound {
        case .end?, .within?: found.lastDay = day.end ?? day.date
        case nil:
            let last = slots.end.first?.day.map { $0.end ?? $0.date } ?? day.end ?? day.date
            guard last >= day.date else { return false }
            found.firstDay = day.date > base.now.date ? day.date : nil
            found.lastDay = last
        }
        return true
    }

    /// Returns the weekdays of a day or a range that names only weekdays.
    private func weekdays(_ day: DayPiece, to last: DayPiece?) -> Set<Weekday>? {
        if day.kind == .weekend, let end = day.end, end - day.date < 7 {
            return Set((0...(end - day.date)).map { (day.date + $0).weekday })
        }
        guard day.kind == .weekday || day.kind == .days, let first = day.weekday else { return nil }
        guard let last else { return day.end == nil ? [first] : nil }
        guard let end = last.weekday, last.kind == .weekday else { return nil }
        return Self.days(first, end)
    }

    /// Reads "Sunday to Thursday" and `من الأحد إلى الخميس` as days on which the task may lie.
    mutating func takeDayRange(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        guard found.weekdays.isEmpty else { return nil }
        let start = base.scanner.skip(.from, index)
        guard let (first, afterFirst) = base.scanner.weekdayList(at: start), let from = first.first, first.count == 1,
            let to = base.scanner.joint(at: afterFirst), let (last, next) = base.scanner.weekdayList(at: to),
            let until = last.first, last.count == 1, from != until
        else { return nil }
        found.weekdays = Self.days(from, until)
        return mark(index..<next, .repetition, &hidden)
    }

    /// Returns the weekdays from one to another, both included.
    private static func days(_ first: Weekday, _ last: Weekday) -> Set<Weekday> {
        let length = (last.rawValue - first.rawValue + 7) % 7
        return Set((0...length).compactMap { Weekday(rawValue: (first.rawValue - 1 + $0) % 7 + 1) })
    }

    /// Reads "Sunday or Tuesday", `الأحد أو الثلاثاء`, `أيام الأحد والثلاثاء`.
    mutating func takeDayList(at index: Int, _ hidden: inout [Range<Int>]) -> Int? {
        guard found.weekdays.isEmpty else { return nil }
        let lead = base.scanner.skip(.on, index)
        guard var (days, next) = base.scanner.weekdayList(at: lead) ?? base.scanner.weekdayList(at: index) else {
            return nil
        }
        let isEach = base.says(TaskWords.or, next) == nil
        while let start = base.says(TaskWords.or, next), let (more, end) = base.scanner.weekdayList(at: start) {
            days.formUnion(more)
            next = end
        }
        guard days.count > 1, base.scanner.joint(at: next) == nil else { return nil }
        found.weekdays = days
        if isEach, found.frequency == nil { found.frequency = .weekly(days.count) }
        return mark(index..<next, .repetition, &hidden)
    }

    /// Finds "except Friday", `ما عدا الجمعة والسبت`.
    mutating func findExceptions() {
        eachToken { reader, index, hidden in
            guard let start = reader.base.says(SeriesWords.except, index),
                let (days, next) = reader.base.scanner.weekdayList(at: reader.base.scanner.skip(.on, start))
            else { return nil }
            reader.found.excluded.formUnion(days)
            return reader.mark(index..<next, .repetition, &hidden)
        }
    }
}

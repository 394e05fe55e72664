import CivilTime

/// Moves the days and times of a rule when its series' start moves: times of day first, then days.
struct RuleMover {
    var moved: MovedRule
    private let move: SeriesMove
    private let old: CalendarPlace, new: CalendarPlace
    /// The length of the shortest month of the rule's calendar; 0 if its last month has only a few days.
    private let shortestMonth: Int

    init(_ rule: RecurrenceRule, _ move: SeriesMove) {
        moved = MovedRule(rule: rule)
        self.move = move
        let calendar = rule.calendar ?? .gregorian
        old = CalendarPlace(move.old.local.date, calendar)
        new = CalendarPlace(move.new.local.date, calendar)
        shortestMonth = [.gregorian, .buddhist, .minguo].contains(calendar) ? 28 : 0
    }

    private var rule: RecurrenceRule {
        get { moved.rule }
        set { moved.rule = newValue }
    }

    // MARK: Times of day

    mutating func moveTimesOfDay() throws(EditingError) {
        guard !move.old.isDate || !move.new.isDate else { return }
        if move.old.isDate || move.new.isDate {
            guard rule.frequency >= .daily, move.old.isDate || hasOneTimeOfDay else { throw .unclearRule }
            // Days have no hours (§3.3.10), and the hours of a series of days had no meaning.
            (rule.hours, rule.minutes, rule.seconds) = ([], [], [])
            return
        }
        let from = move.old.local, to = move.new.local
        rule.hours = try later(rule.hours, to.hour - from.hour, most: 23)
        rule.minutes = try later(rule.minutes, to.minute - from.minute, most: 59)
        rule.seconds = try later(rule.seconds.map { min($0, 59) }, to.second - from.second, most: 59)
        if rule.frequency < .daily, rule.namesAny { moved.keepsDistance = false }
    }

    private func later(_ values: [Int], _ difference: Int, most: Int) throws(EditingError) -> [Int] {
        let later = values.map { $0 + difference }
        guard later.allSatisfy({ (0...most).contains($0) }) else { throw .unclearRule }
        return later
    }

    private var hasOneTimeOfDay: Bool { rule.hours.count < 2 && rule.minutes.count < 2 && rule.seconds.count < 2 }

    // MARK: Days

    mutating func moveDays() throws(EditingError) {
        switch rule.frequency {
        case .weekly:
            // With an interval of several weeks, or with BYSETPOS, the first day of the week matters.
            if rule.interval > 1 || !rule.setPositions.isEmpty { rule.weekStart = rule.weekStart.later(move.days) }
            try moveLimits()
        case .secondly, .minutely, .hourly, .daily:
            try moveLimits()
        case .monthly, .yearly:
            try moveInMonthOrYear()
        }
    }

    /// Moves the parts that only exclude days.
    private mutating func moveLimits() throws(EditingError) {
        guard rule.weekNumbers.isEmpty else { throw .unclearRule }
        if !rule.months.isEmpty { moved.keepsDistance = false }
        try moveYearDays()
        try moveMonthDays()
        moveWeekdays()
    }

    private mutating func moveInMonthOrYear() throws(EditingError) {
        let isYearly = rule.frequency == .yearly
        guard isYearly || rule.weekNumbers.isEmpty && rule.yearDays.isEmpty else { throw .unclearRule }
        if !rule.weekNumbers.isEmpty {
            try moveInWeek()
        } else if !rule.yearDays.isEmpty {
            guard rule.monthDays.isEmpty, rule.months.isEmpty, !hasOrdinals else { throw .unclearRule }
            try moveYearDays()
            moveWeekdays()
        } else if !rule.monthDays.isEmpty {
            guard !hasOrdinals else { throw .unclearRule }
            try moveMonthDays()
            try moveMonth(isSingleDay: rule.monthDays.count == 1)
            moveWeekdays()
        } else if !rule.weekdays.isEmpty {
            try moveNumberedWeekdays()
        } else {
            if old.month != new.month || max(old.day, new.day) > shortestMonth { moved.keepsDistance = false }
            try moveMonth(isSingleDay: true)
        }
    }

    private var hasOrdinals: Bool { rule.weekdays.contains { $0.ordinal != nil } }

    private mutating func moveWeekdays() {
        rule.weekdays = rule.weekdays.map { WeekdayPosition($0.weekday.later(move.days)) }
    }

    private mutating func moveYearDays() throws(EditingError) {
        guard let days = rule.yearDays.later(move.days, most: shortestMonth > 0 ? 365 : 0) else { throw .unclearRule }
        rule.yearDays = days
    }

    private mutating func moveMonthDays() throws(EditingError) {
        if let days = later(daysOfMonth: rule.monthDays) {
            rule.monthDays = days
        } else if rule.monthDays == [old.day], rule.weekdays.isEmpty {
            rule.monthDays = [new.day]
            moved.keepsDistance = false
        } else {
            throw .unclearRule
        }
    }

    /// Returns the days of the month, moved. The last day may become the last but one. A person who moves it
    /// to the sixth does not mean the last but twenty-five.
    private func later(daysOfMonth numbers: [Int]) -> [Int]? {
        numbers.later(move.days, most: shortestMonth).flatMap { $0.contains { $0 < -7 } ? nil : $0 }
    }

    /// Moves the month of a rule.
    ///
    /// - Parameter isSingleDay: true if the rule has one day of each month, so that its month can follow.
    private mutating func moveMonth(isSingleDay: Bool) throws(EditingError) {
        guard !rule.months.isEmpty, old.month != new.month else { return }
        guard rule.months == [old.month], isSingleDay else { throw .unclearRule }
        rule.months = [new.month]
        moved.keepsDistance = false
    }

    /// Moves the days of numbered weeks, which must stay in their weeks.
    private mutating func moveInWeek() throws(EditingError) {
        guard rule.monthDays.isEmpty, rule.yearDays.isEmpty, rule.months.isEmpty else { throw .unclearRule }
        let weekdays = rule.weekdays.isEmpty ? [move.old.local.date.weekday] : rule.weekdays.map(\.weekday)
        for weekday in weekdays {
            let place = floorRemainder(weekday.index - rule.weekStart.index, 7) + move.days
            guard (0..<7).contains(place) else { throw .unclearRule }
        }
        moveWeekdays()
    }

    /// Moves numbered weekdays: `2TU`, or `TU` with BYSETPOS=2, as Exchange and Outlook write it; or all of a
    /// weekday.
    private mutating func moveNumberedWeekdays() throws(EditingError) {
        moved.keepsDistance = false
        let ordinals = rule.weekdays.compactMap(\.ordinal)
        if ordinals.isEmpty, rule.setPositions.isEmpty {
            try moveMonth(isSingleDay: false)
            return moveWeekdays()
        }
        let isInMonth = rule.frequency == .monthly || !rule.months.isEmpty
        let isPosition = ordinals.isEmpty
        if isPosition {
            // Positions count all times of an interval.
            guard hasOneTimeOfDay, rule.frequency == .monthly || rule.months.count < 2 else { throw .unclearRule }
        } else {
            guard ordinals.count == rule.weekdays.count, rule.setPositions.isEmpty else { throw .unclearRule }
        }
        let weekdays = Set(rule.weekdays.map(\.weekday))
        if isPosition, weekdays.count == 7, isInMonth {
            try moveDaysOfMonthByPosition()
        } else {
            guard weekdays.count == 1 else { throw .unclearRule }
            let positions = try positions(of: isPosition ? rule.setPositions : ordinals, isInMonth: isInMonth)
            let weekday = move.new.local.date.weekday
            if isPosition {
                rule.weekdays = [WeekdayPosition(weekday)]
                rule.setPositions = positions
            } else {
                rule.weekdays = positions.map { WeekdayPosition(weekday, ordinal: $0) }
            }
        }
        try moveMonth(isSingleDay: rule.weekdays.count == 1 || weekdays.count == 7)
    }

    /// Moves positions among all seven weekdays: the third, or the last, is a day of the month.
    private mutating func moveDaysOfMonthByPosition() throws(EditingError) {
        if let positions = later(daysOfMonth: rule.setPositions) {
            rule.setPositions = positions
        } else if rule.setPositions == [old.day] {
            rule.setPositions = [new.day]
        } else {
            throw .unclearRule
        }
    }

    /// Returns the number of the new start's weekday, if the rule numbers the old start so.
    private func positions(of numbers: [Int], isInMonth: Bool) throws(EditingError) -> [Int] {
        let was = old.ordinals(inMonth: isInMonth), now = new.ordinals(inMonth: isInMonth)
        guard let only = numbers.first, numbers.count == 1 else {
            // Several numbers, as the second and the fourth, stay.
            guard was == now else { throw .unclearRule }
            return numbers
        }
        if only < 0 {
            // The day before the last Friday may be the last Thursday or the last but one.
            guard only == was.fromEnd, only == now.fromEnd else { throw .unclearRule }
            return numbers
        }
        // Not every month has a fifth one, and the last one is another rule: the meaning is not certain.
        guard only == was.fromStart, now.fromStart == only || now.fromStart <= (isInMonth ? 4 : 52) else {
            throw .unclearRule
        }
        return [now.fromStart]
    }
}

/// A day's position in the rule's calendar.
private struct CalendarPlace {
    let month: RuleMonth
    /// The day of the month, from 1.
    let day: Int
    private let span: CalendarMonth

    init(_ date: LocalDate, _ calendar: CalendarSystem) {
        span = calendar.month(containing: date.daysSince1970)
        month = calendar.name(ofMonthAt: span.position, inYear: span.year)
        day = date.daysSince1970 - span.firstDay + 1
    }

    /// Returns the number of its weekday in its month or year, from either end.
    func ordinals(inMonth: Bool) -> (fromStart: Int, fromEnd: Int) {
        let index = inMonth ? day - 1 : span.firstDay - span.yearFirstDay + day - 1
        let count = inMonth ? span.length : span.yearLength
        return (index / 7 + 1, -((count - 1 - index) / 7 + 1))
    }
}

extension RecurrenceRule {
    fileprivate var namesAny: Bool {
        !hours.isEmpty || !minutes.isEmpty || !seconds.isEmpty || !weekdays.isEmpty || !monthDays.isEmpty
            || !yearDays.isEmpty || !weekNumbers.isEmpty || !months.isEmpty
    }
}

extension [Int] {
    /// Returns the numbers, moved by a number of days; nil if one would count from the other end, or might
    /// not exist.
    fileprivate func later(_ days: Int, most: Int) -> [Int]? {
        var later: [Int] = []
        for number in self {
            let moved = number + days
            guard abs(number) <= most, abs(moved) <= most, moved.signum() == number.signum() else { return nil }
            later.append(moved)
        }
        return later
    }
}

extension Weekday {
    fileprivate func later(_ days: Int) -> Weekday { Weekday(rawValue: floorRemainder(index + days, 7) + 1) ?? .monday }
}

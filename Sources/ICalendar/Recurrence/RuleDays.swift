// The days of a year, a month or a week: the expansions of RFC 5545 §3.3.10's table. A part beside one that
// already gave the days limits them.

extension RulePlan {
    /// Returns the days of a year, ascending; with BYWEEKNO, of the year of its weeks.
    func days(inYear year: Int) -> [Int] {
        let days: [Int]
        if !weekNumbers.isEmpty {
            days = daysOfWeeks(inYear: year)
        } else if !yearDays.isEmpty {
            days = daysByYearDay(inYear: year)
        } else if !monthDays.isEmpty {
            // BYMONTHDAY alone leaves the month open, so it is the start's month.
            days = yearMonths(year).flatMap { daysByMonthDay(in: $0) }
        } else if hasWeekdays {
            days = months.isEmpty
                ? daysByWeekday(first: firstDay(year), count: firstDay(year + 1) - firstDay(year))
                : yearMonths(year).flatMap { daysByWeekday(first: $0.firstDay, count: $0.length) }
        } else {
            return ordered(yearMonths(year).flatMap { month in monthDay(startMonthDay, in: month).map { [$0] } ?? [] })
        }
        return ordered(days)
    }

    /// Returns the days of a month, ascending.
    func days(in month: CalendarMonth) -> [Int] {
        if !months.isEmpty, !monthPositions(inYear: month.year).contains(month.position) { return [] }
        if !monthDays.isEmpty { return ordered(daysByMonthDay(in: month)) }
        if hasWeekdays { return ordered(daysByWeekday(first: month.firstDay, count: month.length)) }
        if !yearDays.isEmpty || !weekNumbers.isEmpty { return Array(month.firstDay..<month.firstDay + month.length) }
        return monthDay(startMonthDay, in: month).map { [$0] } ?? []
    }

    /// Adds the days of a week that begins on a day.
    func addDays(inWeekFrom first: Int, to days: inout [Int]) {
        var picked = weekdays
        if picked == 0 {
            let isOpen = monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
            picked = isOpen ? 1 << UInt8(weekdayIndex(ofDay: startDay)) : 0b111_1111
        }
        for day in first..<first + 7 where picked & (1 << UInt8(weekdayIndex(ofDay: day))) != 0 { days.append(day) }
    }

    /// The day of the month on which the series starts.
    var startMonthDay: Int { startDay - startMonth.firstDay + 1 }

    // MARK: Years

    func firstDay(_ year: Int) -> Int { calendar.firstDay(ofYear: year) }

    /// Returns the months of BYMONTH, or the start's month.
    private func yearMonths(_ year: Int) -> [CalendarMonth] {
        monthPositions(inYear: year).map { calendar.month(year: year, position: $0) }
    }

    /// Returns the positions of BYMONTH's months in a year, or of the start's month. The last may be just
    /// behind the year: a leap month that SKIP moved forward.
    func monthPositions(inYear year: Int) -> [Int] {
        let wanted = months.isEmpty
            ? [calendar.name(ofMonthAt: startMonth.position, inYear: startMonth.year)] : months
        return ordered(wanted.compactMap { calendar.position(of: $0, inYear: year, skip: skip) })
    }

    private func daysByYearDay(inYear year: Int) -> [Int] {
        let first = firstDay(year), length = firstDay(year + 1) - first
        return yearDays.compactMap { place($0, first: first, count: length) }
    }

    /// Returns the first day of a year's first week, which has at least four days in the year (ISO 8601).
    func firstWeek(ofYear year: Int) -> Int {
        let first = firstDay(year)
        let daysBefore = floorRemainder(weekdayIndex(ofDay: first) - weekStart, 7)
        return daysBefore > 3 ? first - daysBefore + 7 : first - daysBefore
    }

    /// Returns the year of a day's week.
    func weekYear(ofDay day: Int) -> Int {
        let year = calendar.month(containing: day).year
        if day < firstWeek(ofYear: year) { return year - 1 }
        return day < firstWeek(ofYear: year + 1) ? year : year + 1
    }

    private func daysOfWeeks(inYear year: Int) -> [Int] {
        let first = firstWeek(ofYear: year)
        let count = (firstWeek(ofYear: year + 1) - first) / 7
        // Without a part that picks days, it is the start's day of the week.
        let picked: UInt8 = if weekdays != 0 {
            weekdays
        } else if monthDays.isEmpty && yearDays.isEmpty {
            1 << UInt8(weekdayIndex(ofDay: startDay))
        } else {
            0b111_1111
        }
        return weekNumbers.flatMap { number -> [Int] in
            let index = number > 0 ? number - 1 : count + number
            guard (0..<count).contains(index) else { return [] }
            return (0..<7).map { first + 7 * index + $0 }.filter { picked & (1 << UInt8(weekdayIndex(ofDay: $0))) != 0 }
        }
    }

    // MARK: Months and weekdays

    private func daysByMonthDay(in month: CalendarMonth) -> [Int] {
        monthDays.compactMap { monthDay($0, in: month) }
    }

    private func monthDay(_ day: Int, in month: CalendarMonth) -> Int? {
        place(day, first: month.firstDay, count: month.length)
    }

    /// Returns the day at a position from the beginning or, if negative, from the end. SKIP decides about a
    /// position outside.
    private func place(_ number: Int, first: Int, count: Int) -> Int? {
        let index = number > 0 ? number - 1 : count + number
        if index >= count {
            switch skip {
            case .omit: return nil
            case .backward: return first + count - 1
            case .forward: return first + count
            }
        }
        if index < 0 {
            switch skip {
            case .omit: return nil
            case .backward: return first - 1
            case .forward: return first
            }
        }
        return first + index
    }

    private func daysByWeekday(first: Int, count: Int) -> [Int] {
        var days: [Int] = []
        for weekday in 0..<7 where weekdays & (1 << UInt8(weekday)) != 0 {
            let offset = floorRemainder(weekday - weekdayIndex(ofDay: first), 7)
            days += Array(stride(from: first + offset, to: first + count, by: 7))
        }
        for (weekday, ordinal) in numberedWeekdays {
            if let day = nth(ordinal, weekday, first: first, count: count) { days.append(day) }
        }
        return days
    }

    /// Returns the first, second… or last of a weekday in a range of days.
    func nth(_ ordinal: Int, _ weekday: Int, first: Int, count: Int) -> Int? {
        let earliest = first + floorRemainder(weekday - weekdayIndex(ofDay: first), 7)
        let number = (first + count - 1 - earliest) / 7 + 1 // the number of these weekdays
        let index = ordinal > 0 ? ordinal - 1 : number + ordinal
        return (0..<number).contains(index) ? earliest + 7 * index : nil
    }
}

/// Returns each day once, ascending.
func ordered(_ days: [Int]) -> [Int] {
    for index in days.indices.dropFirst() where days[index] <= days[index - 1] { return Set(days).sorted() }
    return days
}

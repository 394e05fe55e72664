import CivilTime

/// The date and time at the head of an exported message, before the order of the numbers is known.
struct ExportStamp {
    /// The three numbers of the date as they are written, with the count of their digits.
    let numbers: [(value: Int, digits: Int)]
    /// True if the month was a word and came second.
    let hasMonthName: Bool
    let hour: Int
    let minute: Int
    let second: Int
    let half: ExportWords.Half?
    /// The order that this look means where the numbers leave it open.
    let look: DateOrder?

    /// Returns the wall time by an order, or nil if the numbers are no date in it.
    func time(_ order: DateOrder) -> LocalDateTime? {
        let (year, month, day) =
            switch order {
            case .dmy: (numbers[2], numbers[1].value, numbers[0].value)
            case .mdy: (numbers[2], numbers[0].value, numbers[1].value)
            case .ymd: (numbers[0], numbers[1].value, numbers[2].value)
            }
        if hasMonthName, order == .mdy { return nil }
        // A four-digit number is always the year.
        guard !numbers.contains(where: { $0.digits == 4 && $0.value != year.value }),
            let date = Self.date(year: year.value, digits: year.digits, month: month, day: day)
        else { return nil }
        return LocalDateTime(date: date, hour: hour24, minute: minute, second: min(second, 59))
    }

    private var hour24: Int {
        switch half {
        case .morning?: hour == 12 ? 0 : hour
        case .evening?: hour < 12 ? hour + 12 : hour
        case nil: hour % 24
        }
    }

    /// Converts years of other calendars that phones may show: Hijri, Persian, Buddhist.
    private static func date(year: Int, digits: Int, month: Int, day: Int) -> LocalDate? {
        switch (digits, year) {
        // WhatsApp began in 2009: 1430 AH, 1388 in Persia.
        case (2, 9...): return LocalDate(year: 2000 + year, month: month, day: day)
        case (4, 2009...2200): return LocalDate(year: year, month: month, day: day)
        case (4, 2500...2700): return LocalDate(year: year - 543, month: month, day: day)
        case (4, 1425...1600):
            guard let first = HijriCalendar.ummAlQura.firstDay(year: year, month: month),
                let length = HijriCalendar.ummAlQura.days(inYear: year, month: month), (1...length).contains(day)
            else { return nil }
            return first + (day - 1)
        case (4, 1380..<1425): return persianDate(year: year, month: month, day: day)
        default: return nil
        }
    }

    /// Returns the day of a date in the Persian solar calendar, by its cycle of 33 years, right for 1343 to 1472.
    private static func persianDate(year: Int, month: Int, day: Int) -> LocalDate? {
        func isLeap(_ year: Int) -> Bool { [1, 5, 9, 13, 17, 22, 26, 30].contains(year % 33) }
        let length = month <= 6 ? 31 : month < 12 || isLeap(year) ? 30 : 29
        // 1 Farvardin 1380 was 21 March 2001.
        guard (1...12).contains(month), (1...length).contains(day),
            var date = LocalDate(year: 2001, month: 3, day: 21)
        else { return nil }
        for passed in 1380..<max(year, 1380) { date = date + (isLeap(passed) ? 366 : 365) }
        return date + (min(month - 1, 6) * 31 + max(month - 7, 0) * 30 + day - 1)
    }
}


/// The calendars in which rules can count: RSCALE, by CLDR's names (RFC 7529 §4.1).
///
/// Most are arithmetic. Umm al-Qura has the published months of 1420 to 1500 AH, and the civil calendar's
/// arithmetic outside. The Chinese and the Korean calendar have the months of 1900 to 2203, which repeat. So
/// a series without an end stays without an end.
public enum CalendarSystem: String, Hashable, Sendable, CaseIterable {
    case gregorian = "GREGORIAN"
    /// Gregorian months and days with other year numbers, which make no difference to a rule.
    case buddhist = "BUDDHIST", minguo = "ROC"
    case islamicCivil = "ISLAMIC-CIVIL"
    /// The civil calendar, a day earlier: the astronomers' epoch.
    case islamicTabular = "ISLAMIC-TBLA"
    case ummAlQura = "ISLAMIC-UMALQURA"
    case hebrew = "HEBREW"
    case ethiopic = "ETHIOPIC", coptic = "COPTIC"
    case chinese = "CHINESE", dangi = "DANGI"
}

/// A month in days since 1970, with the year around it.
struct CalendarMonth: Hashable, Sendable {
    var year: Int
    /// The position in the year, 0 the first. Leap months have a position, so it differs from the month's
    /// number.
    var position: Int
    var firstDay: Int, length: Int
    var yearFirstDay: Int, yearLength: Int

    func contains(_ day: Int) -> Bool { day >= firstDay && day - firstDay < length }
}

extension CalendarSystem {
    private var arithmetic: any CalendarArithmetic {
        switch self {
        case .gregorian, .buddhist, .minguo: GregorianMonths()
        case .islamicCivil: IslamicMonths.civil
        case .islamicTabular: IslamicMonths.tabular
        case .ummAlQura: UmmAlQuraMonths()
        case .hebrew: HebrewMonths()
        case .ethiopic: AlexandrianMonths.ethiopic
        case .coptic: AlexandrianMonths.coptic
        case .chinese: LunisolarMonths.chinese
        case .dangi: LunisolarMonths.dangi
        }
    }

    func month(containing day: Int) -> CalendarMonth {
        let calendar = arithmetic
        let (year, position) = calendar.month(containing: day)
        return span(year: year, position: position, calendar)
    }

    /// Returns the month that is this number of months after the first of year 0. A year may have 13.
    func month(number: Int) -> CalendarMonth {
        let calendar = arithmetic
        let (year, position) = calendar.month(number: number)
        return span(year: year, position: position, calendar)
    }

    /// Returns the month at a position of a year.
    ///
    /// - Parameter position: may be just behind the year's last month.
    func month(year: Int, position: Int) -> CalendarMonth {
        let calendar = arithmetic
        let isBehind = position >= calendar.monthCount(inYear: year)
        return span(year: isBehind ? year + 1 : year, position: isBehind ? 0 : position, calendar)
    }

    func number(ofMonthAt position: Int, inYear year: Int) -> Int {
        arithmetic.monthsBefore(year: year) + position
    }

    func monthCount(inYear year: Int) -> Int { arithmetic.monthCount(inYear: year) }

    func firstDay(ofYear year: Int) -> Int { arithmetic.firstDay(year: year, position: 0) }

    /// Returns the name that rules give to a month.
    func name(ofMonthAt position: Int, inYear year: Int) -> RuleMonth {
        guard let leap = arithmetic.leapMonth(inYear: year), position >= leap else { return RuleMonth(position + 1) }
        return position == leap ? RuleMonth(position, isLeap: true) : RuleMonth(position)
    }

    /// Returns the position of a month in a year; `skip` decides about a leap month that the year does not
    /// have.
    ///
    /// - Returns: a position in the year, or just behind its last month; nil if there is none.
    func position(of month: RuleMonth, inYear year: Int, skip: RecurrenceRule.Skip) -> Int? {
        let leap = arithmetic.leapMonth(inYear: year)
        let count = arithmetic.monthCount(inYear: year)
        if month.isLeap {
            if let leap, leap == month.number { return leap }
            guard arithmetic.hasLeapMonths, month.number < count else { return nil }
            let plain = leap.map { month.number > $0 ? month.number : month.number - 1 } ?? month.number - 1
            switch skip {
            case .omit: return nil
            case .backward: return plain
            case .forward: return plain + 1
            }
        }
        let position = leap.map { month.number > $0 ? month.number : month.number - 1 } ?? month.number - 1
        return position < count ? position : nil
    }

    private func span(year: Int, position: Int, _ calendar: any CalendarArithmetic) -> CalendarMonth {
        let first = calendar.firstDay(year: year, position: position)
        let yearFirst = calendar.firstDay(year: year, position: 0)
        let isLast = position + 1 >= calendar.monthCount(inYear: year)
        let yearEnd = calendar.firstDay(year: year + 1, position: 0)
        let end = isLast ? yearEnd : calendar.firstDay(year: year, position: position + 1)
        return CalendarMonth(
            year: year, position: position, firstDay: first, length: end - first,
            yearFirstDay: yearFirst, yearLength: yearEnd - yearFirst)
    }
}

/// The arithmetic of a calendar: the days on which its months begin, in days since 1970.
protocol CalendarArithmetic: Sendable {
    /// Returns the first day of a month.
    ///
    /// - Parameter position: 0 up to, not including, `monthCount(inYear:)`.
    func firstDay(year: Int, position: Int) -> Int
    func monthCount(inYear year: Int) -> Int
    /// Returns the position of the leap month in the year, which is also the number of the month before it;
    /// nil if there is none.
    func leapMonth(inYear year: Int) -> Int?
    var hasLeapMonths: Bool { get }
    /// Returns the number of a year's first month, counted from the beginning of year 0.
    func monthsBefore(year: Int) -> Int
    func month(containing day: Int) -> (year: Int, position: Int)
    func month(number: Int) -> (year: Int, position: Int)
}

/// A calendar whose years all have the same months.
protocol RegularCalendar: CalendarArithmetic {
    static var monthsPerYear: Int { get }
}

extension RegularCalendar {
    func monthCount(inYear year: Int) -> Int { Self.monthsPerYear }
    func leapMonth(inYear year: Int) -> Int? { nil }
    var hasLeapMonths: Bool { false }
    func monthsBefore(year: Int) -> Int { year * Self.monthsPerYear }
    func month(number: Int) -> (year: Int, position: Int) {
        (floorQuotient(number, Self.monthsPerYear), floorRemainder(number, Self.monthsPerYear))
    }
}

extension CalendarArithmetic {
    /// Finds the month of a day from a year that may be one off.
    func month(containing day: Int, guess: Int) -> (year: Int, position: Int) {
        var year = guess
        while firstDay(year: year, position: 0) > day { year -= 1 }
        while firstDay(year: year + 1, position: 0) <= day { year += 1 }
        let count = monthCount(inYear: year)
        let next = (0..<count).partitionPoint { firstDay(year: year, position: $0) <= day }
        return (year, max(0, next - 1))
    }
}

import CivilTime

/// An occasion that the built-in calendar of days shows. Its raw value names its texts.
enum Occasion: String, Sendable, Hashable, CaseIterable {
    case ramadan
    case eidAlFitr = "eid-al-fitr"
    case arafah
    case eidAlAdha = "eid-al-adha"
    case ashura
    /// The 13th to the 15th of a Hijri month, on which many fast.
    case whiteDays = "white-days"
    case foundingDay = "founding-day"
    case nationalDay = "national-day"
    case eidAlFitrHoliday = "eid-al-fitr-holiday"
    case eidAlAdhaHoliday = "eid-al-adha-holiday"
}

/// An occasion on its days.
struct OccasionDays: Sendable, Hashable {
    let occasion: Occasion
    let days: ClosedRange<LocalDate>
}

extension OccasionDays {
    /// Returns the occasions that touch a range of days: by first day, then longer first.
    static func touching(_ range: ClosedRange<LocalDate>, hijri: HijriCalendar) -> [OccasionDays] {
        let hijriYears = HijriCalendar.years.filter { year in
            guard let first = hijri.firstDay(year: year, month: 1) else { return false }
            return first <= range.upperBound && first + longestHijriYear >= range.lowerBound
        }
        // A holiday of one Gregorian year does not reach into the next.
        let years = range.lowerBound.year...range.upperBound.year
        let all = hijriYears.flatMap { religious($0, hijri) + holidays(hijriYear: $0, hijri) }
            + years.flatMap { holidays(year: $0) }
        return all.filter { $0.days.overlaps(range) }.sorted { one, other in
            (one.days.lowerBound, other.days.upperBound, one.occasion.rawValue)
                < (other.days.lowerBound, one.days.upperBound, other.occasion.rawValue)
        }
    }

    /// The days of a Hijri year, and one more for a shifted last month.
    private static let longestHijriYear = 356

    /// Returns the occasions of religion in a Hijri year.
    private static func religious(_ year: Int, _ hijri: HijriCalendar) -> [OccasionDays] {
        var found: [OccasionDays] = []
        func add(_ occasion: Occasion, month: Int, _ days: ClosedRange<Int>) {
            guard let first = hijri.firstDay(year: year, month: month) else { return }
            found.append(OccasionDays(
                occasion: occasion, days: first + (days.lowerBound - 1)...first + (days.upperBound - 1)))
        }
        add(.ashura, month: 1, 10...10)
        if let length = hijri.days(inYear: year, month: ramadan) { add(.ramadan, month: ramadan, 1...length) }
        add(.eidAlFitr, month: 10, 1...1)
        add(.arafah, month: pilgrimage, 9...9)
        add(.eidAlAdha, month: pilgrimage, 10...10)
        for month in 1...12 where month != ramadan {
            // The 13th of Dhu al-Hijjah is one of the days of tashriq, on which nobody fasts.
            add(.whiteDays, month: month, month == pilgrimage ? 14...15 : 13...15)
        }
        return found
    }

    private static let ramadan = 9
    private static let pilgrimage = 12

    private static func holidays(hijriYear: Int, _ hijri: HijriCalendar) -> [OccasionDays] {
        SaudiHolidays.hijri.compactMap { holiday in
            guard let first = hijri.firstDay(year: hijriYear, month: holiday.month) else { return nil }
            let start = first + (holiday.day - 1)
            return OccasionDays(occasion: holiday.occasion, days: start...start + (holiday.length - 1))
        }
    }

    private static func holidays(year: Int) -> [OccasionDays] {
        SaudiHolidays.gregorian.compactMap { holiday in
            guard year >= holiday.since, let day = LocalDate(year: year, month: holiday.month, day: holiday.day)
            else { return nil }
            return OccasionDays(occasion: holiday.occasion, days: day...day)
        }
    }
}

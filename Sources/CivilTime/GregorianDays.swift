// The algorithms count in eras of 400 years, which always have 146,097 days. Their year begins in
// March, so that the leap day comes last.
// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
// https://howardhinnant.github.io/date_algorithms.html, days_from_civil and civil_from_days.

/// Returns the days from 1970-01-01 to a date, negative for earlier dates.
func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400                                    // 0...399
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1  // 0...365
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear   // 0...146096
    return era * 146_097 + dayOfEra - 719_468
}

/// Returns the date that many days after 1970-01-01.
func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468                                             // from 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153                               // 0 is March
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/// Returns the weekday of a day since 1970-01-01. Day 0 was a Thursday.
func weekday(ofDay days: Int) -> Weekday {
    switch flooredDivision(Int64(days), by: 7).remainder {
    case 0: .thursday
    case 1: .friday
    case 2: .saturday
    case 3: .sunday
    case 4: .monday
    case 5: .tuesday
    default: .wednesday
    }
}

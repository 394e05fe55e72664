import CivilTime
import PrayerTimes
import Runtime
import Templates

/// A month of a timetable.
struct MonthTable {
    /// The first day.
    let month: LocalDate

    /// The years for which the position of the Sun is known well enough.
    static let years = 1900...2200

    init(of day: LocalDate) {
        month = day - (day.day - 1)
    }

    /// - Parameter text: `2026-12`.
    /// - Returns: nil if it is not a month of these years.
    init?(_ text: String) {
        guard let month = LocalDate(iso8601: text + "-01"), Self.years.contains(month.year) else { return nil }
        self.month = month
    }

    /// The month as in an address: `2026-12`.
    var text: String { String(month.iso8601.prefix(7)) }

    var next: MonthTable? { Self(Self(of: month + 31).text) }
    var previous: MonthTable? { Self(Self(of: month - 1).text) }

    /// The days of the month as the page shows them.
    func days(
        _ timetable: Timetable, today: LocalDate, hijri: HijriCalendar, _ format: Formatter
    ) -> [MonthDay] {
        let zone = timetable.place.zone
        var days: [MonthDay] = []
        var date = month
        while date.month == month.month {
            let times = timetable.day(date).times
            func time(_ event: DayEvent) -> MonthTime {
                let moment = times[event]
                return MonthTime(
                    time: moment.map { format.time($0, zone) },
                    isAfterMidnight: moment.map { zone.date(at: $0) > date } ?? false)
            }
            days.append(MonthDay(
                day: "\(format.shortWeekday(date.weekday)) \(format.number(date.day))",
                isToday: date == today,
                hijri: hijri.date(of: date).map { day in
                    HijriDay(
                        number: format.number(day.day), month: format.hijriMonthName(day.month),
                        isNamed: date == month || day.day == 1)
                },
                fajr: time(.fajr), sunrise: time(.sunrise), dhuhr: time(.dhuhr), asr: time(.asr),
                maghrib: time(.maghrib), isha: time(.isha)))
            date = date + 1
        }
        return days
    }
}

/// The part of a city's page with the times of a month.
struct MonthPart: Encodable {
    /// The month's name with the year.
    var month: String
    var days: [MonthDay]
    /// The addresses of the months before and after; nil outside of `MonthTable.years`.
    var previousURL: String?
    var nextURL: String?
}

/// A day of a month's table: `templates/prayer/month-row.mustache`.
struct MonthDay: Encodable {
    /// The weekday in short and the number.
    var day: String
    var isToday: Bool
    var hijri: HijriDay?
    var fajr: MonthTime
    var sunrise: MonthTime
    var dhuhr: MonthTime
    var asr: MonthTime
    var maghrib: MonthTime
    var isha: MonthTime
}

/// The Hijri date beside a day's.
struct HijriDay: Encodable {
    var number: String
    var month: String
    /// Shows the month's name to everybody and not to screen readers only, as on the first day of a month.
    var isNamed: Bool
}

/// One of the six times of a day.
struct MonthTime: Encodable {
    /// The time on the place's clock; nil if the day has no such time.
    var time: String?
    /// True if the time is on the next date of the calendar.
    var isAfterMidnight: Bool
}

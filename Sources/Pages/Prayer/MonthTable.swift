import CivilTime
import Places
import PrayerFeeds
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
        month = day.startOfMonth
    }

    /// - Parameter text: `2026-12`.
    /// - Returns: nil if it is not a month of these years.
    init?(_ text: String) {
        guard let month = LocalDate(iso8601: text + "-01"), Self.years.contains(month.year) else { return nil }
        self.month = month
    }

    /// The month as in an address: `2026-12`.
    var text: String { String(month.iso8601.prefix(7)) }

    var next: MonthTable? { Self(Self(of: month.startOfNextMonth).text) }
    var previous: MonthTable? { Self(Self(of: month - 1).text) }

    /// The days of the month.
    var days: ClosedRange<LocalDate> { month...(month.startOfNextMonth - 1) }

    /// Returns the rows of the table: the days of the month and, if today is one of them, the days of its week.
    ///
    /// - Parameters:
    ///   - firstDay: the first day of a week; ISO 8601, 1 is Monday.
    ///   - next: the time that is marked as the next.
    func rows(
        _ timetable: KeptDays, _ zone: TimeZoneRules, now: Instant, firstDay: Int, next: Instant?,
        hijri: HijriCalendar, _ format: Formatter
    ) -> [MonthDay] {
        let today = zone.date(at: now)
        let start = today.startOfWeek(firstDay), week = start...(start + 6), hasToday = days.contains(today)
        let shown = hasToday ? min(days.lowerBound, start)...max(days.upperBound, start + 6) : days
        return timetable.days(shown, at: now).map { day in
            let date = day.date, times = day.times, ownHijri = hijri.date(of: date)
            func time(_ event: DayEvent) -> MonthTime {
                let moment = times[event]
                return MonthTime(
                    time: moment.map { format.bareTime(minute: zone.local($0).minuteOfDay) },
                    isNext: moment != nil && moment == next,
                    isAfterMidnight: moment.map { zone.date(at: $0) > date } ?? false)
            }
            var classes: [String] = []
            if date < today { classes.append("past") }
            if date == today { classes.append("is") }
            if date.weekday == .friday { classes.append("fri") }
            if (date + 1).startOfWeek(firstDay) == date + 1 { classes.append("end") }
            let isFar = hasToday && !week.contains(date), isNear = !days.contains(date)
            if isFar { classes.append("far") }
            if isNear { classes.append("near") }
            return MonthDay(
                date: date.iso8601, weekday: format.shortWeekday(date.weekday), number: format.number(date.day),
                classes: classes.joined(separator: " "), isToday: date == today,
                hijriDay: ownHijri.map { format.number($0.day) },
                hijriMonth: ownHijri.flatMap { day in
                    guard date == month || day.day == 1 && !isNear else { return nil }
                    return HijriMonth(day, isFar: hasToday && (isFar || day.day != 1), format)
                },
                fajr: time(.fajr), sunrise: time(.sunrise), dhuhr: time(.dhuhr), asr: time(.asr),
                maghrib: time(.maghrib), isha: time(.isha))
        }
    }
}

/// The part of a city's page with the times of a month.
struct MonthPart: Encodable {
    /// The month's name with the year.
    var month: String
    /// The Hijri days of the month; nil outside the table of months.
    var hijriDays: String?
    /// The week that is shown at first; nil if today is in another month.
    var week: ThisWeek?
    var days: [MonthDay]
    /// The months before and after; nil outside of `MonthTable.years`.
    var previous: MonthLink?
    var following: MonthLink?
    /// True if the times are written without their half of the day.
    var hasHalves: Bool
}

/// The week of today.
struct ThisWeek: Encodable {
    /// The Hijri days; nil outside the table of months.
    var hijriWeek: String?
}

/// A link to another month.
struct MonthLink: Encodable {
    var url: String
    var name: String
}

/// A day of a month's table: `templates/prayer/month-row.mustache`.
struct MonthDay: Encodable {
    /// `2026-11-23`
    var date: String
    /// The weekday in short.
    var weekday: String
    var number: String
    var classes: String
    var isToday: Bool
    /// The day of the Hijri month; nil outside the table of months.
    var hijriDay: String?
    /// The Hijri month that begins here, or on the first day the one that goes on.
    var hijriMonth: HijriMonth?
    var fajr: MonthTime
    var sunrise: MonthTime
    var dhuhr: MonthTime
    var asr: MonthTime
    var maghrib: MonthTime
    var isha: MonthTime
}

/// The heading of a Hijri month in a month's table.
struct HijriMonth: Encodable {
    var name: String
    /// True if it is outside of the week that is shown at first.
    var isFar: Bool
}

extension HijriMonth {
    init(_ day: HijriDate, isFar: Bool, _ format: Formatter) {
        name = format.text("month.year", [
            "month": format.hijriMonthName(day.month), "year": format.number(day.year),
        ])
        self.isFar = isFar
    }
}

/// One of the six times of a day.
struct MonthTime: Encodable {
    /// The time on the place's clock, without its half of the day; nil if the day has no such time.
    var time: String?
    var isNext: Bool
    /// True if the time is on the next date of the calendar.
    var isAfterMidnight: Bool
}

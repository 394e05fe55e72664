import Calendars
import CivilTime
import Runtime
import Storage

/// A small month beside a week or a day, for going to a day.
struct MiniMonth: Encodable {
    var caption: String
    var weekdays: [WeekdayHead]
    var weeks: [MiniWeek]

    /// Returns the days of the small month around a day: whole weeks.
    ///
    /// - Parameter firstDay: ISO 8601, 1 is Monday.
    static func days(around day: LocalDate, firstDay: Int) -> ClosedRange<LocalDate> {
        day.startOfMonth.startOfWeek(firstDay)...(day.startOfNextMonth - 1).startOfWeek(firstDay) + 6
    }
}

struct MiniWeek: Encodable {
    var days: [MiniDay]
}

struct MiniDay: Encodable {
    var classes: String
    /// nil for a day without views.
    var address: String?
    var number: String
    /// `Monday 23 November`
    var name: String
    var isToday: Bool
}

extension MiniMonth {
    /// - Parameters:
    ///   - shown: the days of the page, which are marked if they are several.
    ///   - address: the address of a day.
    init(
        around day: LocalDate, shown: ClosedRange<LocalDate>, firstDay: Int, _ view: CalendarView, _ format: Formatter
    ) {
        let days = Self.days(around: day, firstDay: firstDay)
        caption = format.month(day)
        weekdays = (0...6).map { days.lowerBound + $0 }.map { date in
            WeekdayHead(name: format.weekday(date.weekday), short: format.text("day.narrow.\(date.weekday.rawValue)"))
        }
        var busy: Set<LocalDate> = []
        for entry in view.entries {
            for offset in 0...max(0, min(entry.endDay, days.upperBound) - max(entry.startDay, days.lowerBound)) {
                busy.insert(max(entry.startDay, days.lowerBound) + offset)
            }
        }
        weeks = stride(from: 0, through: days.upperBound - days.lowerBound, by: 7).map { start in
            MiniWeek(days: (0...6).map { index in
                let date = days.lowerBound + start + index
                var classes: [String] = []
                if date.startOfMonth != day.startOfMonth { classes.append("out") }
                if date == view.today { classes.append("today") }
                if shown.lowerBound < shown.upperBound, shown.contains(date) { classes.append("in") }
                if shown == date...date { classes.append("shown") }
                if busy.contains(date) { classes.append("has") }
                return MiniDay(
                    classes: classes.joined(separator: " "), address: CalendarViews.link(to: .day, date),
                    number: format.number(date.day), name: format.day(date, .weekday), isToday: date == view.today)
            })
        }
    }
}

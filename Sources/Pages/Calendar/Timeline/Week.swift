import Calendars
import CivilTime
package import HTTP
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /calendar/week`: the week of today.
    package static func showThisWeek(_ visit: CustomerVisit) throws -> Response {
        visit.redirect(address(of: .week, try visit.today))
    }

    /// `GET /calendar/week/{date}`: the week of a day.
    package static func showWeek(_ visit: CustomerVisit) throws -> Response {
        let day = try day(visit), firstDay = visit.customer.firstDay
        let first = day.startOfWeek(firstDay), month = MiniMonth.days(around: day, firstDay: firstDay)
        let days = min(first, month.lowerBound)...max(first + 6, month.upperBound)
        let view = try visit.calendars.view(days)
        try note(.week, visit, view.preferences)
        return visit.page(try WeekPage(day, first...first + 6, view, visit))
    }
}

struct WeekPage: Page {
    static let template = "calendar/week"
    static let hasForm = true
    var frame: ViewFrame
    var timeline: Timeline
    var days: [WeekDay]
    var month: MiniMonth
}

/// A day of the week.
struct WeekDay: Encodable {
    /// `d2026-11-23`
    var anchor: String
    var isToday: Bool
    /// nil for a day without views.
    var address: String?
    /// `Monday 23 November, 13 Jumada II 1448`
    var name: String
    /// The short name of the weekday.
    var weekday: String
    var number: String
    var hijri: String?
    var column: DayColumn
}

extension WeekPage {
    init(_ day: LocalDate, _ days: ClosedRange<LocalDate>, _ view: CalendarView, _ visit: CustomerVisit) throws {
        let format = visit.format, maker = TimelineMaker(days, view, format)
        frame = try ViewFrame(
            .week, title: format.days(days),
            shortTitle: format.days(days, hasYear: days.lowerBound.year != view.today.year),
            hijri: format.hijriDays(days, view.hijri), day: day, view,
            previous: ViewLink(.week, day - 7, after: days.lowerBound - 1, "view.week.previous", format),
            next: ViewLink(.week, day + 7, after: days.upperBound + 1, "view.week.next", format), visit)
        timeline = Timeline(maker)
        self.days = maker.clocks.indices.map { WeekDay(maker, $0) }
        month = MiniMonth(around: day, shown: days, firstDay: visit.customer.firstDay, view, format)
    }
}

extension WeekDay {
    init(_ maker: TimelineMaker, _ index: Int) {
        let day = maker.clocks[index].date, format = maker.format, hijri = maker.view.hijri.date(of: day)
        anchor = "d\(day.iso8601)"
        isToday = day == maker.view.today
        address = CalendarViews.link(to: .day, day)
        name = format.list([format.day(day, .weekday)] + (hijri.map { [format.hijri($0)] } ?? []))
        weekday = format.shortWeekday(day.weekday)
        number = format.number(day.day)
        self.hijri = hijri.map { format.number($0.day) }
        column = DayColumn(maker, index)
    }
}

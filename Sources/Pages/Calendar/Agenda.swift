import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /calendar/list`: the list from today.
    package static func showList(_ visit: CustomerVisit) throws -> Response {
        visit.redirect(address(of: .list, try visit.today))
    }

    /// `GET /calendar/list/{date}`: two weeks as a list. It goes on in both directions.
    package static func showListFrom(_ visit: CustomerVisit) throws -> Response {
        let first = try day(visit)
        let view = try visit.calendars.view(first...(first + listDays - 1), undated: true)
        try note(.list, visit, view.preferences)
        return visit.page(try ListPage(view, visit))
    }

    /// The days of one page of the list.
    static let listDays = 14
}

struct ListPage: Page {
    static let template = "calendar/list"
    static let hasForm = true
    var frame: ViewFrame
    var days: [ListDay]
    /// To-dos without a time; shown where today is.
    var tasks: [DayEntry]
    var hasTasks: Bool
}

/// A day of the list.
struct ListDay: Encodable {
    /// True for today.
    var isToday: Bool
    /// `#d2026-11-23`
    var anchor: String
    var number: String
    /// `Monday`, `November 2026`
    var weekday: String
    var month: String
    /// The day in one line, for phones: `Tomorrow, 24 November`.
    var name: String
    var hijri: String?
    var newEvent: String
    var list: DayList
}

extension ListPage {
    init(_ view: CalendarView, _ visit: CustomerVisit) throws {
        let format = visit.format, first = view.days.lowerBound, last = view.days.upperBound
        frame = try ViewFrame(
            .list, title: format.days(view.days),
            shortTitle: format.day(first, first.year == view.today.year ? .brief : .year),
            hijri: format.hijriDays(view.days, view.hijri), day: first, view,
            previous: ViewLink(
                .list, first - CalendarViews.listDays, after: first - 1, "view.list.previous", format),
            next: ViewLink(.list, last + 1, after: last + 1, "view.list.next", format), visit)
        days = (0..<CalendarViews.listDays).map { ListDay(first + $0, view, format) }
        let words = EntryWords(view: view, format: format)
        tasks = view.days.contains(view.today)
            ? view.undated.filter { !$0.isDone }.map { words.dayEntry($0, on: view.today) } : []
        hasTasks = !tasks.isEmpty
    }
}

extension ListDay {
    /// - Parameter isToday: false for the day after midnight while the plan-day before it goes on; nil to ask the
    ///   clock.
    init(_ day: LocalDate, _ view: CalendarView, _ format: Formatter, isToday: Bool? = nil) {
        self.isToday = isToday ?? (day == view.today)
        anchor = "d\(day.iso8601)"
        number = format.number(day.day)
        let nearDays = [view.today: "day.today.title", view.today + 1: "day.tomorrow.title"]
        let near = nearDays[day].map { format.text($0) }
        weekday = near ?? format.weekday(day.weekday)
        month = format.month(day)
        name = near.map { format.list([$0, format.day(day, .short)]) }
            ?? format.day(day, day.year == view.today.year ? .weekday : .full)
        hijri = view.hijri.date(of: day).map(format.hijri)
        newEvent = "/events/new?day=\(day.iso8601)"
        list = DayList(day, view, format, isToday: isToday)
    }
}

import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /calendar/day`: today.
    package static func showThisDay(_ visit: CustomerVisit) throws -> Response {
        visit.redirect(address(of: .day, try visit.today))
    }

    /// `GET /calendar/day/{date}`: the hours of a day.
    package static func showDay(_ visit: CustomerVisit) throws -> Response {
        let day = try day(visit)
        let days = MiniMonth.days(around: day, firstDay: visit.customer.firstDay)
        let view = try visit.calendars.view(days, undated: true)
        try note(.day, visit, view.preferences)
        return visit.page(try DayPage(day, view, visit))
    }
}

struct DayPage: Page {
    static let template = "calendar/day"
    static let hasForm = true
    var frame: ViewFrame
    var timeline: Timeline
    var column: DayColumn
    /// The days of the week, for going to one on a phone.
    var strip: [StripDay]
    var month: MiniMonth
    /// The free times that are still to come; nil without any.
    var free: FreeTimesOfDay?
    var isToday: Bool
    /// The map of the day; nil for a day without an event that has a place.
    var mapURL: String?
    /// To-dos without a time, if the day is today.
    var tasks: [DayEntry]
    var hasTasks: Bool
}

/// A day of the week above the hours.
struct StripDay: Encodable {
    /// nil for a day without views.
    var address: String?
    var weekday: String
    var number: String
    var hijri: String?
    /// `Monday 23 November`
    var name: String
    var isShown: Bool
    var isToday: Bool
}

extension DayPage {
    init(_ day: LocalDate, _ view: CalendarView, _ visit: CustomerVisit) throws {
        let format = visit.format, firstDay = visit.customer.firstDay, maker = TimelineMaker(day...day, view, format)
        frame = try ViewFrame(
            .day, title: format.day(day, day.year == view.today.year ? .weekday : .full),
            shortTitle: format.day(day, day.year == view.today.year ? .brief : .year),
            hijri: view.hijri.date(of: day).map(format.hijri), day: day, view,
            previous: ViewLink(.day, day - 1, after: day - 1, "view.day.previous", format),
            next: ViewLink(.day, day + 1, after: day + 1, "view.day.next", format), visit)
        timeline = Timeline(maker)
        column = DayColumn(maker, 0)
        strip = (0...6).map { offset in
            let date = day.startOfWeek(firstDay) + offset
            return StripDay(
                address: CalendarViews.link(to: .day, date), weekday: format.shortWeekday(date.weekday),
                number: format.number(date.day), hijri: view.hijri.date(of: date).map { format.number($0.day) },
                name: format.day(date, .weekday), isShown: date == day, isToday: date == view.today)
        }
        month = MiniMonth(around: day, shown: day...day, firstDay: firstDay, view, format)
        free = FreeTimesOfDay(maker)
        isToday = day == view.today
        mapURL = CalendarViews.mapAddress(of: day, in: view)
        let words = EntryWords(view: view, format: format)
        tasks = isToday ? view.undated.filter { !$0.isDone }.map { words.dayEntry($0, on: day) } : []
        hasTasks = !tasks.isEmpty
    }
}

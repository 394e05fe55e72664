import Calendars
import CivilTime
package import HTTP
import PrayerFeeds
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /calendar/{month}`: a month as a table, with the chosen day beside it.
    package static func showMonth(_ visit: CustomerVisit) throws -> Response {
        guard let first = month(visit.request.parameter("month")) else { throw Refusal.notFound }
        let firstDay = visit.customer.firstDay, today = try visit.today
        let start = first.startOfWeek(firstDay)
        let end = (first.startOfNextMonth - 1).startOfWeek(firstDay) + 6
        let chosen = LocalDate(iso8601: visit.request.query["day"])
            .flatMap { (start...end).contains($0) ? $0 : nil } ?? ((start...end).contains(today) ? today : first)
        let view = try visit.calendars.view(start...end)
        try note(.month, visit, view.preferences)
        return visit.page(try MonthPage(first, chosen: chosen, view, visit))
    }

    /// Reads `2026-11` as its first day; nil unless it is a month that views show.
    private static func month(_ text: String) -> LocalDate? {
        guard text.utf8.count == 7, let first = LocalDate(iso8601: text + "-01"), shownDays.contains(first)
        else { return nil }
        return first
    }
}

struct MonthPage: Page {
    static let template = "calendar/month"
    static let hasForm = true
    var frame: ViewFrame
    /// The names of the weekdays, in the customer's order.
    var weekdays: [WeekdayHead]
    var weeks: [MonthWeek]
    /// The caption of the table.
    var caption: String
    var chosen: ChosenDay
}

struct WeekdayHead: Encodable {
    var name: String
    var short: String
}

struct MonthWeek: Encodable {
    /// The prayer times of the week, as first to last minute; empty if they are hidden.
    var prayers: [WeekPrayer]
    var hasPrayers: Bool
    var days: [MonthCell]
}

struct WeekPrayer: Encodable {
    var name: String
    var times: String
}

/// The day whose list is beside the month.
struct ChosenDay: Encodable {
    var title: String
    var hijri: String?
    /// The form for a new event on it.
    var newEvent: String
    var list: DayList
}

extension MonthPage {
    init(_ first: LocalDate, chosen: LocalDate, _ view: CalendarView, _ visit: CustomerVisit) throws {
        let format = visit.format, title = format.month(first)
        let last = first.startOfNextMonth - 1
        frame = try ViewFrame(
            .month, title: title, hijri: format.hijriMonths(first...last, view.hijri), day: chosen, view,
            previous: ViewLink(.month, first - 1, after: first - 1, "view.month.previous", format),
            next: ViewLink(.month, last + 1, after: last + 1, "view.month.next", format), visit)
        let days = (0..<7).map { (view.days.lowerBound + $0).weekday }
        weekdays = days.map { WeekdayHead(name: format.weekday($0), short: format.shortWeekday($0)) }
        let cells = MonthCells(first: first, chosen: chosen, view, format)
        let count = (view.days.upperBound - view.days.lowerBound + 1) / 7
        weeks = (0..<count).map { week in
            let start = view.days.lowerBound + week * 7
            let prayers = Self.prayers(of: start...(start + 6), view, format)
            return MonthWeek(prayers: prayers, hasPrayers: !prayers.isEmpty, days: cells.week(start...(start + 6)))
        }
        let place = view.timetable.map { format.language == .arabic ? $0.placeNameArabic : $0.placeName }
        caption = format.text(
            view.preferences.showsPrayers && place != nil ? "month.caption.prayers" : "month.caption",
            ["month": title, "place": place ?? ""])
        self.chosen = ChosenDay(chosen, view, format)
    }

    /// Returns the first and last minute of each prayer in a week.
    private static func prayers(
        of week: ClosedRange<LocalDate>, _ view: CalendarView, _ format: Formatter
    ) -> [WeekPrayer] {
        let days = (0..<7).compactMap { view.prayers(on: week.lowerBound + $0) }
        return DayEvent.allCases.filter(\.isPrayer).compactMap { prayer in
            let minutes = days.compactMap { day in
                day.times[prayer].map { moment in
                    let local = view.zone.local(moment)
                    // Isha may come after midnight.
                    return local.minuteOfDay + (local.date - day.date) * 1_440
                }
            }
            guard let earliest = minutes.min(), let latest = minutes.max() else { return nil }
            return WeekPrayer(
                name: format.text("prayer.\(prayer.rawValue)"),
                times: format.times(minute: earliest, to: latest))
        }
    }
}

extension ChosenDay {
    init(_ day: LocalDate, _ view: CalendarView, _ format: Formatter) {
        title = format.day(day, .weekday)
        hijri = view.hijri.date(of: day).map(format.hijri)
        newEvent = "/events/new?day=\(day.iso8601)"
        list = DayList(day, view, format)
    }
}

import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

/// The panel under the name of a view: the months of a year, and a way into the Hijri calendar.
struct MonthPicker: Encodable {
    /// True if the panel is open without a script, because another year was asked for.
    var isOpen: Bool
    var year: String
    var previousYear: ViewLink?
    var nextYear: ViewLink?
    var months: [PickerMonth]
    var hijriMonths: [Choice]
    /// The Hijri year of the shown day; nil outside the table.
    var hijriYear: String?
    /// The view to go to, for the form.
    var view: String
}

extension MonthPicker {
    init(_ current: CalendarViewName, _ day: LocalDate, _ view: CalendarView, _ request: Request, _ format: Formatter) {
        let asked = Int(plainNumber(request.query["year"]))
        let years = CalendarViews.shownYears
        let year = asked.flatMap { years.contains($0) ? $0 : nil } ?? day.year
        func link(_ year: Int) -> ViewLink? {
            guard years.contains(year) else { return nil }
            return ViewLink(address: "\(request.path)?year=\(year)", name: format.number(year))
        }
        isOpen = asked != nil
        self.year = format.number(year)
        previousYear = link(year - 1)
        nextYear = link(year + 1)
        months = (1...12).compactMap { month in
            LocalDate(year: year, month: month, day: 1).map {
                PickerMonth($0, current, shown: day, view, format)
            }
        }
        let hijri = view.hijri.date(of: day)
        hijriMonths = hijri.map { date in
            [Choice](
                (1...12).map { (String($0), format.hijriMonthName($0)) }, selected: String(date.month))
        } ?? []
        hijriYear = hijri.map { format.number($0.year) }
        self.view = current.rawValue
    }
}

/// A month in the panel.
struct PickerMonth: Encodable {
    var address: String
    var name: String
    /// The Hijri months in it, in short: `Jum. I–Jum. II`.
    var hijri: String?
    /// True if the view shows it.
    var isCurrent: Bool
    /// True if today is in it.
    var isThis: Bool
}

extension PickerMonth {
    init(_ first: LocalDate, _ current: CalendarViewName, shown: LocalDate, _ view: CalendarView, _ format: Formatter) {
        let last = first.startOfNextMonth - 1
        address = current == .month
            ? CalendarViews.monthAddress(first) : CalendarViews.address(of: current, first)
        name = format.monthName(first.month)
        if let start = view.hijri.date(of: first), let end = view.hijri.date(of: last) {
            hijri = format.range(
                format.text("hijri.abbreviation.\(start.month)"), format.text("hijri.abbreviation.\(end.month)"))
        }
        isCurrent = shown.startOfMonth == first
        isThis = view.today.startOfMonth == first
    }
}

extension CalendarViews {
    /// `GET /calendar/go`: the view of a Hijri month that the panel's form names.
    package static func go(_ visit: CustomerVisit) throws -> Response {
        let query = visit.request.query
        let view = CalendarViewName(rawValue: query["view"]) ?? .month
        let shift = try visit.store.calendarPreferences(of: visit.customer.id).hijriShift
        guard let month = Int(plainNumber(query["hijri-month"])), let year = Int(plainNumber(query["hijri-year"])),
              let day = try visit.app.hijri.shifted(by: shift).firstDay(year: year, month: month)
        else {
            let years = HijriCalendar.years, format = visit.format
            return visit.page(
                NoSuchMonthPage(
                    problem: format.text("picker.no-month", [
                        "first": format.number(years.lowerBound), "last": format.number(years.upperBound),
                    ])),
                status: .unprocessableContent)
        }
        return visit.redirect(view == .month ? monthAddress(day) + "?day=\(day.iso8601)" : address(of: view, day))
    }
}

/// The page of a Hijri month that is not in the table.
struct NoSuchMonthPage: Page {
    static let template = "calendar/no-month"
    var problem: String
}

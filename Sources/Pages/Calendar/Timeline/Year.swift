import Calendars
import CivilTime
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /calendar/year/{year}`: twelve small months, with the days on which something is.
    package static func showYear(_ visit: CustomerVisit) throws -> Response {
        let name = visit.request.parameter("year")
        guard let year = Int(name), String(year) == name, shownYears.contains(year),
              let first = LocalDate(year: year, month: 1, day: 1), let last = LocalDate(year: year, month: 12, day: 31)
        else { throw Refusal.notFound }
        return visit.page(YearPage(year, try visit.calendars.view(first...last), visit))
    }

    static func yearAddress(_ year: Int) -> String { "/calendar/year/\(year)" }
}

struct YearPage: Page {
    static let template = "calendar/year"
    var year: String
    /// The same days in the Hijri calendar.
    var hijri: String?
    var previous: ViewLink?
    var next: ViewLink?
    var months: [YearMonth]
    /// True if there was more text than a page reads.
    var isPartial: Bool
}

/// A month of the year.
struct YearMonth: Encodable {
    var anchor: String
    var address: String
    var name: String
    /// The Hijri months in it, in short: `Jum. I–Jum. II`.
    var hijri: String?
    var month: MiniMonth
}

extension YearPage {
    init(_ number: Int, _ view: CalendarView, _ visit: CustomerVisit) {
        let format = visit.format
        func link(_ year: Int) -> ViewLink? {
            guard CalendarViews.shownYears.contains(year) else { return nil }
            return ViewLink(address: CalendarViews.yearAddress(year), name: format.number(year))
        }
        year = format.number(number)
        hijri = format.hijriMonths(view.days, view.hijri)
        previous = link(number - 1)
        next = link(number + 1)
        months = (1...12).compactMap { LocalDate(year: number, month: $0, day: 1) }.map { first in
            let shown = PickerMonth(first, .month, shown: view.today, view, format)
            return YearMonth(
                anchor: "m\(first.iso8601.prefix(7))", address: shown.address, name: shown.name, hijri: shown.hijri,
                month: MiniMonth(
                    around: first, shown: first...first, firstDay: visit.customer.firstDay, view, format,
                    marksShown: false))
        }
        isPartial = view.isPartial
    }
}

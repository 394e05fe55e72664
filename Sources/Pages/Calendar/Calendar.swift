import Calendars
import CivilTime
package import HTTP
import Places
import Runtime
import Storage
import Templates
package import Web

/// The views of a customer's calendars: month, week, day, list and today.
///
/// - Month.swift, MonthCells.swift: the month. Agenda.swift: the list without end. Today.swift: today.
/// - Timeline/: week and day.
/// - Frame.swift: what all views have around their grid. Picker.swift: going to another month. Switches.swift: which
///   calendars show.
/// - DayList.swift: a day as a list of events, prayers and free times. EntryWords.swift: an entry in words.
/// - WaysOfDay.swift: the map of a day.
/// - Changes.swift: the token that says if something changed.
///
/// The address of a view has its date, so that every view can be kept as a link.
package enum CalendarViews {
    /// `GET /calendar`: the view that was last used on this kind of device.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let preferences = try visit.store.calendarPreferences(of: visit.customer.id)
        // A form that leads here may have a notice for the page.
        let notice = visit.request.query.fields.filter { ["done", "undo"].contains($0.name) }
        let page = try address(of: preferences.view(on: visit.device), visit.today)
        return visit.redirect(Request.address(page, notice.map { ($0.name, $0.value) }))
    }

    /// Returns the address of a view at a day.
    static func address(of view: CalendarViewName, _ day: LocalDate) -> String {
        switch view {
        case .month: monthAddress(day)
        case .week: "/calendar/week/\(day.iso8601)"
        case .day: "/calendar/day/\(day.iso8601)"
        case .list: "/calendar/list/\(day.iso8601)"
        }
    }

    /// Returns the address of a month, as in `/calendar/2026-11`.
    static func monthAddress(_ day: LocalDate) -> String { "/calendar/\(day.iso8601.prefix(7))" }

    /// Returns the date that the path of a view names.
    ///
    /// - Throws: 404 for what is no day of the years 1900 to 2199.
    static func day(_ visit: CustomerVisit) throws -> LocalDate {
        guard let day = LocalDate(iso8601: visit.request.parameter("date")), shownDays.contains(day)
        else { throw Refusal.notFound }
        return day
    }

    /// The days that have views, from 1 January 1900 to 31 December 2199. The times of prayers are exact on them.
    static let shownDays = LocalDate(daysSince1970: -25_567)...LocalDate(daysSince1970: 84_005)

    static var shownYears: ClosedRange<Int> { shownDays.lowerBound.year...shownDays.upperBound.year }

    /// Returns the address of a view at a day; nil for a day without views.
    static func link(to view: CalendarViewName, _ day: LocalDate) -> String? {
        shownDays.contains(day) ? address(of: view, day) : nil
    }

    /// Returns the day with views that is nearest to a day.
    static func shownDay(nearest day: LocalDate) -> LocalDate {
        min(max(day, shownDays.lowerBound), shownDays.upperBound)
    }

    /// Remembers the view that a customer opened.
    static func note(_ view: CalendarViewName, _ visit: CustomerVisit, _ preferences: CalendarPreferences) throws {
        let isPhone = visit.device.isPhone
        guard (isPhone ? preferences.phoneView : preferences.deskView) != view else { return }
        try visit.app.remember(view, onPhone: isPhone, of: visit.customer.id)
    }
}

extension CalendarPreferences {
    /// The view that was last used on this kind of device; at first the list on a phone, else the month.
    func view(on device: Device) -> CalendarViewName {
        device.isPhone ? phoneView ?? .list : deskView ?? .month
    }
}

extension Device {
    /// True for a device that is held in a hand.
    var isPhone: Bool { system == "iPhone" || system == "Android" }
}

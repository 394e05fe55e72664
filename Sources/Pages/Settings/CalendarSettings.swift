import Calendars
import CivilTime
package import HTTP
import Places
import Runtime
import Storage
import Templates
package import Web

/// The page of the settings about the views of calendars.
struct CalendarSettings: Page {
    static let template = "settings/views"
    static let hasForm = true
    /// Days to add to the published Hijri calendar, each with the date that today is then.
    var hijriShifts: [Choice]
    /// True if single keys act on the views.
    var hasShortcuts: Bool

    /// The shifts that people need: a month begins up to two days before or after the published day.
    static let shifts = -2...2

    init(hijriShifts: [Choice], hasShortcuts: Bool) {
        self.hijriShifts = hijriShifts
        self.hasShortcuts = hasShortcuts
    }

    init(_ visit: CustomerVisit) throws {
        let preferences = try visit.store.calendarPreferences(of: visit.customer.id), hijri = try visit.app.hijri
        let today = try visit.today, format = visit.format
        hijriShifts = [Choice](
            Self.shifts.map { days in
                let date = hijri.shifted(by: days).date(of: today).map(format.longHijri) ?? ""
                return (String(days), format.text("settings.hijri.\(days)", ["date": date]))
            },
            selected: String(preferences.hijriShift))
        hasShortcuts = preferences.hasShortcuts
    }
}

extension CalendarSettings {
    /// Returns today in a customer's Hijri calendar.
    ///
    /// - Parameter shift: as `CalendarPreferences.hijriShift`.
    static func today(shift: Int, _ visit: CustomerVisit) throws -> String {
        try visit.app.hijri.shifted(by: shift).date(of: visit.today).map(visit.format.longHijri) ?? ""
    }
}

extension Settings {
    /// `GET /settings/views`.
    package static func showViews(_ visit: CustomerVisit) throws -> Response {
        visit.page(try CalendarSettings(visit))
    }

    /// `POST /settings/calendars`: the customer's Hijri calendar, and the keys of the views.
    package static func saveCalendars(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let shift = Int(form["hijriShift"]), CalendarSettings.shifts.contains(shift)
        else { throw Refusal.badRequest }
        try visit.calendars.changePreferences { preferences in
            preferences.hijriShift = shift
            preferences.hasShortcuts = form["shortcuts"] == "yes"
        }
        return visit.redirect("/settings?saved=yes")
    }
}

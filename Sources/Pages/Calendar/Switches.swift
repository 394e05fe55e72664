import Calendars
package import HTTP
import PrayerFeeds
import Runtime
import Storage
import Templates
import Text
package import Web

/// A button that shows or hides one calendar in the views.
struct CalendarSwitch: Encodable {
    /// The value of the form: a calendar's id, `prayers` or `days`.
    var value: String
    var name: String
    /// The place of the prayer times, or the age of a calendar of others that was not fetched for a day.
    var detail: String?
    /// The class of the colour; nil for the prayer times.
    var color: String?
    /// `true` or `false`, for `aria-pressed`.
    var isPressed: String

    /// - Parameter stale: the sentences about calendars of others that show an old state.
    static func all(
        _ view: CalendarView, stale: [CalendarID: String], _ format: Formatter
    ) -> [CalendarSwitch] {
        var switches: [CalendarSwitch] = []
        if let timetable = view.timetable {
            switches.append(CalendarSwitch(
                value: "prayers", name: format.text("find.title"),
                detail: format.language == .arabic ? timetable.placeNameArabic : timetable.placeName,
                isPressed: String(view.preferences.showsPrayers)))
        }
        switches.append(CalendarSwitch(
            value: "days", name: format.text("calendars.days"), color: CalendarPalette.ofDays.name,
            isPressed: String(view.preferences.showsDays)))
        for calendar in view.calendars {
            switches.append(CalendarSwitch(
                value: calendar.id.description,
                name: calendar.displayName.isEmpty
                    ? format.text("calendars.unnamed") : calendar.displayName.shortened,
                detail: stale[calendar.id], color: CalendarPalette.nearest(to: calendar.color).name, isPressed: String(calendar.isVisible)))
        }
        return switches
    }
}

extension CalendarViews {
    /// `POST /calendar/show`: shows or hides a calendar in the views, and goes back to the view.
    package static func toggle(_ visit: CustomerVisit) throws -> Response {
        let value = visit.request.form["toggle"]
        let home = visit.calendars
        switch value {
        case "prayers": try home.changePreferences { $0.showsPrayers.toggle() }
        case "days": try home.changePreferences { $0.showsDays.toggle() }
        default:
            let calendar = try CalendarPages.calendar(withID: value, home)
            try CalendarPages.orNotFound {
                try home.change(calendar.segment) { calendar in
                    calendar.isVisible.toggle()
                    return []
                }
            }
        }
        return visit.redirect(Request.ownPage(visit.request.form["next"]).map(Request.address) ?? "/calendar")
    }
}

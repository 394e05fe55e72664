import Accounts
import Calendars
import Crypto
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/new`.
    package static func showNew(_ visit: CustomerVisit) throws -> Response {
        let color = try CalendarPalette.unused(beside: visit.calendars.list().calendars)
        return visit.page(
            NewCalendarPage(
                name: "", colors: colors(selected: CalendarPalette.nearest(to: color), visit)))
    }

    /// `POST /calendars/new`: makes a calendar for events.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        let name = form["name"].trimmed
        let color = CalendarPalette.named.first { $0.name == form["color"] }
        var problem = nameProblem(name, visit) ?? (color == nil ? visit.text("problem.color") : nil)
        if problem == nil, let color {
            var values = CalendarValues()
            values.displayName = name
            values.color = color.color
            values.components = ["VEVENT"]
            do {
                try visit.calendars.make(values, at: Random.uuidV4())
                return visit.redirect("/calendars?done=made")
            } catch CalendarRefusal.tooManyCalendars(let limit) {
                problem = tooMany(limit, visit.format)
            }
        }
        let page = NewCalendarPage(
            name: name, problem: problem,
            colors: colors(selected: color ?? CalendarPalette.named[0], visit))
        return visit.page(page, status: .unprocessableContent)
    }

    /// `GET /calendars/{calendar}`: name and colour, files, deletion.
    package static func showOne(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars
        return visit.page(try page(calendar(visit, home), home, visit))
    }

    /// `POST /calendars/{calendar}`: name, colour, the reminders of new events, and its part in the busy times.
    ///
    /// A colour that a phone chose stays until the customer chooses another than the one it is shown as.
    package static func save(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, home = visit.calendars
        var calendar = try calendar(visit, home)
        let name = form["name"].trimmed
        let color = CalendarPalette.named.first { $0.name == form["color"] }
        let reminders = form.fields.filter { $0.name == "reminder" }.compactMap { Int($0.value) }
            .filter(reminderMinutes.contains)
        let problem = nameProblem(name, visit) ?? (color == nil ? visit.text("problem.color") : nil)
        let remindersProblem = reminders.count > mostReminders ? visit.text("problem.reminders") : nil
        guard problem == nil, remindersProblem == nil, let color else {
            calendar.displayName = name
            calendar.defaultReminders = reminders
            let page = try page(calendar, home, problem: problem, remindersProblem: remindersProblem, visit)
            return visit.page(page, status: .unprocessableContent)
        }
        try orNotFound {
            try home.change(calendar.segment) { calendar in
                calendar.displayName = name
                calendar.isTransparent = form["busy"] != "yes"
                calendar.defaultReminders = reminders
                if calendar.color == nil || color != CalendarPalette.nearest(to: calendar.color) {
                    calendar.color = color.color
                    calendar.colorName = nil
                }
                return []
            }
        }
        return visit.redirect("/calendars?done=saved")
    }

    /// Returns what a verb gives; 404 for a calendar that was deleted meanwhile.
    static func orNotFound<Value>(_ verb: () throws -> Value) throws -> Value {
        do {
            return try verb()
        } catch CalendarRefusal.noCalendar {
            throw Refusal.notFound
        }
    }

    static func tooMany(_ limit: Int, _ format: Formatter) -> String {
        format.text("problem.calendars", counting: limit)
    }

    static func nameProblem(_ name: String, _ visit: CustomerVisit) -> String? {
        if name.isEmpty { return visit.text("problem.calendar.name") }
        if name.unicodeScalars.count > 100 { return visit.text("problem.name.tooLong") }
        return name.unicodeScalars.contains(where: \.isUnfitForNames)
            ? visit.text("problem.name.characters") : nil
    }

    private static func colors(selected: PaletteColor, _ visit: CustomerVisit) -> [Choice] {
        [Choice](CalendarPalette.named.map { ($0.name, visit.text("color.\($0.name)")) }, selected: selected.name)
    }

    /// The reminders that a form offers, in minutes before the start.
    private static let reminderMinutes = [0, 5, 10, 15, 30, 60, 120, 1_440, 10_080]
    /// The most reminders of a calendar, as in the database.
    private static let mostReminders = 5

    private static func page(
        _ calendar: CalendarRow, _ home: CalendarHome, problem: String? = nil, remindersProblem: String? = nil,
        _ visit: CustomerVisit
    ) throws -> CalendarPage {
        let publication = try home.publication(of: calendar)
        return CalendarPage(
            id: calendar.id.description, title: name(of: calendar, visit), name: calendar.displayName,
            problem: problem, colors: colors(selected: CalendarPalette.nearest(to: calendar.color), visit),
            isBusy: !calendar.isTransparent, takesEvents: calendar.takesEvents,
            reminders: reminderMinutes.map { minutes in
                Choice(
                    value: String(minutes), label: visit.text("calendars.reminder.\(minutes)"),
                    isSelected: calendar.defaultReminders.contains(minutes))
            },
            remindersProblem: remindersProblem,
            isSilent: try visit.app.devicePasswords(of: visit.customer.id).isEmpty,
            isPublished: publication != nil, feedURL: publication?.url,
            webcalURL: publication?.url.map(Subscription.webcal), contents: contents(of: calendar, visit.format),
            isDefault: calendar.isDefault, mayGo: !calendar.isDefault, isSubscribed: calendar.isReadOnly)
    }
}

struct NewCalendarPage: Page {
    static let template = "calendars/new"
    static let hasForm = true
    var name: String
    var problem: String?
    var colors: [Choice]
}

struct CalendarPage: Page {
    static let template = "calendars/calendar"
    static let hasForm = true
    var id: String
    var title: String
    var name: String
    var problem: String?
    var colors: [Choice]
    /// True if its events make the customer busy.
    var isBusy: Bool
    /// True if it is for events, which alone remind.
    var takesEvents: Bool
    var reminders: [Choice]
    var remindersProblem: String?
    /// True if no device of the customer could ring.
    var isSilent: Bool
    /// True if it has a secret address.
    var isPublished: Bool
    /// nil if it has none, or if the key that makes it was lost.
    var feedURL: String?
    var webcalURL: String?
    var contents: String
    var isDefault: Bool
    var mayGo: Bool
    /// True if its events come from others.
    var isSubscribed: Bool
}

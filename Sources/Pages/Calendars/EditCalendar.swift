import Accounts
import Calendars
import Crypto
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/new`.
    package static func showNew(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let color = try CalendarPalette.unused(beside: app.calendars(of: signedIn.customer).list().calendars)
        return app.page(
            NewCalendarPage(
                name: "", colors: colors(selected: CalendarPalette.nearest(to: color), visit.language, app)),
            visit)
    }

    /// `POST /calendars/new`: makes a calendar for events.
    package static func make(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, language = visit.language
        let name = form["name"].trimmed
        let color = CalendarPalette.named.first { $0.name == form["color"] }
        var problem = nameProblem(name, language, app) ?? (color == nil ? app.text("problem.color", language) : nil)
        if problem == nil, let color {
            var values = CalendarValues()
            values.displayName = name
            values.color = color.color
            values.components = ["VEVENT"]
            do {
                try app.calendars(of: signedIn.customer).make(values, at: Random.uuidV4())
                return app.redirect("/calendars?done=made")
            } catch CalendarRefusal.tooManyCalendars(let limit) {
                problem = tooMany(limit, app.formatter(visit))
            }
        }
        let page = NewCalendarPage(
            name: name, problem: problem,
            colors: colors(selected: color ?? CalendarPalette.named[0], language, app))
        return app.page(page, visit, status: .unprocessableContent)
    }

    /// `GET /calendars/{calendar}`: name and colour, files, deletion.
    package static func showOne(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let home = app.calendars(of: signedIn.customer)
        return app.page(try page(calendar(visit, home), home, app.formatter(visit), app), visit)
    }

    /// `POST /calendars/{calendar}`: name, colour, the reminders of new events, and its part in the busy times.
    ///
    /// A colour that a phone chose stays until the customer chooses another than the one it is shown as.
    package static func save(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let form = visit.request.form, language = visit.language
        let home = app.calendars(of: signedIn.customer)
        var calendar = try calendar(visit, home)
        let name = form["name"].trimmed
        let color = CalendarPalette.named.first { $0.name == form["color"] }
        let reminders = form.fields.filter { $0.name == "reminder" }.compactMap { Int($0.value) }
            .filter(reminderMinutes.contains)
        let problem = nameProblem(name, language, app) ?? (color == nil ? app.text("problem.color", language) : nil)
        let remindersProblem = reminders.count > mostReminders
            ? app.text("problem.reminders", language) : nil
        guard problem == nil, remindersProblem == nil, let color else {
            calendar.displayName = name
            calendar.defaultReminders = reminders
            let page = try page(
                calendar, home, problem: problem, remindersProblem: remindersProblem, app.formatter(visit), app)
            return app.page(page, visit, status: .unprocessableContent)
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
        return app.redirect("/calendars?done=saved")
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

    private static func nameProblem(_ name: String, _ language: Language, _ app: App) -> String? {
        if name.isEmpty { return app.text("problem.calendar.name", language) }
        if name.unicodeScalars.count > 100 { return app.text("problem.name.tooLong", language) }
        return name.unicodeScalars.contains(where: \.isUnfitForNames)
            ? app.text("problem.name.characters", language) : nil
    }

    private static func colors(
        selected: PaletteColor, _ language: Language, _ app: App
    ) -> [Choice] {
        [Choice](
            CalendarPalette.named.map { ($0.name, app.text("color.\($0.name)", language)) }, selected: selected.name)
    }

    /// The reminders that a form offers, in minutes before the start.
    private static let reminderMinutes = [0, 5, 10, 15, 30, 60, 120, 1_440, 10_080]
    /// The most reminders of a calendar, as in the database.
    private static let mostReminders = 5

    private static func page(
        _ calendar: CalendarRow, _ home: CalendarHome, problem: String? = nil, remindersProblem: String? = nil,
        _ format: Formatter, _ app: App
    ) throws -> CalendarPage {
        let language = format.language, publication = try home.publication(of: calendar)
        return CalendarPage(
            id: calendar.id.description, title: name(of: calendar, language, app), name: calendar.displayName,
            problem: problem, colors: colors(selected: CalendarPalette.nearest(to: calendar.color), language, app),
            isBusy: !calendar.isTransparent, takesEvents: calendar.takesEvents,
            reminders: reminderMinutes.map { minutes in
                Choice(
                    value: String(minutes), label: app.text("calendars.reminder.\(minutes)", language),
                    isSelected: calendar.defaultReminders.contains(minutes))
            },
            remindersProblem: remindersProblem,
            isSilent: try app.devicePasswords(of: home.customer.id).isEmpty,
            isPublished: publication != nil, feedURL: publication?.url,
            webcalURL: publication?.url.map(Subscription.webcal), contents: contents(of: calendar, format),
            isDefault: calendar.isDefault, mayGo: !calendar.isDefault)
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
}

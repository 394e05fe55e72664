import Calendars
import CivilTime
package import HTTP
import Places
import PrayerFeeds
import PrayerTimes
package import Runtime
package import Storage
import Templates
import Text
package import Web

/// The pages of a customer's calendars.
///
/// - Calendars.swift: the list. EditCalendar.swift: making and changing one. DeleteCalendar.swift: deletion and undo.
/// - OrderCalendars.swift: place. PublishCalendar.swift and SecretAddress.swift:
///   a calendar for everybody who has its address.
/// - ImportCalendar.swift and ImportWords.swift: files that come in. ExportCalendar.swift: files that go out.
package enum CalendarPages {
    /// `GET /calendars`.
    package static func show(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let language = visit.language, format = app.formatter(visit)
        let home = app.calendars(of: signedIn.customer)
        let calendars = try home.calendars()
        let deleted = try home.deleted().compactMap { try deletedItem($0, signedIn.customer, format, app) }
        let preferences = try app.store.calendarPreferences(of: signedIn.customer.id)
        let query = visit.request.query
        return app.page(
            CalendarsPage(
                saved: notice(query["done"], language, app),
                justDeleted: deleted.first { $0.id == query["deleted"] },
                calendars: calendars.enumerated().map { number, calendar in
                    item(calendar, isFirst: number == 0, isLast: number == calendars.count - 1, format, app)
                },
                prayer: try prayerTimes(signedIn.customer.id, language, app),
                showsPrayers: preferences.showsPrayers, showsDays: preferences.showsDays,
                deleted: deleted, hasDeleted: !deleted.isEmpty),
            visit)
    }

    /// Returns the calendar that a path names.
    ///
    /// - Throws: 404, also for the calendar of somebody else.
    static func calendar(_ visit: Visit, _ home: CalendarHome) throws -> CalendarRow {
        try calendar(withID: visit.request.parameter("calendar"), home)
    }

    static func calendar(withID id: String, _ home: CalendarHome) throws -> CalendarRow {
        guard let found = try home.calendars().first(where: { $0.id.description == id })
        else { throw Refusal.notFound }
        return found
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ done: String, _ language: Language, _ app: App) -> String? {
        switch done {
        case "saved": app.text("settings.saved", language)
        case "made": app.text("calendars.made", language)
        case "restored": app.text("calendars.restored", language)
        case "gone": app.text("calendars.gone", language)
        default: nil
        }
    }

    private static func item(
        _ calendar: CalendarRow, isFirst: Bool, isLast: Bool, _ format: Formatter, _ app: App
    ) -> CalendarItem {
        CalendarItem(
            id: calendar.id.description, name: name(of: calendar, format.language, app),
            color: CalendarPalette.nearest(to: calendar.color).name, contents: contents(of: calendar, format),
            isTasks: calendar.takesToDos && !calendar.takesEvents,
            isDefault: calendar.isDefault, mayGo: !calendar.isDefault, isFree: calendar.isTransparent,
            isVisible: calendar.isVisible, isFirst: isFirst, isLast: isLast)
    }

    /// Returns the number of objects in words: `118 events`, `No tasks yet`.
    static func contents(of calendar: CalendarRow, _ format: Formatter) -> String {
        let count = calendar.objectCount
        switch Set(calendar.components).intersection(["VEVENT", "VTODO", "VJOURNAL"]) {
        case ["VTODO"]:
            return count == 0
                ? format.text("calendars.no-tasks") : format.text("calendars.tasks", counting: count)
        case ["VEVENT"]:
            return count == 0
                ? format.text("calendars.no-events") : format.text("calendars.events", counting: count)
        default:
            return count == 0
                ? format.text("calendars.no-entries") : format.text("calendars.entries", counting: count)
        }
    }

    /// Returns the calendar's name; a program may have given it none.
    static func name(of calendar: CalendarRow, _ language: Language, _ app: App) -> String {
        calendar.displayName.isEmpty
            ? app.text("calendars.unnamed", language) : calendar.displayName.shortened
    }

    private static func deletedItem(
        _ calendar: CalendarRow, _ customer: Customer, _ format: Formatter, _ app: App
    ) throws -> DeletedCalendarItem? {
        guard let deletedAt = calendar.deletedAt else { return nil }
        let end = deletedAt + .seconds(deletedCalendarDays * 86_400)
        guard end > app.now() else { return nil }
        let zone = try app.zone(of: customer)
        return DeletedCalendarItem(
            id: calendar.id.description, name: name(of: calendar, format.language, app),
            color: CalendarPalette.nearest(to: calendar.color).name, contents: contents(of: calendar, format),
            until: format.day(zone.date(at: end), .full))
    }

    /// Returns place and method of the prayer times beside a customer's calendars; nil if there are none.
    private static func prayerTimes(
        _ customer: CustomerID, _ language: Language, _ app: App
    ) throws -> String? {
        guard try app.store.prayerCalendarSource(of: customer) != nil,
              let feed = try app.store.prayerFeedSummary(of: customer)
        else { return nil }
        return app.text("own.summary", language, [
            "place": feed.placeName(arabic: language == .arabic),
            "method": app.text("method.\(feed.method.name)", language),
        ])
    }
}

struct CalendarsPage: Page {
    static let template = "calendars/calendars"
    static let hasForm = true
    var saved: String?
    /// The calendar that the last form deleted, for its notice with undo.
    var justDeleted: DeletedCalendarItem?
    var calendars: [CalendarItem]
    /// Place and method of the customer's prayer times; nil without them.
    var prayer: String?
    var showsPrayers: Bool
    /// True if views have the built-in calendar of days.
    var showsDays: Bool
    var deleted: [DeletedCalendarItem]
    var hasDeleted: Bool
}

struct CalendarItem: Encodable {
    var id: String
    var name: String
    /// The class of its colour.
    var color: String
    var contents: String
    /// True if it holds tasks alone, which have a list of their own.
    var isTasks: Bool
    var isDefault: Bool
    /// True if it can be deleted.
    var mayGo: Bool
    /// True if its events make nobody busy.
    var isFree: Bool
    /// False if the views leave it out.
    var isVisible: Bool
    /// True for the first one of the list, which cannot go up.
    var isFirst: Bool
    var isLast: Bool
}

struct DeletedCalendarItem: Encodable {
    var id: String
    var name: String
    var color: String
    var contents: String
    /// The last day on which it can come back.
    var until: String
}

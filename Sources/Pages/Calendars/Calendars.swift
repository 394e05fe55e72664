import Calendars
import CivilTime
package import HTTP
import OutsideCalendars
import Places
import PrayerFeeds
import PrayerTimes
import Runtime
import Storage
import Templates
import Text
package import Web

/// The pages of a customer's calendars.
///
/// - Calendars.swift: the list. EditCalendar.swift: making and changing one. DeleteCalendar.swift: deletion and undo.
/// - OrderCalendars.swift: place. PublishCalendar.swift and SecretAddress.swift:
///   a calendar for everybody who has its address.
/// - Outside: calendars of others.
/// - ImportCalendar.swift and ImportWords.swift: files that come in. ExportCalendar.swift: files that go out.
package enum CalendarPages {
    /// `GET /calendars`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        let home = visit.calendars, format = visit.format
        let calendars = try home.calendars()
        let deleted = try home.deleted().compactMap { try deletedItem($0, format, visit) }
        let preferences = try visit.store.calendarPreferences(of: visit.customer.id)
        let states = try visit.subscriptions.all()
        let subscribed = try subscribedItems(calendars, states, format, visit)
        let own = calendars.filter { calendar in !states.contains { $0.subscription.calendar == calendar.id } }
        return visit.page(
            CalendarsPage(
                saved: notice(visit), justDeleted: deleted.first { $0.id == visit.request.query["deleted"] },
                calendars: own.enumerated().map { number, calendar in
                    item(calendar, isFirst: number == 0, isLast: number == own.count - 1, format, visit)
                },
                subscribed: subscribed, hasSubscribed: !subscribed.isEmpty,
                prayer: try prayerTimes(visit),
                showsPrayers: preferences.showsPrayers, showsDays: preferences.showsDays,
                deleted: deleted, hasDeleted: !deleted.isEmpty))
    }

    /// Returns the calendar that a path names.
    ///
    /// - Throws: 404, also for the calendar of somebody else.
    static func calendar(_ visit: CustomerVisit, _ home: CalendarHome) throws -> CalendarRow {
        try calendar(withID: visit.request.parameter("calendar"), home)
    }

    static func calendar(withID id: String, _ home: CalendarHome) throws -> CalendarRow {
        guard let found = try home.calendars().first(where: { $0.id.description == id })
        else { throw Refusal.notFound }
        return found
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ visit: CustomerVisit) -> String? {
        switch visit.request.query["done"] {
        case "saved": visit.text("settings.saved")
        case "made": visit.text("calendars.made")
        case "restored": visit.text("calendars.restored")
        case "gone": visit.text("calendars.gone")
        case "subscribed": visit.text("outside.done.subscribed")
        case "looking": visit.text("outside.done.looking")
        case "looked": visit.text("outside.done.looked")
        case "accepted": visit.text("outside.done.accepted")
        case "kept": visit.text("outside.done.kept")
        default: nil
        }
    }

    private static func item(
        _ calendar: CalendarRow, isFirst: Bool, isLast: Bool, _ format: Formatter, _ visit: CustomerVisit
    ) -> CalendarItem {
        CalendarItem(
            id: calendar.id.description, name: name(of: calendar, visit),
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
    static func name(of calendar: CalendarRow, _ visit: CustomerVisit) -> String {
        calendar.displayName.isEmpty ? visit.text("calendars.unnamed") : calendar.displayName.shortened
    }

    private static func deletedItem(
        _ calendar: CalendarRow, _ format: Formatter, _ visit: CustomerVisit
    ) throws -> DeletedCalendarItem? {
        guard let deletedAt = calendar.deletedAt else { return nil }
        let end = deletedAt + .seconds(deletedCalendarDays * 86_400)
        guard end > visit.app.now() else { return nil }
        return DeletedCalendarItem(
            id: calendar.id.description, name: name(of: calendar, visit),
            color: CalendarPalette.nearest(to: calendar.color).name, contents: contents(of: calendar, format),
            until: format.day(try visit.zone.date(at: end), .full))
    }

    /// Returns place and method of the prayer times beside a customer's calendars; nil if there are none.
    private static func prayerTimes(_ visit: CustomerVisit) throws -> String? {
        let store = try visit.store, customer = visit.customer.id
        guard try store.prayerCalendarSource(of: customer) != nil,
              let feed = try store.prayerFeedSummary(of: customer)
        else { return nil }
        return visit.words(of: feed)
    }
}

struct CalendarsPage: Page {
    static let template = "calendars/calendars"
    static let hasForm = true
    var saved: String?
    /// The calendar that the last form deleted, for its notice with undo.
    var justDeleted: DeletedCalendarItem?
    var calendars: [CalendarItem]
    /// The calendars of others.
    var subscribed: [SubscribedItem]
    var hasSubscribed: Bool
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

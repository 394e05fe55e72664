import Calendars
import CivilTime
package import HTTP
import Places
import Runtime
import Storage
import Templates
import Text
package import Web

/// The trash of a customer's calendars, and the undo of a change.
///
/// - Trash.swift: the list. RestoreFromTrash.swift: bringing something back, and deleting for good.
/// - UndoChange.swift: the button that takes a change back. UndoNotice.swift: the notice it is in.
package enum TrashPages {
    /// The items of one page.
    static let pageLength = 50

    /// `GET /calendar/trash`.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        visit.page(try page(problem: nil, visit))
    }

    static func page(problem: String?, _ visit: CustomerVisit) throws -> TrashPage {
        let position = TrashPosition(text: visit.request.query["after"])
        let trash = try visit.calendars.trash(after: position, limit: pageLength)
        let zone = try visit.zone
        return TrashPage(
            problem: problem, undo: problem == nil ? UndoNotice(visit) : nil,
            items: trash.items.map { item($0, zone, visit.format) }, hasItems: !trash.items.isEmpty,
            isFirst: position == nil, next: trash.next?.text)
    }

    static func item(
        _ item: TrashItem, _ zone: TimeZoneRules, _ words: Formatter
    ) -> TrashItemPart {
        TrashItemPart(
            id: item.id.text, title: title(item, words),
            color: CalendarPalette.nearest(to: item.calendarColor).name,
            calendar: item.calendarName.isEmpty
                ? words.text("calendars.unnamed") : item.calendarName.shortened,
            day: day(item, zone, words), change: change(item, words),
            when: words.text("trash.when", [
                "day": words.day(zone.date(at: item.removedAt), .full), "time": words.time(item.removedAt, zone),
            ]))
    }

    /// Returns the title, not longer than a list can show.
    static func title(_ item: TrashItem, _ words: Formatter) -> String {
        let title = item.summary?.shortened ?? ""
        return title.isEmpty ? words.text("trash.untitled") : title
    }

    /// Returns the day of the event in words; nil if it has none.
    private static func day(_ item: TrashItem, _ zone: TimeZoneRules, _ words: Formatter) -> String? {
        guard let start = item.firstStart, start > firstShown else { return nil }
        // A day, and a time without a zone, are stored as if the clock were 14 hours ahead of UTC.
        let date = item.isFloating
            ? TimeZoneRules.utc.date(at: start + .seconds(14 * 3_600)) : zone.date(at: start)
        return words.text(item.isRecurring ? "trash.day.repeating" : "trash.day", ["day": words.day(date, .full)])
    }

    /// Starts that are not known are before this.
    private static let firstShown = Instant(secondsSince1970: -62_000_000_000)

    /// Returns the change and who made it: `Deleted by Zaid’s iPhone`.
    private static func change(_ item: TrashItem, _ words: Formatter) -> String {
        let change = item.change.rawValue
        return switch (item.author, item.device) {
        case (.device, let device?):
            words.text("trash.\(change).device", ["device": device.isolated])
        case (.device, nil): words.text("trash.\(change).gone-device")
        case (.command, _): words.text("trash.\(change).operator")
        case (.page, _), (.jadwal, _): words.text("trash.\(change).page")
        }
    }
}

struct TrashPage: Page {
    static let template = "trash/trash"
    static let hasForm = true
    /// The reason why something did not come back; nil without one.
    var problem: String?
    var undo: UndoNotice?
    var items: [TrashItemPart]
    var hasItems: Bool
    /// True for the first part of the list.
    var isFirst: Bool
    /// The place after which the list goes on; nil if this is its end.
    var next: String?
}

struct TrashItemPart: Encodable {
    var id: String
    var title: String
    /// The class of the calendar's colour.
    var color: String
    /// The name of its calendar.
    var calendar: String
    /// The day of the event; nil if it has none.
    var day: String?
    /// The change, and who made it.
    var change: String
    /// The moment of the change.
    var when: String
}

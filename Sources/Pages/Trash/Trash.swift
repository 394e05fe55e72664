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
/// - Trash.swift: the lists of what was deleted and of earlier versions.
/// - RestoreFromTrash.swift: bringing something back, and deleting for good.
/// - UndoChange.swift: the button that takes a change back. UndoNotice.swift: the notice it is in.
package enum TrashPages {
    /// The items of one page.
    static let pageLength = 50

    /// `GET /calendar/trash`: what was deleted; with `show=versions`, what was overwritten.
    package static func show(_ visit: CustomerVisit) throws -> Response {
        visit.page(try page(problem: nil, visit))
    }

    static func page(problem: String?, _ visit: CustomerVisit) throws -> TrashPage {
        let position = TrashPosition(text: visit.request.query["after"])
        let request = visit.request
        let showsVersions = [request.query["show"], request.form["show"]].contains("versions")
        let trash = try visit.calendars.trash(
            showsVersions ? .overwritten : .deleted, after: position, limit: pageLength)
        let zone = try visit.zone
        return TrashPage(
            problem: problem, undo: problem == nil ? UndoNotice(visit) : nil,
            items: trash.items.map { item($0, zone, visit.format) }, hasItems: !trash.items.isEmpty,
            isFirst: position == nil, showsVersions: showsVersions,
            home: "/calendar/trash" + (showsVersions ? "?show=versions" : ""),
            next: trash.next.map { "/calendar/trash?after=\($0.text)" + (showsVersions ? "&show=versions" : "") })
    }

    static func item(
        _ item: TrashItem, _ zone: TimeZoneRules, _ words: Formatter
    ) -> TrashItemPart {
        TrashItemPart(
            id: item.id.text, title: title(item, words),
            color: CalendarPalette.nearest(to: item.calendarColor).name,
            calendar: item.calendarName.isEmpty
                ? words.text("calendars.unnamed") : item.calendarName.shortened,
            day: day(item, zone, words), change: change(item, words), effect: effect(item, zone, words),
            when: words.text("trash.when", [
                "day": words.day(zone.date(at: item.removedAt), .full), "time": words.time(item.removedAt, zone),
            ]))
    }

    /// Returns the title, not longer than a list can show.
    static func title(_ item: TrashItem, _ words: Formatter) -> String { title(item.summary, words) }

    private static func title(_ summary: String?, _ words: Formatter) -> String {
        let title = summary?.shortened ?? ""
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

    /// Returns what “Restore” would change, in a sentence.
    private static func effect(_ item: TrashItem, _ zone: TimeZoneRules, _ words: Formatter) -> String {
        guard !item.isCalendarDeleted else { return words.text("trash.effect.other-calendar") }
        guard let present = item.present else { return words.text("trash.effect.back") }
        var changes: [String] = []
        if present.summary != item.summary {
            changes.append(words.text("trash.effect.title", [
                "now": title(present.summary, words).isolated, "then": title(item, words).isolated,
            ]))
        }
        if present.firstStart != item.firstStart || present.isFloating != item.isFloating {
            let now = start(present.firstStart, present.isFloating, zone, words)
            let then = start(item.firstStart, item.isFloating, zone, words)
            if let now, let then, now != then {
                changes.append(words.text("trash.effect.start", ["now": now, "then": then]))
            }
        }
        return changes.isEmpty ? words.text("trash.effect.details") : changes.joined(separator: " ")
    }

    /// Returns day and time of a start in words; the day alone if it is on no clock.
    private static func start(
        _ start: Instant?, _ isFloating: Bool, _ zone: TimeZoneRules, _ words: Formatter
    ) -> String? {
        guard let start, start > firstShown else { return nil }
        if isFloating { return words.day(TimeZoneRules.utc.date(at: start + .seconds(14 * 3_600)), .full) }
        let day = words.day(zone.date(at: start), .full)
        return words.text("trash.when", ["day": day, "time": words.time(start, zone)])
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
    /// True for the list of what was overwritten.
    var showsVersions: Bool
    /// The address of the first part.
    var home: String
    /// The address of the next part; nil if this is the last one.
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
    /// The difference that “Restore” would make.
    var effect: String
    /// The moment of the change.
    var when: String
}

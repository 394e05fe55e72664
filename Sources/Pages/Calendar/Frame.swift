import Calendars
import CivilTime
import HTTP
import Runtime
import Storage
import Web

/// A link in a view.
struct ViewLink: Encodable {
    var address: String
    var name: String
}

extension ViewLink {
    /// Makes the link to the days before or after those of a view; nil at the end of the days with views.
    ///
    /// - Parameters:
    ///   - day: the day to go to, or the nearest one with views.
    ///   - next: the day that follows those of the view, in the direction of the link.
    ///   - key: the key of the name.
    init?(_ view: CalendarViewName, _ day: LocalDate, after next: LocalDate, _ key: String, _ format: Formatter) {
        guard CalendarViews.shownDays.contains(next) else { return nil }
        self.init(
            address: CalendarViews.address(of: view, CalendarViews.shownDay(nearest: day)), name: format.text(key))
    }
}

/// A link to another view of the same days.
struct ViewTab: Encodable {
    var address: String
    var name: String
    var isCurrent: Bool
    /// The key of one letter that goes there; nil without one.
    var key: String?
}

/// The part of a page that all views have around their grid: `calendar/toolbar.mustache`.
struct ViewFrame: Encodable {
    /// The name of what is shown: `November 2026`.
    var title: String
    /// The same where the toolbar has little room: `22 – 28 November`, `Mon 23 November`.
    var shortTitle: String
    /// The same days in the Hijri calendar.
    var hijri: String?
    /// nil at the end of the days with views.
    var previous: ViewLink?
    var next: ViewLink?
    var today: String
    var views: [ViewTab]
    var picker: MonthPicker
    var switches: [CalendarSwitch]
    /// This page, to come back to after a form.
    var here: String
    /// The notice of the last change; nil without one.
    var undo: UndoNotice?
    /// The state of the calendars, which scripts compare.
    var state: String
    /// False if the customer switched off single keys.
    var hasKeys: Bool
    /// True if there was more text than a page reads.
    var isPartial: Bool
}

extension ViewFrame {
    private static let keys: [CalendarViewName: String] = [.month: "m", .week: "w", .day: "d", .list: "a"]

    /// - Parameters:
    ///   - shortTitle: nil if the title is short itself.
    ///   - day: the day that other views show.
    ///   - days: the days that are shown.
    ///   - previous: the address of the days before, with a name such as `Previous month`; nil if there are none.
    init(
        _ current: CalendarViewName, title: String, shortTitle: String? = nil, hijri: String?, day: LocalDate,
        _ view: CalendarView, previous: ViewLink?, next: ViewLink?, _ visit: CustomerVisit
    ) throws {
        let format = visit.format, day = CalendarViews.shownDay(nearest: day)
        self.title = title
        self.shortTitle = shortTitle ?? title
        self.hijri = hijri
        self.previous = previous
        self.next = next
        today = CalendarViews.address(of: current, view.today)
        views = CalendarViewName.allCases.map {
            ViewTab(
                address: CalendarViews.address(of: $0, day), name: format.text("view.\($0.rawValue)"),
                isCurrent: $0 == current, key: Self.keys[$0])
        }
        picker = MonthPicker(current, day, view, visit.request, format)
        switches = CalendarSwitch.all(view, stale: try visit.staleCalendars(view.calendars), format)
        here = visit.request.path + (visit.request.query["day"].isEmpty ? "" : "?day=\(visit.request.query["day"])")
        undo = UndoNotice(visit)
        state = view.state
        hasKeys = view.preferences.hasShortcuts
        isPartial = view.isPartial
    }
}

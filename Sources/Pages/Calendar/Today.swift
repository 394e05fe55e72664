import Calendars
import CivilTime
package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

extension CalendarViews {
    /// `GET /today`: the rest of today, what is coming, and the tasks.
    package static func showToday(_ visit: CustomerVisit) throws -> Response {
        let plan = try visit.planning.todayPlan()
        // After midnight, the plan-day of the day before goes on until its owner wakes.
        let today = try plan?.plan.day ?? visit.today
        let view = try visit.calendars.view(today...(today + comingDays), undated: true)
        var response = visit.page(try TodayPage(view, plan, visit))
        response.allowGeolocation()
        return response
    }

    /// The days after today that the page of today shows.
    private static let comingDays = 3
}

struct TodayPage: Page {
    static let template = "calendar/today"
    static let hasForm = true
    var title: String
    var hijri: String?
    var newEvent: String
    /// The map of the day; nil for a day without an event that has a place.
    var mapURL: String?
    var list: DayList
    var tasks: [DayEntry]
    var hasTasks: Bool
    /// The days after today.
    var coming: [ListDay]
    var hasPrayers: Bool
    /// The notice of the last change; nil without one.
    var undo: UndoNotice?
    var state: String
    var hasKeys: Bool
    /// True if there was more text than a page reads.
    var isPartial: Bool
    /// The parts above and beside the planned day; nil without a plan.
    var plan: PlanSide?
    /// The button that sends the browser's position; nil without consent.
    var here: HereButton?
}

extension TodayPage {
    init(_ view: CalendarView, _ plan: TodayPlan?, _ visit: CustomerVisit) throws {
        let format = visit.format, today = view.days.lowerBound
        let words = EntryWords(view: view, format: format)
        title = format.day(today, .weekday)
        hijri = view.hijri.date(of: today).map(format.hijri)
        newEvent = "/events/new?day=\(today.iso8601)"
        mapURL = CalendarViews.mapAddress(of: today, in: view)
        list = DayList(today, view, format, plan: plan.map {
            PlanOfList($0.plan, $0.places, home: visit.app.home(among: $0.places))
        })
        tasks = view.undated.filter { !$0.isDone }.map { words.dayEntry($0, on: today) }
        hasTasks = !tasks.isEmpty
        coming = (1...(view.days.upperBound - today)).map { ListDay(today + $0, view, format, isToday: false) }
        hasPrayers = view.timetable != nil
        undo = UndoNotice(visit)
        state = view.state
        hasKeys = view.preferences.hasShortcuts
        isPartial = view.isPartial
        self.plan = plan.map { PlanSide($0, now: view.now, format) }
        here = try HereButton(visit)
    }
}

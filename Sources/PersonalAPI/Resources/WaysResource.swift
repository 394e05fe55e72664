import Calendars
import CivilTime
package import HTTP
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Web

/// The ways to an event.
package enum WaysResource {
    /// `GET /api/v1/ways?calendar&event&occurrence`: every mode, the one to take first, with the reasons of those that
    /// are out.
    package static func get(_ visit: ProgramVisit) throws -> Response {
        var fields = try SentFields(query: visit.request.query)
        let wanted = "The id of a calendar, and of an event in it."
        let calendar = fields.require("calendar", wanted, \.text), event = fields.require("event", wanted, \.text)
        let occurrence = visit.occurrence(&fields)
        try fields.finish()
        let place = ObjectPlace(calendar ?? "", event ?? "")
        guard let stored = try visit.event(at: place, occurrence) else { throw Problem.notFound }
        let zone = try visit.zone, span = try visit.calendars.ownSpan(of: stored.draft.time)
        guard let span, !stored.draft.time.isAllDay, stored.draft.status != .cancelled else {
            return try visit.answer(Body(state: "no-time", from: nil, ways: []))
        }
        let day = zone.date(at: span.start), view = try visit.calendars.view(day...day, isMarked: false)
        let entry = view.entries(on: day).first { entry in
            entry.calendar == stored.calendar.id && entry.segment == stored.place.segment && entry.start == span.start
        }
        let desk = try WayDesk(visit, view)
        guard let entry, desk.point(of: entry) != nil else {
            return try visit.answer(Body(state: "no-place", from: nil, ways: []))
        }
        guard let way = try desk.ways(to: [entry])[0] else {
            return try visit.answer(Body(state: "no-origin", from: nil, ways: []))
        }
        return try visit.answer(
            Body(state: "known", from: way.from, ways: way.choice.options.map { WayBody($0, of: way, zone) }))
    }

    private struct Body: Encodable {
        /// `known`; or `no-time`, `no-place` or `no-origin`, which say why there are no ways.
        let state: String
        /// The name of the place at which they begin.
        let from: String?
        let ways: [WayBody]
    }
}

extension ProgramVisit {
    fileprivate func event(at place: ObjectPlace, _ occurrence: String?) throws -> StoredEvent? {
        do {
            return try calendars.event(at: place, occurrence)
        } catch is EventRefusal {
            return nil
        }
    }
}

/// The ways to the events of a day.
struct WayDesk {
    private let view: CalendarView
    private let names: PlaceNames
    private let home: (name: String, point: Coordinates)?
    private let rules: Modes
    private let planning: PlanningHome

    init(_ visit: ProgramVisit, _ view: CalendarView) throws {
        let places = try visit.planning.places()
        self.view = view
        names = PlaceNames(places.map(\.values))
        home = visit.app.home(among: places)
        rules = Modes(view.habits, in: try visit.zone, now: visit.app.now())
        planning = visit.planning
    }

    func point(of entry: CalendarEntry) -> Coordinates? { entry.point ?? names[entry.place] }

    /// Returns the ways to some events of the day, in their order; nil for one whose point is not known, or if nobody
    /// knows where they begin. All are asked for at once, so that the most legs of a page are those of a request too.
    func ways(to entries: [CalendarEntry]) throws -> [EventWay?] {
        let legs = entries.map(leg), known = try planning.known(legs.compactMap { $0?.leg }, rules)
        return legs.map { leg in leg.map { EventWay($0, rules, known) } }
    }

    private func leg(to entry: CalendarEntry) -> EventLeg? {
        guard !entry.isAllDay, let point = point(of: entry) else { return nil }
        let others = view.entries.compactMap { other -> WayStop? in
            let isSame = other.calendar == entry.calendar && other.segment == entry.segment
                && other.start == entry.start
            return isSame ? nil : WayStop(other, names)
        }
        let stop = WayStop(
            entry.start..<max(entry.start, entry.end), at: point, name: entry.title,
            travelMinutes: entry.travelMinutes)
        return EventLeg(to: stop, after: others, home: home)
    }
}

/// One way as JSON.
struct WayBody: Encodable {
    let mode: String, source: String
    let duration: Int, distance: Int, changes: Int
    let leaveAt: String, arriveAt: String
    /// The seconds by which one comes too late; 0 in time.
    let late: Int
    let grams: Int
    let isAllowed: Bool, isChosen: Bool
    let reasons: [String]

    enum CodingKeys: String, CodingKey {
        case mode, source, changes, grams, reasons, duration = "duration_s", distance = "distance_m"
        case leaveAt = "leave_at", arriveAt = "arrive_at", late = "late_s", isAllowed = "is_allowed"
        case isChosen = "is_chosen"
    }

    init(_ option: TravelChoice.Option, of way: EventWay, _ zone: TimeZoneRules) {
        mode = option.way.mode.rawValue
        source = option.way.source.rawValue
        duration = option.way.seconds
        distance = option.way.metres
        changes = option.way.changes
        leaveAt = zone.rfc3339(option.time.lowerBound)
        arriveAt = zone.rfc3339(option.time.upperBound)
        late = Int(max(0, option.time.upperBound.secondsSince1970 - way.start.secondsSince1970))
        grams = Int(option.grams.rounded())
        isAllowed = option.isAllowed
        isChosen = option == way.best
        reasons = option.reasons.map(\.name)
    }
}

import Calendars
import CivilTime
import Planning
import Runtime
import Scheduling
import Storage
import Text
import Web

/// The ways to an event: the one to take, and all of them side by side. `templates/events/ways.mustache`.
struct EventWays: Encodable {
    /// `Leave 13:30`, or the sentence that each mode is out.
    var leave: String
    /// `25 min by car from the office, there at 13:55`; nil if each mode is out.
    var detail: String?
    var modes: [EventMode]
}

/// A mode among the ways to an event.
struct EventMode: Encodable {
    var name: String
    /// `25 min`
    var length: String
    /// The rest of the line: when to leave, when one is there, how late that is, the grams.
    var facts: String
    /// The sentences that say why the mode is out.
    var reasons: [String]
    var isOut: Bool
    var isChosen: Bool
}

extension EventDesk {
    /// Returns the ways to an event; nil for one that is over or cancelled, and if a point is not known.
    ///
    /// - Parameter view: the calendars on the event's day.
    func ways(to event: StoredEvent, _ span: EventSpan?, in view: CalendarView) throws -> EventWays? {
        let draft = event.draft, now = visit.app.now()
        guard let span, span.end > now, !draft.time.isAllDay, draft.status != .cancelled,
              !draft.place.isEmpty || draft.point != nil
        else { return nil }
        let places = try visit.planning.places(), names = PlaceNames(places.map(\.values))
        guard let point = draft.point ?? names[draft.place] else { return nil }
        let others = view.entries(on: zone.date(at: span.start)).compactMap { entry -> WayStop? in
            let isOwn = entry.calendar == event.calendar.id && entry.segment == event.place.segment
            guard !isOwn || entry.start != span.start else { return nil }
            return WayStop(entry, names)
        }
        let stop = WayStop(span.start..<max(span.start, span.end), at: point, name: draft.title)
        return EventWay(
            to: stop, after: others, home: visit.app.home(among: places), Modes(view.habits, in: zone, now: now)
        ).map { EventWays($0, zone, words.format) }
    }
}

extension EventWays {
    init(_ way: EventWay, _ zone: TimeZoneRules, _ format: Formatter) {
        let best = way.best
        leave = best.map { format.text("event.way.leave", ["time": format.time($0.time.lowerBound, zone)]) }
            ?? format.text("event.ways.none")
        detail = best.map { best in
            format.text("event.way.detail", [
                "way": format.way(best.way),
                "place": way.from.isEmpty ? format.text("event.untitled") : way.from.isolated,
                "time": format.time(best.time.upperBound, zone),
            ])
        }
        modes = way.choice.options.map { option in
            EventMode(option, to: way.start, isChosen: option == best, zone, format)
        }
    }
}

extension EventMode {
    init(
        _ option: TravelChoice.Option, to start: Instant, isChosen: Bool, _ zone: TimeZoneRules, _ format: Formatter
    ) {
        let late = option.time.upperBound.secondsSince1970 - start.secondsSince1970
        var facts = [
            format.text("event.ways.times", [
                "leave": format.time(option.time.lowerBound, zone),
                "there": format.time(option.time.upperBound, zone),
            ]),
        ]
        if late > 0 {
            facts.append(format.text("event.ways.late", ["length": format.duration(minutes: Int(late + 59) / 60)]))
        }
        facts.append(format.text("event.ways.grams", ["n": format.number(Int(option.grams.rounded()))]))
        self.init(
            name: format.name(of: option.way.mode), length: format.duration(minutes: option.way.minutes),
            facts: facts.joined(separator: " · "), reasons: option.reasons.map(format.reason),
            isOut: !option.isAllowed, isChosen: isChosen)
    }
}

extension Formatter {
    /// Returns the name of a mode: `Walk`.
    func name(of mode: TravelMode) -> String { text("travel.mode.\(mode.rawValue)") }

    /// Returns a way in words: `25 min by car`.
    func way(_ way: Scheduling.TravelWay) -> String {
        let key = switch way.mode {
        case .walk: "way.foot"
        case .bike: "way.bike"
        case .transit: "way.transit"
        case .shared: "way.shared"
        case .car: "way.car"
        }
        return text(key, ["length": duration(minutes: way.minutes)])
    }

    /// Returns the sentence that says why a mode is out.
    func reason(_ reason: ModeReason) -> String {
        var values: [String: String] = [:]
        switch reason {
        case .tooFar(let metres, let limit):
            values = ["length": distance(metres), "limit": distance(limit)]
        case .transitHours(let hours):
            values = ["from": time(minute: hours.lowerBound), "until": time(minute: hours.upperBound)]
        case .heat(let degrees, _, _), .cold(let degrees, _):
            values = ["degrees": number(Int(degrees.rounded()))]
        case .wind(let gust, _):
            values = ["speed": number(Int(gust.rounded()))]
        case .notAllowed, .notOwned, .noService, .strike, .storm, .rain, .noonSun: break
        }
        return text("travel.reason.\(reason.name)", values)
    }

    /// Returns a distance: `400 m`, `3.2 km`, `12 km`.
    func distance(_ metres: Int) -> String {
        if metres < 1_000 { return text("travel.metres", ["n": number(metres)]) }
        let kilometres = Double(metres) / 1_000
        return text("travel.kilometres", ["n": decimal(kilometres, places: kilometres < 10 ? 1 : 0)])
    }
}

import Calendars
package import CivilTime
package import PrayerTimes
import Runtime
package import Scheduling
import Storage

/// The places of a day in the order in which they are visited, and the ways between them.
package struct DayWays: Sendable, Hashable {
    package struct Stop: Sendable, Hashable {
        /// The title of the first event there, or the name of the place called home.
        package let name: String
        package let point: Coordinates
    }

    package struct Leg: Sendable, Hashable {
        /// The indices of its ends among the stops.
        package let from: Int, to: Int
        /// The way to take; nil if each mode is out.
        package let option: TravelChoice.Option?
    }

    /// Each place once, the one called home first if the day begins or ends there.
    package private(set) var stops: [Stop] = []
    package private(set) var legs: [Leg] = []
    /// The events of the day that have no point.
    package let withoutPoint: Int

    /// - Parameters:
    ///   - events: what the day has with a place, in order of the starts.
    ///   - home: the place at which the day begins and ends; nil if it is not known.
    package init(
        _ events: [WayStop], withoutPoint: Int, home: (name: String, point: Coordinates)?, _ rules: Modes
    ) {
        self.withoutPoint = withoutPoint
        if let home, !events.isEmpty { _ = number(home.point, home.name) }
        for event in events {
            let way = EventWay(to: event, after: events, home: home, rules)
            let from = way.map { number($0.origin, $0.from) }, to = number(event.point, event.name)
            if let way, let from, from != to { legs.append(Leg(from: from, to: to, option: way.best)) }
        }
        guard let home, let last = events.max(by: { $0.time.upperBound < $1.time.upperBound }) else { return }
        let from = number(last.point, last.name), to = number(home.point, home.name)
        if from != to { legs.append(Leg(from: from, to: to, option: Self.back(from: last, to: home.point, rules))) }
    }

    /// Returns the number of the place of a point, which gets one if it has none.
    private mutating func number(_ point: Coordinates, _ name: String) -> Int {
        if let known = stops.firstIndex(where: { EstimatedWay(from: $0.point, to: point) == nil }) { return known }
        stops.append(Stop(name: name, point: point))
        return stops.count - 1
    }

    /// Returns the way from the last place of a day. Nobody waits at its end, so the cost alone decides.
    private static func back(from last: WayStop, to home: Coordinates, _ rules: Modes) -> TravelChoice.Option? {
        let estimate = TravelEstimate(rules.wishes.figures), end = last.time.upperBound
        let ways = EventWay.modes.map { estimate.way(from: last.point, to: home, by: $0, leaving: end) }
        return TravelChoice(among: ways, to: TravelGoal(start: end, earliest: end), rules).options
            .filter(\.isAllowed).min { ($0.cost, $0.grams) < ($1.cost, $1.grams) }
    }
}

extension PlanningHome {
    /// Returns the places of a day and the ways between them. Events that begin on the day count, unless they take the
    /// whole day or nobody goes there.
    package func ways(of day: LocalDate) throws -> DayWays {
        let read = try time(on: day...day), zone = read.zone
        let events = read.events.filter { event in
            let entry = event.entry
            return !entry.isAllDay && !entry.isCancelled && !entry.isDeclined && (!entry.isFree || event.isPlanned)
                && zone.date(at: entry.start) == day
        }
        let stops = events.compactMap { event in
            event.point.map { WayStop(event.entry.time, at: $0, name: event.entry.title) }
        }
        return DayWays(
            stops.sorted { $0.time.lowerBound < $1.time.lowerBound }, withoutPoint: events.count - stops.count,
            home: app.home(among: read.places.saved), Modes(read.habits, in: zone, now: app.now()))
    }
}

extension ScheduledEvent {
    /// True for a time that was found for a task. Others see it as free, but the customer goes there.
    fileprivate var isPlanned: Bool { entry.segment.hasPrefix(PlanEventRow.uidPrefix) }
}

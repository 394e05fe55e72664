package import Calendars
package import CivilTime
package import PrayerTimes
import Runtime
package import Scheduling
package import Storage
import Templates

/// The ways to an event side by side, by the estimate, and the place at which they begin.
package struct EventWay: Sendable, Hashable {
    /// One on foot, one by bicycle, one by public transport, one by car.
    package let choice: TravelChoice
    /// The title of the event before, or the name of the place called home.
    package let from: String
    package let origin: Coordinates
    /// The start of the event.
    package let start: Instant

    /// The way to take; nil if each mode is out.
    package var best: TravelChoice.Option? { choice.best }
}

/// Something with a time and a place, between which there are ways.
package struct WayStop: Sendable {
    package let time: TimeSpan
    package let point: Coordinates
    /// The title of an event, the name of a place.
    package let name: String

    package init(_ time: TimeSpan, at point: Coordinates, name: String) {
        self.time = time
        self.point = point
        self.name = name
    }
}

extension WayStop {
    /// Makes a stop of an event at a time of the day; nil for any other entry, for one that takes no time, and if its
    /// point is not known.
    ///
    /// - Parameter names: the points of the customer's saved places.
    package init?(_ entry: CalendarEntry, _ names: PlaceNames) {
        guard entry.kind == .event, !entry.isAllDay, !entry.isCancelled, !entry.isDeclined, !entry.isFree,
              let point = entry.point ?? names[entry.place]
        else { return nil }
        self.init(entry.start..<max(entry.start, entry.end), at: point, name: entry.title)
    }
}

extension EventWay {
    /// The modes that are compared.
    package static let modes: [TravelMode] = [.walk, .bike, .transit, .car]

    /// Compares the ways to a stop.
    ///
    /// - Parameters:
    ///   - others: the other stops of the day, in any order. The ways begin at the one that ended last.
    ///   - home: the place at which the day begins; nil if it is not known.
    ///   - rules: the customer's wishes and their zone.
    /// - Returns: nil if nobody knows where they begin, or if they begin at the same place.
    package init?(
        to stop: WayStop, after others: [WayStop], home: (name: String, point: Coordinates)?, _ rules: Modes
    ) {
        let before = others.filter { $0.time.upperBound <= stop.time.lowerBound }
            .max { ($0.time.upperBound, $0.time.lowerBound) < ($1.time.upperBound, $1.time.lowerBound) }
        guard let origin = before?.point ?? home?.point, EstimatedWay(from: origin, to: stop.point) != nil else {
            return nil
        }
        let goal = TravelGoal(start: stop.time.lowerBound, earliest: before?.time.upperBound)
        let ways = TravelEstimate(rules.wishes.figures).ways(from: origin, to: stop.point, for: goal, by: Self.modes)
        choice = TravelChoice(among: ways, to: goal, rules)
        from = before?.name ?? home?.name ?? ""
        self.origin = origin
        start = stop.time.lowerBound
    }
}

extension Modes {
    /// Makes the rules of a customer. They know no weather.
    package init(_ habits: DayHabits, in zone: TimeZoneRules, now: Instant) {
        self.init(TravelWishes(habits), on: Day(in: zone), now: now)
    }
}

extension TravelWishes {
    /// Makes the wishes of a customer about ways from the habits of their day.
    package init(_ habits: DayHabits) {
        let travel = habits.travel
        self.init(ownsBike: travel.ownsBike, ownsCar: travel.ownsCar, isEco: travel.isEco)
        figures.set(.farthestWalk, to: Double(travel.farthestWalk))
        figures.set(.reserveLeast, to: Double(habits.wayReserveMinutes))
    }
}

extension App {
    /// Returns the saved place at which a customer's days begin: the one that is called home, in any of the languages;
    /// nil if none is.
    package func home(among places: [SavedPlace]) -> (name: String, point: Coordinates)? {
        let names = Language.allCases.flatMap { language in
            text("places.home", language).split { ",،".contains($0) }.map(String.init)
        }
        for place in places {
            let own = PlaceNames([place.values])
            if let point = names.lazy.compactMap({ own[$0] }).first { return (place.name, point) }
        }
        return nil
    }
}

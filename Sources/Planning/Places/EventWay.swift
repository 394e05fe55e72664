import Calendars
package import CivilTime
package import PrayerTimes
import Runtime
package import Scheduling
package import Storage
import Templates

/// The way to an event, as the built-in estimate knows it: quicker by car or on foot.
package struct EventWay: Sendable, Hashable {
    package let minutes: Int
    package let isOnFoot: Bool
    /// The moment at which to leave: the way and the minutes to spare before the start.
    package let leave: Instant
    /// The moment of arriving, if that is when one leaves.
    package let arrival: Instant
    /// The title of the event before, or the name of the place called home.
    package let from: String
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

extension EventWay {
    /// Finds the way to a stop.
    ///
    /// - Parameters:
    ///   - others: the other stops of the day, in any order. It begins at the one that ended last.
    ///   - home: the place at which the day begins; nil if it is not known.
    ///   - reserve: the minutes to spare.
    /// - Returns: nil if nobody knows where it begins, or if it begins at the same place.
    package init?(to stop: WayStop, after others: [WayStop], home: (name: String, point: Coordinates)?, reserve: Int) {
        let before = others.filter { $0.time.upperBound <= stop.time.lowerBound }
            .max { ($0.time.upperBound, $0.time.lowerBound) < ($1.time.upperBound, $1.time.lowerBound) }
        guard let origin = before?.point ?? home?.point, let way = EstimatedWay(from: origin, to: stop.point) else {
            return nil
        }
        minutes = way.minutes
        isOnFoot = way.isOnFoot
        arrival = stop.time.lowerBound - .seconds(reserve * 60)
        leave = arrival - .seconds(way.minutes * 60)
        from = before?.name ?? home?.name ?? ""
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

extension PlanningHome {
    /// Returns the way to an event on its day; nil if its point or the place before it is not known, for events of
    /// whole days, and for those that take no time.
    ///
    /// - Parameters:
    ///   - place: the name of its place, and the point that the event itself has.
    ///   - uid: that of the event, which is no place before itself.
    package func way(to time: TimeSpan, uid: String, place: String, point: Coordinates?) throws -> EventWay? {
        guard !place.isEmpty || point != nil else { return nil }
        let day = try app.zone(of: customer).date(at: time.lowerBound), read = try self.time(on: day...day)
        guard let point = point ?? read.places.point(named: place) else { return nil }
        let dayStart = read.zone.startOfDay(day)
        let others = read.availability.busy.items.compactMap { item -> WayStop? in
            guard read.events.indices.contains(item.number) else { return nil }
            let event = read.events[item.number]
            guard let point = event.point, event.entry.end > dayStart, !event.entry.isAllDay,
                  event.uid != uid || event.entry.start != time.lowerBound
            else { return nil }
            return WayStop(event.entry.time, at: point, name: event.entry.title)
        }
        return EventWay(
            to: WayStop(time, at: point, name: ""), after: others, home: app.home(among: read.places.saved),
            reserve: read.wayReserve)
    }
}

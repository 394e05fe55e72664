package import Calendars
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

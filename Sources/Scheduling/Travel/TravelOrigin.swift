public import CivilTime
public import PrayerTimes

/// The place at which a way begins, and the moment from which on the person is free.
public struct TravelOrigin: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The event or the task before it.
        case before
        /// The person's last known position.
        case position
        case home
        /// The hotel of the night.
        case hotel
    }

    /// A known position of a person.
    public struct Position: Hashable, Sendable {
        public var point: Coordinates
        public var at: Instant

        public init(_ point: Coordinates, at: Instant) {
            self.point = point
            self.at = at
        }
    }

    /// A place with the time that a person spends there.
    public struct Stay: Hashable, Sendable {
        public var point: Coordinates
        public var time: TimeSpan

        public init(_ point: Coordinates, _ time: TimeSpan) {
            self.point = point
            self.time = time
        }
    }

    public let kind: Kind
    public let point: Coordinates
    /// The moment at which the person is free to leave; nil if nothing binds them.
    public let freeFrom: Instant?

    /// Finds the origin; nil if nobody knows where the person is. Then the way is not checked.
    ///
    /// - Parameters:
    ///   - start: the start of the event to which the way leads.
    ///   - before: what the person does on that day before it, with a place, in any order.
    ///   - position: the last known position. It counts from a while before the departure on, and not if something with
    ///     a place has ended since.
    ///   - departure: the moment of leaving as far as it is known; `start` is a good first guess.
    ///   - hotels: the nights away from home.
    public init?(
        start: Instant, departure: Instant, before: [Stay], position: Position?, home: Coordinates?,
        hotels: [Stay] = [], _ figures: TravelFigures = .usual
    ) {
        let last = before.filter { $0.time.upperBound <= start }.max { $0.time.upperBound < $1.time.upperBound }
        let oldest = departure - .seconds(figures.seconds(.positionAge))
        if let last, position.map({ $0.at < last.time.upperBound || $0.at < oldest }) ?? true {
            self.init(.before, last.point, freeFrom: last.time.upperBound)
        } else if let position, position.at >= oldest {
            self.init(.position, position.point, freeFrom: position.at)
        } else if let hotel = hotels.last(where: { $0.time.contains(departure) }) {
            self.init(.hotel, hotel.point, freeFrom: nil)
        } else if let home {
            self.init(.home, home, freeFrom: nil)
        } else {
            return nil
        }
    }

    private init(_ kind: Kind, _ point: Coordinates, freeFrom: Instant?) {
        self.kind = kind
        self.point = point
        self.freeFrom = freeFrom
    }
}

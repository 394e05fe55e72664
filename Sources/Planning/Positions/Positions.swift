// The last position of a customer: kept by 100 m, once, for a day, and only with consent.
//
// - Positions.swift: the report of a program, the rules for it, and the age of what is stored.
// - SetPosition.swift: the one verb that stores, consent, and the end of both.

package import CivilTime
import PrayerTimes
import Runtime
package import Storage

/// A position as a browser or a program sends it.
package struct PositionReport: Sendable, Hashable {
    /// Degrees, as they were sent.
    package var latitude: Double, longitude: Double
    /// The moment at which it was measured; nil for now.
    package var at: Instant?
    /// The radius in metres in which the device is; nil if it is not known.
    package var accuracyMetres: Double?

    package init(latitude: Double, longitude: Double, at: Instant? = nil, accuracyMetres: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.at = at
        self.accuracyMetres = accuracyMetres
    }
}

/// A position that is never stored, however often it is sent.
package enum PositionRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// The customer did not agree that positions are kept.
    case off
    /// Latitude or longitude is outside its range, or no number.
    case range
    /// Latitude and longitude are exchanged: by their ranges, or since the point is far from the customer's city and
    /// near to it when exchanged.
    case swapped
    /// 0, 0, which devices send that do not know where they are.
    case zero
    /// It is of a time to come, by more than two minutes.
    case future
    /// It is older than a day.
    case old
    /// It is known by more than two kilometres only, or by a negative number, which iOS sends for no position.
    case inaccurate
}

/// The outcome of a position that can be stored.
package enum PositionOutcome: String, Sendable, Hashable {
    case stored
    /// A newer one is stored, as after a tunnel, when a program sends old ones again.
    case older
    /// The last one came less than some seconds ago. The next one is stored.
    case soon
}

/// The rules of positions.
package enum PositionRules {
    /// The hours for which a position is kept.
    package static let keptHours = 24
    /// The minutes for which the way of a plan may start at a position.
    package static let freshMinutes: Int64 = 30
    /// The seconds by which a device's clock may be ahead.
    static let aheadSeconds: Int64 = 120
    /// The worst accuracy in metres.
    static let worstMetres = 2_000.0
    /// The seconds between two positions that are stored.
    static let pauseSeconds = 5

    /// Checks a report.
    ///
    /// - Parameter home: the point of the customer's city; nil if it is not known.
    /// - Returns: the position to store. A device whose clock is ahead measured it now.
    static func check(
        _ report: PositionReport, near home: Coordinates?, now: Instant
    ) throws(PositionRefusal) -> StoredPosition {
        let latitude = report.latitude, longitude = report.longitude
        guard latitude.isFinite, longitude.isFinite else { throw .range }
        if latitude == 0, longitude == 0 { throw .zero }
        guard Coordinates(latitude: latitude, longitude: longitude) != nil else {
            throw Coordinates(latitude: longitude, longitude: latitude) == nil ? .range : .swapped
        }
        if let home, isLikelySwapped(latitude, longitude, near: home) { throw .swapped }
        if let metres = report.accuracyMetres {
            guard metres >= 0, metres <= worstMetres else { throw .inaccurate }
        }
        let measured = report.at ?? now
        if measured > now + .seconds(aheadSeconds) { throw .future }
        if measured < now - .seconds(Int64(keptHours) * 3_600) { throw .old }
        return StoredPosition(
            latitude: latitude, longitude: longitude,
            accuracyMetres: report.accuracyMetres.map { Int($0.rounded(.up)) }, measuredAt: min(measured, now),
            receivedAt: now)
    }

    /// Returns true if a point is far from the customer's city, and near to it when exchanged.
    private static func isLikelySwapped(_ latitude: Double, _ longitude: Double, near home: Coordinates) -> Bool {
        home.kilometres(toLatitude: latitude, longitude: longitude) > 1_000
            && home.kilometres(toLatitude: longitude, longitude: latitude) < 300
    }
}

extension StoredPosition {
    /// Returns true while a position is kept: 24 hours after it was measured.
    func isKept(at now: Instant) -> Bool { measuredAt >= now - .seconds(Int64(PositionRules.keptHours) * 3_600) }

    /// Returns true while a way may start here: 30 minutes after it was measured.
    package func isFresh(at now: Instant) -> Bool {
        measuredAt >= now - .seconds(PositionRules.freshMinutes * 60)
    }
}

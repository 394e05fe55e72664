public import CivilTime
import Glibc

/// The altitude of the sun over a place on one day, for a picture of the day.
public struct DaySun: Sendable {
    private let sky: Sky
    /// The moment at which the sun crosses the meridian, to the second.
    public let transit: Instant

    init(_ sky: Sky, transit: Instant) {
        self.sky = sky
        self.transit = transit
    }

    /// Returns the altitude of the sun's centre in degrees, without refraction.
    ///
    /// - Parameter moment: within twelve hours of `transit`.
    public func altitude(at moment: Instant) -> Double {
        let seconds = Double(moment.secondsSince1970 - transit.secondsSince1970)
        return sky.altitude(sky.transit + seconds / 86_400)
    }
}

extension Timetable {
    /// Returns the sun over the place on a day.
    ///
    /// - Parameter date: as for `day(_:)`.
    public func sun(on date: LocalDate) -> DaySun {
        let solar = solarDay(date)
        let sky = Sky(solar, latitude: place.coordinates.latitude)
        let seconds = ((solar.noon + sky.transit) * 86_400).rounded()
        return DaySun(sky, transit: Instant(secondsSince1970: Int64(seconds)))
    }
}

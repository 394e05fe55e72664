import Glibc

/// The positions of the sun from one midnight to the next at one longitude, for all latitudes.
///
/// Times are days after the noon of the mean sun at that longitude: -0.5 is the midnight before. Within a
/// day the position is a parabola through three computed positions. Its error is less than a millisecond
/// of time, up to the sunrise of the next day.
struct SolarDay {
    /// The noon of the mean sun, in days since 1970 began in UTC.
    let noon: Double
    private let equationOfTime: Parabola
    private let declination: Parabola
    private let parallax: Double

    init(noon: Double) {
        let first = Sun(day: noon + Parabola.nodes.first)
        let second = Sun(day: noon + Parabola.nodes.second)
        let third = Sun(day: noon + Parabola.nodes.third)
        self.noon = noon
        equationOfTime = Parabola(first.equationOfTime, second.equationOfTime, third.equationOfTime)
        declination = Parabola(first.declination, second.declination, third.declination)
        parallax = second.parallax
    }

    /// Returns the hour angle of the sun in radians, and its change in a day.
    func hourAngle(_ time: Double) -> (value: Double, slope: Double) {
        let equation = equationOfTime[time]
        return (2 * .pi * time + equation.value, 2 * .pi + equation.slope)
    }

    func declination(_ time: Double) -> (value: Double, slope: Double) { declination[time] }

    /// Returns the time of an hour angle.
    func time(ofHourAngle angle: Double) -> Double {
        // The equation of time moves the sun by some minutes. In these minutes it changes by less than a
        // hundredth of a second, so the second step is exact.
        let first = (angle - equationOfTime[angle / (2 * .pi)].value) / (2 * .pi)
        return (angle - equationOfTime[first].value) / (2 * .pi)
    }

    /// Converts an altitude seen from the Earth's surface to that at its centre, in radians.
    func geocentric(_ altitude: Double) -> Double { altitude + parallax * cos(altitude) }

    /// Converts an altitude at the Earth's centre to that seen from its surface, in radians.
    func topocentric(_ altitude: Double) -> Double { altitude - parallax * cos(altitude) }
}

/// A parabola through three values, at fixed times of a solar day.
private struct Parabola {
    /// The times of the three values, from the midnight before to the next noon, so that they cover
    /// tomorrow's sunrise too.
    static let nodes = (first: -0.5, second: 0.25, third: 1.0)

    private let constant: Double, linear: Double, square: Double

    init(_ first: Double, _ second: Double, _ third: Double) {
        let step = 0.75
        square = (first - 2 * second + third) / (2 * step * step)
        linear = (third - first) / (2 * step)
        constant = second
    }

    subscript(time: Double) -> (value: Double, slope: Double) {
        let x = time - Parabola.nodes.second
        return (constant + x * (linear + x * square), linear + 2 * x * square)
    }
}

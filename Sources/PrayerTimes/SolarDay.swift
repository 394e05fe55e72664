import Glibc

/// The sun's way from one midnight to the next at one longitude, for an observer at any latitude.
///
/// Times are days after the mean sun's noon at that longitude: -0.5 is the midnight before. Within
/// a day the sun's place is a parabola through three computed ones, which costs less than a
/// millisecond of time and stays good to the next day's sunrise.
struct SolarDay {
    /// Noon of the mean sun, in days since 1970 began in UTC.
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

    /// The sun's hour angle in radians and how fast it grows.
    func hourAngle(_ time: Double) -> (value: Double, slope: Double) {
        let equation = equationOfTime[time]
        return (2 * .pi * time + equation.value, 2 * .pi + equation.slope)
    }

    func declination(_ time: Double) -> (value: Double, slope: Double) { declination[time] }

    /// The moment of an hour angle.
    func time(ofHourAngle angle: Double) -> Double {
        // The equation of time changes by less than a hundredth of a second in the minutes it moves
        // the sun, so the second step is exact.
        let first = (angle - equationOfTime[angle / (2 * .pi)].value) / (2 * .pi)
        return (angle - equationOfTime[first].value) / (2 * .pi)
    }

    /// The altitude at the Earth's centre for one seen from its surface, in radians.
    func geocentric(_ altitude: Double) -> Double { altitude + parallax * cos(altitude) }

    /// The altitude seen from the surface for one at the Earth's centre, in radians.
    func topocentric(_ altitude: Double) -> Double { altitude - parallax * cos(altitude) }
}

/// A parabola through three values, at fixed times of a solar day.
private struct Parabola {
    /// From the midnight before to the noon after, since tomorrow's sunrise is asked for too.
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

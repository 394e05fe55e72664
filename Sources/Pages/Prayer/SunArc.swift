import CivilTime
import Places
import PrayerTimes

/// The picture of a day: the height of the sun for ten hours before and after its noon, and the prayers at their
/// minutes. `templates/prayer/arc.mustache` draws it; everything in it is in words beside it.
struct SunArc: Encodable {
    /// The frame's height; its width is `SunArc.width`.
    let height: String
    /// The line of the horizon, counted from above like every y.
    let ground: String
    /// The corners of the curve: `0,180 7,175.5`.
    let curve: String
    let prayers: [ArcPoint]
    /// The sun at the page's time; nil if that is outside of the frame.
    let sunNow: ArcSun?
    /// The moment in the middle of the frame, in milliseconds since 1970 as scripts count them.
    let noon: String
}

/// A prayer in the picture.
struct ArcPoint: Encodable {
    let x: String
    let y: String
    let isPast: Bool
    let isNext: Bool
}

/// The sun in the picture.
struct ArcSun: Encodable {
    let x: String
    let y: String
}

extension SunArc {
    static let width = 560.0, hours = 10.0
    /// The room above the sun at noon and below the horizon.
    private static let above = 16.0, below = 62.0
    /// The height of the sun at noon: at most 112, and 2.4 for each degree.
    private static let highest = 112.0, degree = 2.4

    /// - Parameters:
    ///   - prayers: the moments of the day's prayers.
    ///   - next: the one of them that comes next.
    init(_ sun: DaySun, prayers: [Instant], next: Instant?, now: Instant) {
        let top = sun.altitude(at: sun.transit)
        let height = min(Self.highest, max(0, top * Self.degree)), ground = Self.above + height
        let scale = top > 0 ? min(Self.degree, Self.highest / top) : Self.degree
        let span = Self.hours * 3_600
        func place(_ moment: Instant) -> (x: Double, y: Double)? {
            let seconds = Double(moment.secondsSince1970 - sun.transit.secondsSince1970)
            guard abs(seconds) <= span else { return nil }
            return ((seconds / span + 1) * Self.width / 2, ground - sun.altitude(at: moment) * scale)
        }
        self.height = Self.text(ground + Self.below)
        self.ground = Self.text(ground)
        curve = stride(from: -span, through: span, by: 1_800).compactMap { seconds in
            place(sun.transit + .seconds(Int(seconds))).map { "\(Self.text($0.x)),\(Self.text($0.y))" }
        }.joined(separator: " ")
        self.prayers = prayers.compactMap { moment in
            place(moment).map { found in
                ArcPoint(
                    x: Self.text(found.x), y: Self.text(found.y), isPast: moment <= now, isNext: moment == next)
            }
        }
        // Deep in the night the sun stays at the frame's lower edge.
        sunNow = place(now).map { ArcSun(x: Self.text($0.x), y: Self.text(min($0.y, ground + Self.below - 9))) }
        noon = "\(sun.transit.secondsSince1970)000"
    }

    /// Returns a length with one decimal at most: `126.5`, `40`.
    private static func text(_ length: Double) -> String {
        let tenths = Int((length * 10).rounded())
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }
}

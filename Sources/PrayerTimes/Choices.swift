/// The school of Asr, which begins when shadows have grown by one or two heights since noon.
public enum AsrSchool: String, Hashable, Sendable, Codable, CaseIterable {
    /// One height: Shafi'i, Maliki, Hanbali and Ja'fari.
    case standard
    /// Two heights.
    case hanafi

    var heights: Double { self == .standard ? 1 : 2 }
}

/// The rounding of a moment to the printed minute.
public enum Rounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// To the nearest minute; half a minute is rounded up.
    case nearest
    /// Up, so that no prayer is called before its time.
    case up
    /// Down, for sunrise, which ends Fajr.
    case down

    /// Rounds seconds to whole minutes, both counted from the same moment.
    ///
    /// Before it rounds up or down, it rounds to the nearest second, so that a tenth of a second never
    /// becomes a minute.
    func minutes(_ seconds: Double) -> Int {
        switch self {
        case .nearest: Int((seconds / 60 + 0.5).rounded(.down))
        case .up: Int((seconds.rounded() / 60).rounded(.up))
        case .down: Int((seconds.rounded() / 60).rounded(.down))
        }
    }
}

/// A limit for Fajr and Isha at latitudes where the sun does not sink to their angles, or sinks to them
/// so late that the night is very short.
///
/// The night lasts from today's sunset to tomorrow's sunrise. Most rules give each twilight a share of it.
/// Then Fajr begins at most that share before sunrise, and Isha at most that share after sunset. So the
/// times never jump from one day to the next.
public enum HighLatitudeRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// No limit: without a twilight its prayer has no time.
    case none
    /// Half of the night.
    case middleOfTheNight = "middle-of-the-night"
    /// A seventh of the night.
    case seventhOfTheNight = "seventh-of-the-night"
    /// A sixtieth of the night for each degree of the angle.
    case twilightAngle = "twilight-angle"
    /// The Moonsighting Committee's minutes by season and latitude; from 55° a seventh of the night.
    case moonsighting
    /// Beyond 45° north or south, all year: the share of the night that the twilight has at 45°.
    case nearestLatitude = "nearest-latitude"
    /// The time of the last day on which the sun sank to the angle (aqrab al-yawm).
    case nearestDay = "nearest-day"
    /// The mean share of the twilight, over the days of a year that have one (Muslim World League, 2009).
    case localRelativeEstimation = "local-relative-estimation"
    /// The share of the night that the twilight has in Mecca on the same day.
    case mecca = "mecca-schedule"

    /// Returns the rule for a place without a choice.
    ///
    /// Beyond 48° north or south, half of the night would give Fajr and Isha the same moment for weeks.
    public static func recommended(at place: Coordinates) -> HighLatitudeRule {
        abs(place.latitude) > 48 ? .seventhOfTheNight : .middleOfTheNight
    }
}

/// The source of the times of a day on which the sun does not rise, or does not set.
public enum PolarRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// No source: an event that does not happen has no time.
    case unresolved
    /// The nearest latitude, in half degrees, at which the sun rises and sets (aqrab al-balad).
    case nearestLatitude = "nearest-latitude"
    /// The nearest day on which the sun rises and sets at the place (aqrab al-yawm).
    case nearestDay = "nearest-day"
}

/// The glow after sunset whose end begins Isha, for the Moonsighting Committee's minutes.
public enum Shafaq: String, Hashable, Sendable, Codable, CaseIterable {
    /// Red at high latitudes, white elsewhere.
    case general
    /// The red glow.
    case ahmer
    /// The white glow, which lasts longer.
    case abyad
}

/// How long a shadow has grown since noon when Asr begins.
public enum AsrSchool: String, Hashable, Sendable, Codable, CaseIterable {
    /// By one height: Shafi'i, Maliki, Hanbali and Ja'fari.
    case standard
    /// By two heights.
    case hanafi

    var heights: Double { self == .standard ? 1 : 2 }
}

/// How a moment becomes the minute that is printed.
public enum Rounding: String, Hashable, Sendable, Codable, CaseIterable {
    /// Half a minute goes up.
    case nearest
    /// No prayer is called before its time.
    case up
    /// For sunrise, which ends Fajr.
    case down

    /// Whole minutes for so many seconds, both counted from the same moment.
    ///
    /// Up and down begin from the nearest second, so that a tenth of one never costs a minute.
    func minutes(_ seconds: Double) -> Int {
        switch self {
        case .nearest: Int((seconds / 60 + 0.5).rounded(.down))
        case .up: Int((seconds.rounded() / 60).rounded(.up))
        case .down: Int((seconds.rounded() / 60).rounded(.down))
        }
    }
}

/// What bounds Fajr and Isha where the sun does not sink to their angles, or so late that hardly
/// any night is left.
///
/// The night is that from today's sunset to tomorrow's sunrise. A rule that gives each twilight a
/// share of it lets Fajr begin no earlier than that share before sunrise, and Isha no later than
/// that share after sunset, so the times of neighbouring days never jump.
public enum HighLatitudeRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// No bound: a twilight that does not come leaves its prayer without a time.
    case none
    /// Half of the night.
    case middleOfTheNight = "middle-of-the-night"
    /// A seventh of the night.
    case seventhOfTheNight = "seventh-of-the-night"
    /// A sixtieth of the night for each degree of the angle.
    case twilightAngle = "twilight-angle"
    /// The Moonsighting Committee's minutes by season and latitude; from 55° a seventh of the night.
    case moonsighting
    /// Beyond 45° on either side, all year: the share of the night that the twilight takes there.
    case nearestLatitude = "nearest-latitude"
    /// The last day on which the sun did sink to the angle (aqrab al-yawm).
    case nearestDay = "nearest-day"
    /// The share that the twilight takes on average over the days of a year on which it comes
    /// (Muslim World League, 2009).
    case localRelativeEstimation = "local-relative-estimation"
    /// The share of the night that the twilight takes in Mecca on the same day.
    case mecca = "mecca-schedule"

    /// What serves a place that chose nothing: beyond 48° on either side of the equator half of
    /// the night would set Fajr and Isha at the same moment for weeks.
    public static func recommended(at place: Coordinates) -> HighLatitudeRule {
        abs(place.latitude) > 48 ? .seventhOfTheNight : .middleOfTheNight
    }
}

/// Where a day gets its times from when the sun does not rise, or does not set.
public enum PolarRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nowhere: what does not happen has no time.
    case unresolved
    /// From the nearest latitude, in half degrees, at which the sun does both (aqrab al-balad).
    case nearestLatitude = "nearest-latitude"
    /// From the nearest day on which it does both here (aqrab al-yawm).
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

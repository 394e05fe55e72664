/// An authority's way to reckon the day: angles, fixed minutes, rounding.
public struct Method: Hashable, Sendable {
    /// When Isha begins.
    public enum Isha: Hashable, Sendable {
        /// When the sun's centre is so many degrees below the horizon.
        case angle(Double)
        /// So many minutes after Maghrib.
        case minutes(Int, inRamadan: Int)
    }

    /// What a night lasts to when its middle is sought.
    public enum NightEnd: Hashable, Sendable {
        case sunrise, fajr
    }

    /// As in addresses and commands: `umm-al-qura`.
    public let name: String
    /// For people, in English.
    public let title: String
    /// Degrees of the sun's centre below the horizon at Fajr.
    public let fajrAngle: Double
    public let isha: Isha
    /// Degrees below the horizon at Maghrib, for methods that wait for the redness in the east to
    /// go; nil where sunset is Maghrib.
    public let maghribAngle: Double?
    /// Degrees of the sun's centre below the horizon at sunrise and sunset.
    public let horizon: Double
    /// What the authority adds for safety, before it rounds.
    public let minutes: PerEvent<Int>
    public let rounding: PerEvent<Rounding>
    /// The later end of the night whose middle is `TimetableDay.midnight`.
    public let nightEnd: NightEnd
    /// The authority's school; a person may choose the other.
    public let school: AsrSchool
    /// Whether sunrise and sunset are those seen from the town's height, as far as it is known.
    public let reckonsWithHeight: Bool
    /// Whether the Moonsighting Committee's bounds by season are part of the method, whatever rule
    /// for high latitudes is chosen.
    public let isSeasonal: Bool
    /// Where the figures come from, for the list of methods.
    public let source: String

    init(
        _ name: String, _ title: String,
        fajr: Double, isha: Isha, maghrib: Double? = nil, horizon: Double = Method.opticalHorizon,
        minutes: PerEvent<Int> = PerEvent(all: 0), rounding: PerEvent<Rounding> = PerEvent(all: .nearest),
        nightEnd: NightEnd = .sunrise, school: AsrSchool = .standard,
        reckonsWithHeight: Bool = false, isSeasonal: Bool = false, source: String
    ) {
        self.name = name
        self.title = title
        self.fajrAngle = fajr
        self.isha = isha
        self.maghribAngle = maghrib
        self.horizon = horizon
        self.minutes = minutes
        self.rounding = rounding
        self.nightEnd = nightEnd
        self.school = school
        self.reckonsWithHeight = reckonsWithHeight
        self.isSeasonal = isSeasonal
        self.source = source
    }

    /// nil where Isha follows Maghrib by minutes.
    var ishaAngle: Double? {
        switch isha {
        case .angle(let angle): angle
        case .minutes: nil
        }
    }

    /// Refraction of 34 arc minutes and the sun's radius of 16.
    public static let opticalHorizon = 50.0 / 60

    /// A method of a person's own.
    ///
    /// - Parameters:
    ///   - fajrAngle: above 0 and at most 30 degrees, like every angle here.
    ///   - isha: minutes are 0 to 240.
    ///   - maghribAngle: below Isha's angle.
    ///   - minutes: added before rounding.
    /// - Throws: the first figure outside these limits.
    public static func custom(
        fajrAngle: Double, isha: Isha, maghribAngle: Double? = nil,
        minutes: PerEvent<Int> = PerEvent(all: 0), rounding: PerEvent<Rounding> = PerEvent(all: .nearest)
    ) throws(MethodError) -> Method {
        guard isAngle(fajrAngle) else { throw .fajrAngle }
        switch isha {
        case .angle(let angle):
            guard isAngle(angle) else { throw .ishaAngle }
            if let maghribAngle, maghribAngle >= angle { throw .maghribAfterIsha }
        case .minutes(let minutes, let inRamadan):
            guard ishaMinutesLimits.contains(minutes), ishaMinutesLimits.contains(inRamadan) else { throw .ishaMinutes }
        }
        if let maghribAngle, !isAngle(maghribAngle) { throw .maghribAngle }
        return Method(
            customName, "Custom", fajr: fajrAngle, isha: isha, maghrib: maghribAngle,
            minutes: minutes, rounding: rounding, source: "chosen by the person")
    }

    public static let customName = "custom"
    public static let ishaMinutesLimits = 0...240

    private static func isAngle(_ degrees: Double) -> Bool { degrees > 0 && degrees <= 30 }
}

/// Why figures make no method.
public enum MethodError: Error, Hashable, Sendable {
    /// Not above 0 and at most 30 degrees.
    case fajrAngle, ishaAngle, maghribAngle
    /// Not 0 to 240.
    case ishaMinutes
    /// Maghrib's angle is not below Isha's.
    case maghribAfterIsha
}

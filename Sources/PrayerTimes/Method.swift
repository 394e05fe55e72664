/// The method of an authority: its angles, fixed minutes and rounding.
public struct Method: Hashable, Sendable {
    /// The beginning of Isha.
    public enum Isha: Hashable, Sendable {
        /// The degrees of the sun's centre below the horizon.
        case angle(Double)
        /// The minutes after Maghrib.
        case minutes(Int, inRamadan: Int)
    }

    /// The end of the night, for computing its middle.
    public enum NightEnd: Hashable, Sendable {
        case sunrise, fajr
    }

    /// The name in addresses and commands: `umm-al-qura`.
    public let name: String
    /// The name for people, in English.
    public let title: String
    /// The degrees of the sun's centre below the horizon at Fajr.
    public let fajrAngle: Double
    public let isha: Isha
    /// The degrees of the sun's centre below the horizon at Maghrib, for methods in which the redness in
    /// the east must end first; nil if Maghrib is at sunset.
    public let maghribAngle: Double?
    /// The degrees of the sun's centre below the horizon at sunrise and sunset.
    public let horizon: Double
    /// The minutes that the authority adds for safety.
    public let minutes: PerEvent<Int>
    public let rounding: PerEvent<Rounding>
    /// The end of the night whose middle is `TimetableDay.midnight`.
    public let nightEnd: NightEnd
    /// The authority's school; a person may choose the other one.
    public let school: AsrSchool
    /// True if sunrise and sunset are those seen from the height of the town, if it is known.
    public let reckonsWithHeight: Bool
    /// True if the Moonsighting Committee's limits by season belong to the method. They then apply with
    /// every rule for high latitudes.
    public let isSeasonal: Bool
    /// The source of the figures, for the list of methods.
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

    /// The angle of Isha; nil if Isha is some minutes after Maghrib.
    var ishaAngle: Double? {
        switch isha {
        case .angle(let angle): angle
        case .minutes: nil
        }
    }

    /// The usual horizon: refraction of 34 arc minutes and the sun's radius of 16.
    public static let opticalHorizon = 50.0 / 60

    /// Makes a method with a person's own figures.
    ///
    /// - Parameters:
    ///   - fajrAngle: above 0 and at most 30 degrees, like every angle here.
    ///   - isha: an angle, or 0 to 240 minutes.
    ///   - maghribAngle: less than the angle of Isha.
    ///   - minutes: the minutes to add.
    /// - Throws: the error of the first figure outside these limits.
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

/// An error in the figures of a method.
public enum MethodError: Error, Hashable, Sendable {
    /// The angle is 0 or less, or above 30 degrees.
    case fajrAngle, ishaAngle, maghribAngle
    /// The minutes are not from 0 to 240.
    case ishaMinutes
    /// The angle of Maghrib is not less than that of Isha.
    case maghribAfterIsha
}

import PrayerTimes

/// The special rules that a day needed, as the number that `prayer_day.notes` keeps.
struct DayNotes: Hashable, Sendable {
    package var isRamadan = false
    /// The rule that set Fajr if the sun did not sink to the angle; `isha` is the same for Isha.
    package var fajr: HighLatitudeRule?
    package var isha: HighLatitudeRule?
    /// The rule that was used if the sun did not both rise and set.
    package var polar: PolarRule?

    package init(_ day: TimetableDay) {
        isRamadan = day.isRamadan
        fajr = day.highLatitude.fajr
        isha = day.highLatitude.isha
        polar = day.polar
    }

    /// Bit 0: Ramadan; bits 4 to 7 and 8 to 11: the rules of Fajr and Isha; 12 to 15: the polar one.
    package init(number: Int) {
        isRamadan = number & 1 == 1
        fajr = Self.choice(Self.highLatitudeRules, number >> 4 & 0xF)
        isha = Self.choice(Self.highLatitudeRules, number >> 8 & 0xF)
        polar = Self.choice(Self.polarRules, number >> 12 & 0xF)
    }

    package var number: Int {
        (isRamadan ? 1 : 0)
            | Self.position(Self.highLatitudeRules, fajr) << 4
            | Self.position(Self.highLatitudeRules, isha) << 8
            | Self.position(Self.polarRules, polar) << 12
    }

    // Stored by position, counted from one: new rules go to the end.
    private static let highLatitudeRules: [HighLatitudeRule] = [
        .none, .middleOfTheNight, .seventhOfTheNight, .twilightAngle, .moonsighting, .nearestLatitude, .nearestDay,
        .localRelativeEstimation, .mecca,
    ]
    private static let polarRules: [PolarRule] = [.unresolved, .nearestLatitude, .nearestDay]

    private static func choice<Rule>(_ rules: [Rule], _ position: Int) -> Rule? {
        rules.indices.contains(position - 1) ? rules[position - 1] : nil
    }

    private static func position<Rule: Equatable>(_ rules: [Rule], _ rule: Rule?) -> Int {
        rule.flatMap { rules.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }
}

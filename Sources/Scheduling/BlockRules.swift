public import PrayerTimes

/// The minutes of a prayer around its adhān.
public struct BlockRule: Hashable, Sendable {
    /// Minutes before the adhān, for getting ready.
    public var before: Int
    /// Minutes from the adhān to the iqāmah.
    public var iqamahDelay: Int
    /// Minutes from the iqāmah to the end of the prayer.
    public var length: Int

    public init(before: Int, iqamahDelay: Int, length: Int) {
        self.before = before
        self.iqamahDelay = iqamahDelay
        self.length = length
    }
}

/// The prayers that have minutes of their own.
public enum BlockPrayer: String, Hashable, Sendable, CaseIterable {
    case fajr, dhuhr, asr, maghrib, isha, jumuah
}

/// The minutes of each prayer. Those of Jumu'ah hold on Fridays instead of Dhuhr's.
public struct BlockRules: Hashable, Sendable {
    public var fajr: BlockRule, dhuhr: BlockRule, asr: BlockRule, maghrib: BlockRule, isha: BlockRule
    public var jumuah: BlockRule

    public init(
        fajr: BlockRule, dhuhr: BlockRule, asr: BlockRule, maghrib: BlockRule, isha: BlockRule, jumuah: BlockRule
    ) {
        self.fajr = fajr
        self.dhuhr = dhuhr
        self.asr = asr
        self.maghrib = maghrib
        self.isha = isha
        self.jumuah = jumuah
    }

    /// The usual minutes of a prayer in a mosque of the Gulf.
    public static let usual = BlockRules(
        fajr: BlockRule(before: 0, iqamahDelay: 25, length: 12),
        dhuhr: BlockRule(before: 5, iqamahDelay: 20, length: 12),
        asr: BlockRule(before: 5, iqamahDelay: 20, length: 12),
        maghrib: BlockRule(before: 5, iqamahDelay: 10, length: 12),
        isha: BlockRule(before: 5, iqamahDelay: 20, length: 12),
        jumuah: BlockRule(before: 30, iqamahDelay: 0, length: 45))

    public subscript(prayer: BlockPrayer) -> BlockRule {
        get {
            switch prayer {
            case .fajr: fajr
            case .dhuhr: dhuhr
            case .asr: asr
            case .maghrib: maghrib
            case .isha: isha
            case .jumuah: jumuah
            }
        }
        set {
            switch prayer {
            case .fajr: fajr = newValue
            case .dhuhr: dhuhr = newValue
            case .asr: asr = newValue
            case .maghrib: maghrib = newValue
            case .isha: isha = newValue
            case .jumuah: jumuah = newValue
            }
        }
    }

    /// Returns the minutes of a prayer; nil for sunrise, which is not a prayer.
    public func rule(of event: DayEvent, isFriday: Bool) -> BlockRule? {
        switch event {
        case .fajr: fajr
        case .sunrise: nil
        case .dhuhr: isFriday ? jumuah : dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .isha: isha
        }
    }
}

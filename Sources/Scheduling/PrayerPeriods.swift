public import PrayerTimes

/// A prayer of a day on the local time line.
public struct PrayerPeriod: Hashable, Sendable {
    /// One of the five prayers, Jumu'ah as Dhuhr; nil if only the block is known.
    public let prayer: DayEvent?
    public let isJumuah: Bool, isRamadan: Bool
    public let adhan: Int
    /// The time that the prayer takes; empty if the customer gave it no minutes.
    public let block: Range<Int>
    /// The time in which the prayer can be said, from the adhān to the end of its time.
    public let validTime: Range<Int>

    public init(
        prayer: DayEvent?, isJumuah: Bool = false, isRamadan: Bool = false, adhan: Int, block: Range<Int>,
        validTime: Range<Int>
    ) {
        self.prayer = prayer
        self.isJumuah = isJumuah
        self.isRamadan = isRamadan
        self.adhan = adhan
        self.block = block
        self.validTime = validTime
    }
}

/// The way in which prayers take time.
public enum PrayerStrictness: String, Hashable, Sendable, CaseIterable {
    /// The block of each prayer is taken, as for somebody who prays in a mosque.
    case congregation
    /// No block is taken. A prayer clashes only if fewer than 12 free minutes remain in its valid time.
    case personal

    /// The free minutes in one piece that a prayer needs.
    public static let personalMinutes = 12
}

/// The minutes that Ramadan adds, 0 for none.
public struct RamadanRules: Hashable, Sendable {
    /// Minutes before Fajr's block for suhoor, after Maghrib's for iftar, after Isha's for tarawih.
    public var suhoor: Int, iftar: Int, tarawih: Int
    /// Minutes before Maghrib's block that suggestions avoid, as they avoid a routine.
    public var quietBeforeMaghrib: Int

    public init(suhoor: Int = 0, iftar: Int = 0, tarawih: Int = 0, quietBeforeMaghrib: Int = 60) {
        self.suhoor = suhoor
        self.iftar = iftar
        self.tarawih = tarawih
        self.quietBeforeMaghrib = quietBeforeMaghrib
    }
}

extension BlockRules {
    /// Returns the minutes of the prayers in Ramadan: suhoor, iftar and tarawih belong to the blocks beside them.
    public func inRamadan(_ ramadan: RamadanRules) -> BlockRules {
        var rules = self
        rules.fajr.before += ramadan.suhoor
        rules.maghrib.length += ramadan.iftar
        rules.isha.length += ramadan.tarawih
        return rules
    }
}

/// The settings of a customer's prayers.
public struct PrayerHabits: Hashable, Sendable {
    public var rules: BlockRules
    public var strictness: PrayerStrictness
    public var ramadan: RamadanRules

    public init(
        rules: BlockRules = .usual, strictness: PrayerStrictness = .congregation, ramadan: RamadanRules = RamadanRules()
    ) {
        self.rules = rules
        self.strictness = strictness
        self.ramadan = ramadan
    }

    /// Returns the minutes of the prayers of a day as a view shows them. If no block is taken, a prayer is shown as its
    /// shortest time from the adhān on.
    public func shownRules(inRamadan isRamadan: Bool) -> BlockRules {
        switch strictness {
        case .congregation: isRamadan ? rules.inRamadan(ramadan) : rules
        case .personal: .personal
        }
    }

    /// Returns the blocks of a day's prayers as a view shows them.
    public func shownBlocks(of day: TimetableDay) -> [PrayerBlock] {
        shownRules(inRamadan: day.isRamadan).blocks(of: day)
    }
}

extension BlockRules {
    /// The shortest time of each prayer, from the adhān on.
    public static let personal: BlockRules = {
        let shortest = BlockRule(before: 0, iqamahDelay: 0, length: PrayerStrictness.personalMinutes)
        return BlockRules(
            fajr: shortest, dhuhr: shortest, asr: shortest, maghrib: shortest, isha: shortest, jumuah: shortest)
    }()
}

extension LocalTimeLine {
    /// Returns the prayers of some days, by their adhān.
    ///
    /// A prayer can be said until the next time of the timetable: Fajr until sunrise, Dhuhr until Asr, Isha until Fajr.
    /// If the list has no time after it, the prayer's time ends with the local day.
    ///
    /// - Parameter days: the timetable of days that follow each other.
    public func prayers(of days: [TimetableDay], _ habits: PrayerHabits) -> [PrayerPeriod] {
        let ramadanRules = habits.rules.inRamadan(habits.ramadan)
        var prayers: [PrayerPeriod] = [], nextTime: Int?
        for day in days.reversed() {
            let rules = day.isRamadan ? ramadanRules : habits.rules
            let blocks = rules.blocks(of: day)
            for event in DayEvent.allCases.reversed() {
                guard let adhan = day.times[event].map(minute) else { continue }
                if event.isPrayer {
                    let block = blocks.first { $0.prayer == event }
                    let end = nextTime ?? self.day(dayNumber(of: adhan)).minutes.upperBound
                    prayers.append(PrayerPeriod(
                        prayer: event, isJumuah: block?.isJumuah ?? false, isRamadan: day.isRamadan, adhan: adhan,
                        block: block.map { minutes(of: $0.time) } ?? adhan..<adhan, validTime: adhan..<max(adhan, end)))
                }
                nextTime = adhan
            }
        }
        return prayers.sorted { $0.adhan < $1.adhan }
    }
}

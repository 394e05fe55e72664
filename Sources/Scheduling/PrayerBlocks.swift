public import CivilTime
public import PrayerTimes

/// The time that a prayer takes, from the minutes before its adhān to the end of the prayer.
public struct PrayerBlock: Hashable, Sendable {
    /// One of the five prayers. Jumu'ah is Dhuhr here.
    public let prayer: DayEvent
    public let isJumuah: Bool
    public let adhan: Instant
    /// The block. It contains the adhān, and Isha's may end on the next day.
    public let time: TimeSpan
}

extension BlockRules {
    /// Returns the blocks of a day, in the order of the prayers.
    ///
    /// A prayer without a time, as on polar days, has no block. Neither has one whose minutes make less than nothing.
    ///
    /// - Parameters:
    ///   - date: the day of the times; on a Friday Dhuhr is Jumu'ah.
    ///   - times: the adhān of each prayer.
    ///   - iqama: the minutes to iqāmahs that are known. They win over the rules', but not over those of Jumu'ah, whose
    ///     sermon begins in its own time.
    public func blocks(
        on date: LocalDate, _ times: PerEvent<Instant?>, iqama: PerEvent<Int?> = PerEvent(all: nil)
    ) -> [PrayerBlock] {
        let isFriday = date.weekday == .friday
        return DayEvent.allCases.compactMap { event in
            guard let adhan = times[event], let rule = rule(of: event, isFriday: isFriday) else { return nil }
            let isJumuah = isFriday && event == .dhuhr
            let delay = (isJumuah ? nil : iqama[event]) ?? rule.iqamahDelay
            let start = adhan - .seconds(rule.before * 60)
            let end = adhan + .seconds((delay + rule.length) * 60)
            guard start < end else { return nil }
            return PrayerBlock(prayer: event, isJumuah: isJumuah, adhan: adhan, time: start..<end)
        }
    }

    /// Returns the blocks of a day of a timetable. The iqāmahs of a mosque's own timetable win.
    public func blocks(of day: TimetableDay) -> [PrayerBlock] { blocks(on: day.date, day.times, iqama: day.iqama) }
}

extension Sequence<PrayerBlock> {
    /// Returns the blocks that touch a time, by their start. For a local day the sequence also has the blocks of the
    /// day before it, since Isha may end after midnight.
    public func touching(_ time: TimeSpan) -> [PrayerBlock] {
        filter { $0.time.overlaps(time) }.sorted { ($0.time.lowerBound, $0.adhan) < ($1.time.lowerBound, $1.adhan) }
    }
}

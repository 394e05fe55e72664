public import PrayerTimes

/// The time of a customer: what is taken, the prayers, and the hours that may be used.
public struct Availability: Sendable {
    public let line: LocalTimeLine
    public var busy: BusyIndex
    /// The prayers by their adhān.
    public let prayers: [PrayerPeriod]
    public let strictness: PrayerStrictness
    public let week: WeekPlan
    /// Single times that may be overlapped at a cost, by start.
    private let soft: [Range<Int>]
    private let ramadanDays: Set<Int>
    private var names = NameNumbers()
    /// The most minutes from the start of a prayer's block to its adhān, and from there to the end of its times.
    private let prayerLead: Int, prayerReach: Int

    /// Makes an availability of times on the line.
    ///
    /// - Parameter soft: single times that may be overlapped at a cost, in any order.
    public init(
        _ line: LocalTimeLine, busy: [BusyItem], prayers: [PrayerPeriod] = [],
        strictness: PrayerStrictness = .congregation, week: WeekPlan = WeekPlan(), soft: [Range<Int>] = []
    ) {
        self.line = line
        self.busy = BusyIndex(busy)
        self.prayers = prayers.sorted { $0.adhan < $1.adhan }
        self.strictness = strictness
        self.week = week
        self.soft = soft.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        ramadanDays = Set(prayers.filter { $0.isRamadan && $0.prayer == .dhuhr }.map { line.dayNumber(of: $0.adhan) })
        prayerLead = prayers.map { $0.adhan - $0.block.lowerBound }.max() ?? 0
        prayerReach = prayers.map { max($0.block.upperBound, $0.validTime.upperBound) - $0.adhan }.max() ?? 0
    }

    /// Makes an availability of occurrences.
    ///
    /// - Parameters:
    ///   - occurrences: in any order. The number of an item is the index of its occurrence here; hard routines have the
    ///     numbers after them.
    ///   - calendars: the settings of calendars by their number; a calendar without settings counts as busy.
    ///   - days: the timetable of the line's days, of the day before and the day after; empty without a place.
    public init(
        _ line: LocalTimeLine, _ occurrences: [ScheduledOccurrence], calendars: [Int: CalendarRule] = [:],
        days: [TimetableDay] = [], habits: PrayerHabits = PrayerHabits(), week: WeekPlan = WeekPlan()
    ) {
        var names = NameNumbers(), items: [BusyItem] = []
        for (number, occurrence) in occurrences.enumerated()
        where occurrence.isBusy(calendars[occurrence.calendar] ?? CalendarRule()) {
            names.add(occurrence)
            items.append(names.item(occurrence, number: number, on: line))
        }
        for (number, time) in line.times(of: week.routines.filter(\.isHard)).enumerated() {
            // Routines are one series, so that they do not clash with each other.
            items.append(BusyItem(time, number: occurrences.count + number, series: -1, calendar: -1))
        }
        let prayers = line.prayers(of: days, habits)
        let quiet = prayers.filter { $0.isRamadan && $0.prayer == .maghrib }.map {
            $0.block.lowerBound - habits.ramadan.quietBeforeMaghrib..<$0.block.lowerBound
        }
        self.init(line, busy: items, prayers: prayers, strictness: habits.strictness, week: week, soft: quiet)
        self.names = names
    }

    /// Returns the item of an occurrence that is not in the index, or of its new version; nil if it takes no time.
    ///
    /// - Parameter number: the number of the item, at least 0, which no other occurrence has.
    public func item(
        _ occurrence: ScheduledOccurrence, number: Int, calendar rule: CalendarRule = CalendarRule()
    ) -> BusyItem? {
        occurrence.isBusy(rule) ? names.item(occurrence, number: number, on: line) : nil
    }
}

extension Availability {
    /// Returns the prayers whose block or valid time may touch a time.
    func prayers(near time: Range<Int>) -> ArraySlice<PrayerPeriod> {
        let first = prayers.firstPosition { $0.adhan > time.lowerBound - prayerReach - 1 }
        let end = prayers.firstPosition { $0.adhan >= time.upperBound + prayerLead }
        return prayers[first..<max(first, end)]
    }

    /// Returns the hours of a day in which a suggestion should lie, merged.
    func preferred(on day: LocalTimeLine.Day) -> [Range<Int>] {
        let hours = ramadanDays.contains(day.number) ? week.preferredInRamadan ?? week.preferred : week.preferred
        return merged(line.minutes(of: hours, on: day))
    }

    /// Returns the times of a day that may be overlapped at a cost.
    func soft(on day: LocalTimeLine.Day) -> [Range<Int>] {
        let end = soft.firstPosition { $0.lowerBound >= day.minutes.upperBound }
        return soft[..<end].filter { $0.upperBound > day.minutes.lowerBound }
            + week.routines.filter { !$0.isHard }.flatMap { line.minutes(of: $0.hours, on: day) }
    }
}

extension LocalTimeLine {
    /// Returns the times of routines on the days that the line was made for.
    fileprivate func times(of routines: [Routine]) -> [Range<Int>] {
        dayNumbers.map(day).flatMap { day in routines.flatMap { minutes(of: $0.hours, on: day) } }
    }
}

import Calendars
import CivilTime
import PrayerTimes
import Scheduling
import Storage

extension PlanSituation {
    /// The start of the ids of items by their kinds.
    static let eventID = "event:", prayerID = "prayer:", itemID = "task:"

    /// The minutes between possible starts.
    static let grid = 5

    /// Returns a day as the engine takes it, without tasks.
    ///
    /// - Parameter fixed: the times of tasks that stay.
    func planDay(_ date: LocalDate, fixed items: [PlanItem]) -> PlanDay {
        let whole = dayTime(date).time, start = max(whole.lowerBound, earliest)
        let time = min(start, whole.upperBound)..<whole.upperBound
        var day = PlanDay(
            time, grid: Self.grid, origin: date == today ? origin : nil, loadMinutes: load(on: date, in: time),
            travel: travel)
        day.fixed = events(in: time) + blocks(in: time) + items.compactMap { fixed($0, in: time) }
        if self.time.availability.strictness == .personal { day.prayers = duePrayers(in: time) }
        return day
    }

    /// The first minute at which a task may begin, on the grid.
    private var earliest: Int { (nowMinute + Self.grid) / Self.grid * Self.grid }

    /// The minutes that events and tasks may take: a share of the allowed hours.
    private func load(on date: LocalDate, in time: Range<Int>) -> Int {
        allowed(on: date).reduce(0) { $0 + $1.clamped(to: time).count } * choices.loadPercent / 100
    }

    /// Returns the hours of a day in which tasks without windows may lie.
    func allowed(on date: LocalDate) -> [Range<Int>] {
        let whole = dayTime(date).time, day = line.day(date - firstDay)
        return self.time.availability.week.allowed[day.weekday]
            .flatMap { line.minutes(ofClock: $0, on: day) }
            .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
    }

    private func events(in time: Range<Int>) -> [FixedItem] {
        self.time.availability.busy.items.compactMap { item in
            let own = item.time.clamped(to: time)
            guard !own.isEmpty else { return nil }
            return FixedItem(
                "\(Self.eventID)\(item.number)", .event, own, place: item.place, buffer: choices.bufferMinutes)
        }
    }

    private func blocks(in time: Range<Int>) -> [FixedItem] {
        guard self.time.availability.strictness == .congregation else { return [] }
        return self.time.availability.prayers.compactMap { prayer in
            let own = prayer.block.clamped(to: time)
            return own.isEmpty ? nil : FixedItem(Self.id(prayer), .prayer, own)
        }
    }

    private func duePrayers(in time: Range<Int>) -> [DuePrayer] {
        self.time.availability.prayers.compactMap { prayer in
            guard time.contains(prayer.adhan) else { return nil }
            let valid = prayer.validTime.clamped(to: time)
            return valid.count < PrayerStrictness.personalMinutes ? nil : DuePrayer(Self.id(prayer), valid)
        }
    }

    private static func id(_ prayer: PrayerPeriod) -> String {
        "\(prayerID)\(prayer.prayer?.rawValue ?? "")-\(prayer.adhan)"
    }

    private func fixed(_ item: PlanItem, in time: Range<Int>) -> FixedItem? {
        let own = minutes(of: item).clamped(to: time)
        guard !own.isEmpty else { return nil }
        let place = number(ofPlace: task(item.key.task)?.facts.place)
        return FixedItem(Self.id(item.key), .event, own, place: place, buffer: choices.bufferMinutes)
    }

    static func id(_ key: PlanItemKey) -> String { "\(itemID)\(key.day.iso8601)/\(key.part)/\(key.task)" }

    /// Returns the minutes of a planned time on the line.
    func minutes(of item: PlanItem) -> Range<Int> {
        let start = line.minute(at: item.start)
        return start..<max(start, line.minute(at: item.end))
    }

    /// Returns the number of the event of an item; nil for another item.
    func eventNumber(_ id: String) -> Int? {
        guard id.hasPrefix(Self.eventID), let number = Int(id.dropFirst(Self.eventID.count)),
              time.events.indices.contains(number)
        else { return nil }
        return number
    }
}

// MARK: - Times that stay

extension PlanSituation {
    /// Returns true if a planned time keeps its place: it is pinned, announced, under way, or about to begin, or on a
    /// later day than is planned.
    func stays(_ item: PlanItem) -> Bool {
        guard item.state == .planned, task(item.key.task) != nil else { return false }
        if dayCount < PlanningHome.planDays, day(of: item.start) >= today + dayCount { return true }
        let isSoon = item.start < now + .seconds(PlanningHome.fixedMinutes * 60)
        return item.isPinned || (item.isAnnounced || isSoon) && !isInTheWay(item)
    }

    /// Returns true if an event, a prayer or a pinned time lies on a planned time.
    private func isInTheWay(_ item: PlanItem) -> Bool {
        let own = minutes(of: item)
        guard own.upperBound > nowMinute else { return false }
        let prayers = time.availability.prayers.map(\.block)
        let isPrayerInTheWay = time.availability.strictness == .congregation && prayers.contains { $0.overlaps(own) }
        let isPinnedInTheWay = items.contains { other in
            other.isPinned && other.state == .planned && other.key != item.key && minutes(of: other).overlaps(own)
        }
        return isPrayerInTheWay || isPinnedInTheWay || time.availability.busy.items.contains { $0.time.overlaps(own) }
    }
}

import Calendars
import CivilTime
import HTTP
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import Templates
import Text

/// A day as a list: events as blocks, prayers as thin lines between them, free times.
struct DayList: Encodable {
    /// Entries of whole days, and those that touch several.
    var bars: [DayEntry]
    /// The lines that are over, if the day is today.
    var earlier: EarlierEntries?
    var items: [DayItem]
    /// `+1234 more`, if the day has more entries than a page shows.
    var more: String?
    /// True if nothing is planned on a day that is not today.
    var isEmpty: Bool
}

/// The entries of today that are over, folded away.
struct EarlierEntries: Encodable {
    /// `Earlier today, 3 events`
    var label: String
    var items: [DayItem]
}

/// One line of the list: one of these is there.
struct DayItem: Encodable {
    var entry: DayEntry?
    var prayer: DayPrayer?
    var now: DayMoment?
    var gap: DayGap?
    var planned: PlannedEntry?
    var way: PlannedWay?
}

/// The planned times of a day, by the last parts of the addresses of their events.
struct PlanOfList {
    /// The end of the plan-day, some hours after midnight.
    var end: Instant
    var items: [String: ShownPlanItem]
    /// The names of the customer's places.
    var places: [SavedPlaceID: String]
    /// The points of the customer's places, and of their home.
    var points: [SavedPlaceID: Coordinates]
    var names: PlaceNames
    var home: (name: String, point: Coordinates)?

    init(_ plan: ShownPlan, _ places: [SavedPlace], home: (name: String, point: Coordinates)?) {
        end = plan.end
        self.home = home
        names = PlaceNames(places.map(\.values))
        points = Dictionary(places.compactMap { place in
            Coordinates(latitude: place.latitude, longitude: place.longitude).map { (place.id, $0) }
        }) { first, _ in first }
        items = Dictionary(plan.items.map { ($0.segment, $0) }) { first, _ in first }
        self.places = Dictionary(places.map { ($0.id, $0.name) }) { first, _ in first }
    }
}

struct DayEntry: Encodable {
    var address: String
    var classes: String
    var time: String?
    var machineTime: String?
    var title: String
    /// `until 13:45 · Room 2`
    var detail: String?
    /// The states in words.
    var states: String?
    var isTentative: Bool
    /// True if it clashes with another event or with a prayer.
    var clashes = false
    var repeats: Bool
    /// The form that ticks a to-do.
    var tick: DayTick?
    /// The button that opens its meeting.
    var join: JoinLink?
}

/// The parts of the address of a to-do's tick.
struct DayTick: Encodable {
    var address: String
    var isDone: Bool
    /// The occurrence; empty if the to-do does not repeat.
    var occurrence: String
}

struct DayPrayer: Encodable {
    var name: String
    var time: String
    var machineTime: String
    var isNext: Bool
    /// `in 1 h 24 min`, for the next one.
    var wait: String?
}

struct DayMoment: Encodable {
    var time: String
    var machineTime: String
}

struct DayGap: Encodable {
    var time: String
    var machineTime: String
    /// `Free, 1 h 15 min`
    var label: String
    /// The form for a new event in it.
    var address: String
}

extension DayList {
    /// Makes the list of a day.
    ///
    /// - Parameters:
    ///   - plan: the planned times of the plan-day of now, which have buttons; nil for a day whose plan is not shown.
    ///   - isToday: false for the day after midnight while the plan-day before it goes on; nil to ask the clock.
    init(_ day: LocalDate, _ view: CalendarView, _ format: Formatter, plan: PlanOfList? = nil, isToday: Bool? = nil) {
        let words = EntryWords(view: view, format: format)
        let night = plan.map { view.night(after: day, until: $0.end) } ?? []
        let entries = view.entries(on: day) + night
        let isToday = isToday ?? (plan != nil || day == view.today), hidden = view.hidden.count(on: day)
        more = hidden == 0 ? nil : words.more(hidden, on: day)
        bars = entries.filter(\.isBar).map { words.dayEntry($0, on: day) }
        var lines = entries.filter { !$0.isBar }.map {
            Line(start: $0.start, end: $0.end, entry: $0)
        }
        let blocks = view.prayerBlocks(of: day)
        lines += blocks.map { Line(start: $0.adhan, end: $0.adhan, block: $0) }
        let next = isToday ? blocks.first { $0.adhan > view.now } : nil
        if !lines.isEmpty || isToday {
            lines += Self.gaps(day, entries, blocks, view).map {
                Line(start: $0.lowerBound, end: $0.upperBound, isGap: true)
            }
        }
        lines += entries.compactMap { plan?.items[$0.segment] }.compactMap { shown in
            PlannedWay(to: shown, zone: view.zone, format).map { way in
                Line(start: shown.item.start - .seconds(shown.travelMinutes * 60), end: shown.item.start, way: way)
            }
        }
        lines += Self.ways(to: entries, view, plan).compactMap { stop, way in
            PlannedWay(way, zone: view.zone, format).map {
                Line(start: way.time.lowerBound, end: stop.time.lowerBound, way: $0)
            }
        }
        lines.sort { ($0.start, $0.rank) < ($1.start, $1.rank) }
        func item(_ line: Line) -> DayItem {
            if let entry = line.entry {
                guard let plan, let shown = plan.items[entry.segment] else {
                    return DayItem(entry: words.dayEntry(entry, on: day))
                }
                return DayItem(planned: PlannedEntry(
                    shown, classes: words.classes(entry), zone: view.zone, places: plan.places, format))
            }
            if let way = line.way { return DayItem(way: way) }
            if let block = line.block { return DayItem(prayer: words.prayer(block, isNext: block == next)) }
            return DayItem(gap: words.gap(line.start..<line.end, on: day))
        }
        guard isToday else {
            items = lines.map(item)
            isEmpty = entries.isEmpty
            return
        }
        // Past lines are folded away. One that is going on stays.
        let over = lines.filter { $0.end <= view.now && ($0.entry != nil || $0.block != nil) }
        let events = over.filter { $0.entry != nil }.count
        if !over.isEmpty {
            earlier = EarlierEntries(
                label: events == 0
                    ? format.text("day.earlier.none") : format.text("day.earlier", counting: events),
                items: over.map(item))
        }
        let rest = lines.filter { $0.end > view.now }
        // A free time that has begun is shown from now on, after the line of the moment.
        let place = rest.firstIndex { $0.start > view.now || $0.isGap } ?? rest.count
        let now = DayMoment(time: format.time(view.now, view.zone), machineTime: words.machineTime(view.now))
        items = rest.map(item)
        items.insert(DayItem(now: now), at: place)
        isEmpty = false
    }

    /// Returns the ways to the events of a day. The plan knows those to its own times.
    private static func ways(
        to entries: [CalendarEntry], _ view: CalendarView, _ plan: PlanOfList?
    ) -> [(to: WayStop, way: TravelChoice.Option)] {
        var stops: [WayStop] = [], events: [WayStop] = []
        for entry in entries where !entry.isBar {
            if let planned = plan?.items[entry.segment] {
                guard let point = planned.task.facts.place.flatMap({ plan?.points[$0] }) else { continue }
                stops.append(WayStop(entry.start..<entry.end, at: point, name: entry.title))
            } else if let stop = WayStop(entry, plan?.names ?? PlaceNames([])) {
                stops.append(stop)
                events.append(stop)
            }
        }
        let rules = Modes(view.habits, in: view.zone, now: view.now)
        return events.compactMap { stop in
            EventWay(to: stop, after: stops, home: plan?.home, rules)?.best.map { (stop, $0) }
        }
    }

    /// One line before it is worded.
    private struct Line {
        let start: Instant, end: Instant
        var entry: CalendarEntry?
        var block: PrayerBlock?
        var isGap = false
        var way: PlannedWay?

        /// The order of lines at one moment.
        var rank: Int { block != nil ? 0 : isGap ? 1 : way != nil ? 2 : 3 }
    }

    /// Returns the free times of an hour or more between the entries and prayers of a day that are still to come.
    private static func gaps(
        _ day: LocalDate, _ entries: [CalendarEntry], _ blocks: [PrayerBlock], _ view: CalendarView
    ) -> [TimeSpan] {
        let busy = entries.filter {
            !$0.isAllDay && (!$0.isFree || $0.isPlanned) && !$0.isCancelled && !$0.isDeclined
        }
            .map { $0.start..<$0.end } + blocks.map(\.time)
        guard let morning = LocalDateTime(date: day, hour: 8, minute: 0),
              let evening = LocalDateTime(date: day, hour: 22, minute: 0)
        else { return [] }
        let from = view.zone.instant(of: morning), to = view.zone.instant(of: evening)
        guard from < to, busy.contains(where: { $0.lowerBound < to && $0.upperBound > from }) else { return [] }
        return freeTimes(in: from..<to, around: busy, atLeast: .seconds(3_600)).filter { $0.upperBound > view.now }
            .compactMap { gap in
                // A free time that has begun counts from now on.
                let start = max(gap.lowerBound, view.now)
                return start + .seconds(3_600) <= gap.upperBound ? start..<gap.upperBound : nil
            }
    }
}

extension CalendarView {
    /// Returns the entries that begin after midnight and before a plan-day ends, in order.
    func night(after day: LocalDate, until end: Instant) -> [CalendarEntry] {
        entries(on: day + 1).filter { !$0.isBar && !$0.days.contains(day) && $0.start < end }
    }

    /// Returns the blocks of the prayers of a day, by the customer's minutes; none if prayers are hidden.
    ///
    /// - Parameter day: a day that is shown, or one beside them.
    func prayerBlocks(of day: LocalDate) -> [PrayerBlock] {
        let rules = habits.prayers.shownRules(inRamadan: hijri.isRamadan(day))
        return prayers(on: day).map { rules.blocks(of: $0) } ?? []
    }
}

extension EntryWords {
    func dayEntry(_ entry: CalendarEntry, on day: LocalDate) -> DayEntry {
        var details: [String] = []
        if entry.isBar {
            if entry.startDay != entry.endDay {
                details.append(format.text("entry.until", ["time": format.day(entry.endDay, .short)]))
            }
        } else if entry.end > entry.start {
            details.append(format.text("entry.until", ["time": format.time(entry.end, view.zone)]))
        }
        if let anchor = entry.anchor { details.append(format.anchor(anchor)) }
        // A place that is the address of the meeting has its button.
        if !entry.place.isEmpty, !entry.isAtMeeting { details.append(entry.place.isolated) }
        let isTimed = !entry.isBar, states = states(entry, saysClash: false)
        return DayEntry(
            address: address(entry), classes: isTimed ? classes(entry) : "ad \(classes(entry))",
            time: isTimed ? start(entry) : nil,
            machineTime: isTimed ? machineTime(entry.start) : nil, title: title(entry),
            detail: details.isEmpty ? nil : details.joined(separator: " · "),
            states: isTimed ? states : format.list([span(entry), states].compactMap(\.self)),
            isTentative: entry.isTentative, clashes: view.clashes(entry), repeats: entry.isRecurring, tick: tick(entry),
            join: JoinLink(entry, now: view.now))
    }

    private func tick(_ entry: CalendarEntry) -> DayTick? {
        guard entry.kind == .toDo else { return nil }
        return DayTick(
            address: "/tasks/\(entry.calendar)/\(percentEncoded(entry.segment))" + "/done", isDone: entry.isDone,
            occurrence: entry.recurrenceID ?? "")
    }

    func prayer(_ block: PrayerBlock, isNext: Bool) -> DayPrayer {
        let minutes = Int((block.adhan - view.now).components.seconds + 59) / 60
        return DayPrayer(
            name: prayerName(block), time: format.time(block.adhan, view.zone), machineTime: machineTime(block.adhan),
            isNext: isNext,
            wait: isNext ? format.text("prayer.in", ["length": format.duration(minutes: minutes)]) : nil)
    }

    func prayerName(_ block: PrayerBlock) -> String {
        format.text(block.isJumuah ? "prayer.jumuah" : "prayer.\(block.prayer.rawValue)")
    }

    func gap(_ time: TimeSpan, on day: LocalDate) -> DayGap {
        let minutes = Int((time.upperBound - time.lowerBound).components.seconds) / 60
        let at = machineTime(time.lowerBound)
        return DayGap(
            time: format.time(time.lowerBound, view.zone), machineTime: at,
            label: format.text("day.free", ["length": format.duration(minutes: minutes)]),
            address: "/events/new?day=\(day.iso8601)&at=\(at)")
    }
}

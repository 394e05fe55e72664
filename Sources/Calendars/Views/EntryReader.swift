import CivilTime
import DAV
import ICalendar
import Storage

/// A reader of the occurrences of objects in a window.
struct EntryReader {
    /// The days that are shown.
    let days: ClosedRange<LocalDate>
    /// The reader's zone.
    let zone: TimeZoneRules
    let maker: EntryMaker
    let database: ZoneResolver.Database
    /// The zones of floating times, by calendar.
    let floating: [CalendarID: any ZoneRules]
    /// The entries with a time, and the to-dos without one.
    private(set) var dated: [CalendarEntry] = [], undated: [CalendarEntry] = []
    /// The entries that were counted and not made.
    private(set) var hidden = HiddenEntries()
    /// True if some rule has more times than the work of a view finds, or there are more to-dos without a time.
    private(set) var isCut = false
    private var made: [LocalDate: Int] = [:]
    private var budget = RequestBudget(steps: EntryLimits.steps)
    private let evaluated = EvaluatedZones()

    init(
        _ days: ClosedRange<LocalDate>, _ maker: EntryMaker, _ database: @escaping ZoneResolver.Database,
        floating: [CalendarID: any ZoneRules]
    ) {
        self.days = days
        self.maker = maker
        zone = maker.zone
        self.database = database
        self.floating = floating
        window = zone.startOfDay(days.lowerBound)..<zone.startOfDay(days.upperBound + 1)
    }

    private let window: Range<Instant>

    /// Adds a simple event by its facts.
    mutating func add(_ row: ViewObjectRow, _ facts: ViewFacts) {
        guard let first = row.busy.firstStart, let last = row.busy.lastEnd else { return }
        // The bounds of what depends on the reader's zone are 14 hours wide, around the reading of a clock.
        let margin: Duration = row.busy.isFloating ? .seconds(14 * 3_600) : .zero
        var start = first + margin, end = last - margin
        let startDay: LocalDate, endDay: LocalDate
        if facts.isAllDay {
            startDay = TimeZoneRules.utc.date(at: start)
            endDay = max(startDay, TimeZoneRules.utc.date(at: end) - 1)
            guard startDay <= days.upperBound, endDay >= days.lowerBound else { return }
            (start, end) = (zone.startOfDay(startDay), zone.startOfDay(endDay + 1))
        } else {
            if row.busy.isFloating, let clocks = floating[row.calendar] {
                start = clocks.instant(of: TimeZoneRules.utc.local(start))
                end = max(start, clocks.instant(of: TimeZoneRules.utc.local(end)))
            }
            guard overlaps(start, end) else { return }
            (startDay, endDay) = maker.daysTouched(start, end)
        }
        guard hasRoom(on: startDay) else { return }
        let content = EntryContent(
            EntryObject(row), title: row.summary ?? "", place: facts.location ?? "",
            color: facts.color.flatMap(CalendarPalette.named(css:)) ?? maker.color(of: row.calendar),
            isTentative: row.busy.status == "TENTATIVE", isCancelled: row.busy.status == "CANCELLED",
            isFree: row.busy.isTransparent, isPrivate: facts.isPrivate)
        dated.append(
            CalendarEntry(content, isAllDay: facts.isAllDay, start: start, end: end, days: startDay...endDay))
    }

    /// Adds the occurrences of an object by its text. A text that cannot be read shows nothing, and a rule that costs
    /// too much shows what was found until then.
    mutating func add(_ row: ViewObjectRow, text octets: [UInt8]) {
        guard let text = storedCalendar(octets) else { return }
        let clocks = floating[row.calendar] ?? zone, database = database, evaluated = evaluated
        let zones = budget.spend { ZoneResolver(text, database: database, evaluated: evaluated, budget: &$0) }
        for series in Series.all(in: text, names: ["VEVENT", "VTODO"], zones: zones, floating: clocks) {
            add(row, series, zones)
        }
    }

    private mutating func add(_ row: ViewObjectRow, _ series: Series, _ zones: ZoneResolver) {
        if let toDo = undatedToDo(row, series) {
            if undated.count < EntryLimits.undated { undated.append(toDo) } else { isCut = true }
            return
        }
        let object = EntryObject(row), master = series.components.first(where: \.isMaster)
        var anchors = PartValues<PrayerAnchor?>()
        for occurrence in occurrences(of: series, object) {
            var entry = occurrence.entry
            entry.anchor = anchors.value(ofPart: occurrence.part) {
                let followed = master.flatMap { FollowedAnchor(of: series.components[occurrence.part], in: $0, zones) }
                return followed.flatMap { $0.isFollowed ? $0.anchor : nil }
            }
            dated.append(entry)
        }
    }

    /// Returns the entries of a series in the window, each with the index of its component: at most `mostOfOneDay`
    /// of those that begin on one day.
    private mutating func occurrences(
        of series: Series, _ object: EntryObject
    ) -> [(entry: CalendarEntry, part: Int)] {
        // Days are read in the reader's zone, whatever the zone of the calendar's floating times is.
        let margin = Duration.seconds(14 * 3_600), end = window.upperBound + margin
        var left = series.occurrences(from: window.lowerBound - margin, before: end)
        var found: [(entry: CalendarEntry, part: Int)] = []
        var counts: [LocalDate: Int] = [:], skipped: Instant?
        // A rule that counts its times has to count them again from the first one if it is entered again.
        lazy var mayJump = !series.components.contains {
            $0.first("RRULE")?.value.uppercased().contains("COUNT") ?? false
        }
        var contents = SeriesContents(object, series, maker), budget = budget
        defer { self.budget = budget }
        func firstDay(_ occurrence: Occurrence) -> LocalDate {
            if case .date(let date) = occurrence.start { return date }
            return zone.date(at: occurrence.startInstant)
        }
        do throws(RecurrenceError) {
            try budget.spend { part throws(RecurrenceError) in
                while let occurrence = try left.next(&part) {
                    if let skipped, occurrence.startInstant <= skipped { continue }
                    let isShown = self.isShown(occurrence)
                    let day = isShown ? max(firstDay(occurrence), days.lowerBound) : firstDay(occurrence)
                    let count = counts[day, default: 0]
                    counts[day] = count + 1
                    if count < Self.mostOfOneDay {
                        if isShown, hasRoom(on: day) {
                            try part.spend(EntryLimits.stepsOfEntry)
                            found.append((contents.entry(occurrence), occurrence.partIndex))
                        }
                    } else if count == Self.mostOfOneDay {
                        if isShown { hidden.addUncounted(on: day) }
                        if isShown, let last = found.indices.last, found[last].entry.days.contains(day) {
                            found[last].entry.isFollowedByMore = true
                        }
                        guard mayJump else { continue }
                        // The rest of this day is not made at all.
                        skipped = occurrence.startInstant
                        left = series.occurrences(from: zone.startOfDay(day + 1), before: end)
                    }
                }
            }
        } catch {
            // A rule that costs too much hides its later times only.
            isCut = true
        }
        return found
    }

    /// The most entries of one series that begin on one day: more than one each quarter of an hour.
    private static let mostOfOneDay = 100

    private func undatedToDo(_ row: ViewObjectRow, _ series: Series) -> CalendarEntry? {
        guard row.kind == "VTODO", row.busy.firstStart == nil, let part = series.components.first else { return nil }
        return maker.undated(EntryObject(row), part, on: days.lowerBound)
    }

    /// Returns true if an entry more may be made for a day, and counts it; otherwise it counts as hidden.
    ///
    /// - Parameter day: the first one that the entry touches.
    private mutating func hasRoom(on day: LocalDate) -> Bool {
        let day = max(day, days.lowerBound), count = made[day, default: 0]
        guard count < EntryLimits.madeOfDay else {
            hidden.add(on: day)
            return false
        }
        made[day] = count + 1
        return true
    }

    /// Returns true if an occurrence is in the window.
    private func isShown(_ occurrence: Occurrence) -> Bool {
        guard case .date(let first) = occurrence.start
        else { return overlaps(occurrence.startInstant, max(occurrence.startInstant, occurrence.endInstant)) }
        var last = first
        if case .date(let end) = occurrence.end { last = max(first, end - 1) }
        return first <= days.upperBound && last >= days.lowerBound
    }

    private func overlaps(_ start: Instant, _ end: Instant) -> Bool {
        start < end ? start < window.upperBound && end > window.lowerBound : window.contains(start)
    }
}

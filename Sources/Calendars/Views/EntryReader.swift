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
    private(set) var entries: [CalendarEntry] = []
    private var budget = RequestBudget()

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
        guard let first = row.firstStart, let last = row.lastEnd else { return }
        // The bounds of what depends on the reader's zone are 14 hours wide, around the reading of a clock.
        let margin: Duration = row.isFloating ? .seconds(14 * 3_600) : .zero
        var start = first + margin, end = last - margin
        let startDay: LocalDate, endDay: LocalDate
        if facts.isAllDay {
            startDay = TimeZoneRules.utc.date(at: start)
            endDay = max(startDay, TimeZoneRules.utc.date(at: end) - 1)
            guard startDay <= days.upperBound, endDay >= days.lowerBound else { return }
            (start, end) = (zone.startOfDay(startDay), zone.startOfDay(endDay + 1))
        } else {
            if row.isFloating, let clocks = floating[row.calendar] {
                start = clocks.instant(of: TimeZoneRules.utc.local(start))
                end = max(start, clocks.instant(of: TimeZoneRules.utc.local(end)))
            }
            guard overlaps(start, end) else { return }
            (startDay, endDay) = maker.daysTouched(start, end)
        }
        entries.append(CalendarEntry(
            calendar: row.calendar, segment: row.segment, recurrenceID: nil, uid: row.uid, kind: row.kind,
            title: row.summary ?? "", place: facts.location ?? "", isAllDay: facts.isAllDay, start: start, end: end,
            startDay: startDay, endDay: endDay, isRecurring: false, isTentative: row.status == "TENTATIVE",
            isCancelled: row.status == "CANCELLED", isDeclined: false, isFree: row.isTransparent,
            isPrivate: facts.isPrivate, isDone: false, isUndated: false,
            color: facts.color.flatMap(CalendarPalette.named(css:)) ?? color(of: row.calendar)))
    }

    /// Adds the occurrences of an object by its text. A text that cannot be read shows nothing, and a rule that costs
    /// too much shows what was found until then.
    mutating func add(_ row: ViewObjectRow, text octets: [UInt8]) {
        guard let text = storedCalendar(octets) else { return }
        let zones = ZoneResolver(text, database: database), clocks = floating[row.calendar] ?? zone
        for series in Series.all(in: text, names: ["VEVENT", "VTODO"], zones: zones, floating: clocks) {
            add(row, series, zones)
        }
    }

    private mutating func add(_ row: ViewObjectRow, _ series: Series, _ zones: ZoneResolver) {
        if let undated = undated(row, series) {
            entries.append(undated)
            return
        }
        // Days are read in the reader's zone, whatever the zone of the calendar's floating times is.
        var occurrences = series.occurrences(
            from: window.lowerBound - .seconds(14 * 3_600), before: window.upperBound + .seconds(14 * 3_600))
        var found: [Occurrence] = []
        do throws(RecurrenceError) {
            try budget.spend { part throws(RecurrenceError) in
                while let occurrence = try occurrences.next(&part) { found.append(occurrence) }
            }
        } catch {
            // A rule that costs too much hides its later times only.
        }
        let object = EntryObject(row), master = series.components.first { $0.first("RECURRENCE-ID") == nil }
        for occurrence in found {
            var entry = maker.entry(object, series, occurrence)
            let followed = master.flatMap {
                FollowedAnchor(of: series.components[occurrence.partIndex], in: $0, zones)
            }
            if let followed, followed.isFollowed { entry.anchor = followed.anchor }
            if isShown(entry) { entries.append(entry) }
        }
    }

    private func undated(_ row: ViewObjectRow, _ series: Series) -> CalendarEntry? {
        guard row.kind == "VTODO", row.firstStart == nil, let part = series.components.first else { return nil }
        return maker.undated(EntryObject(row), part, on: days.lowerBound)
    }

    /// Returns true if an entry is in the window.
    private func isShown(_ entry: CalendarEntry) -> Bool {
        entry.isAllDay
            ? entry.startDay <= days.upperBound && entry.endDay >= days.lowerBound : overlaps(entry.start, entry.end)
    }

    private func color(of calendar: CalendarID) -> PaletteColor { maker.color(of: calendar) }

    private func overlaps(_ start: Instant, _ end: Instant) -> Bool {
        start < end ? start < window.upperBound && end > window.lowerBound : window.contains(start)
    }
}

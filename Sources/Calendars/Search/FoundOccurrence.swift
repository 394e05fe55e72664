import CivilTime
import ICalendar
import Storage

/// A finder of the occurrence of an object that a search shows.
struct OccurrenceFinder {
    private let terms: [SearchTerm]
    let now: Instant
    private let maker: EntryMaker
    private let database: ZoneResolver.Database
    /// The zones of floating times, by calendar.
    private let floating: [CalendarID: any ZoneRules]
    private var budget = RequestBudget(steps: EntryLimits.steps)
    private let evaluated = EvaluatedZones()
    /// True if the rules of some object cost too much to find its occurrence.
    private(set) var isCut = false

    init(
        _ terms: [SearchTerm], at now: Instant, _ maker: EntryMaker, _ database: @escaping ZoneResolver.Database,
        floating: [CalendarID: any ZoneRules]
    ) {
        self.terms = terms
        self.now = now
        self.maker = maker
        self.database = database
        self.floating = floating
    }

    /// Returns the event of an object: its next occurrence that matches, otherwise the last one.
    ///
    /// - Parameter lastEnd: the end of the last occurrence, a day off at most; nil if it is endless.
    /// - Returns: nil if the text cannot be read, and for an event that never happens.
    mutating func event(_ object: EntryObject, _ octets: [UInt8], lastEnd: Instant?) -> FoundEvent? {
        guard let calendar = storedCalendar(octets) else { return nil }
        let clocks = floating[object.calendar] ?? maker.zone, database = database, evaluated = evaluated
        let zones = budget.spend { ZoneResolver(calendar, database: database, evaluated: evaluated, budget: &$0) }
        guard let series = Series.all(in: calendar, names: SearchFields.kinds, zones: zones, floating: clocks).first
        else { return nil }
        let fields = series.components.map(SearchFields.init)
        let meeting = Set(fields.indices.filter { fields[$0].meet(terms) })
        // The words of several parts may meet the terms together. Then each of them is as good.
        let wanted = meeting.isEmpty ? Set(fields.indices) : meeting
        var budget = budget
        defer { self.budget = budget }
        let occurrence: Occurrence?
        do throws(RecurrenceError) {
            occurrence = try budget.spend { part throws(RecurrenceError) in
                try nearest(wanted, of: series, lastEnd, &part)
            }
        } catch {
            isCut = true
            return nil
        }
        if let occurrence {
            let entry = maker.entry(
                maker.content(object, series.components[occurrence.partIndex]), occurrence,
                isRecurring: series.isRecurring)
            let isUpcoming = entry.end > now || entry.start >= now
            return event(entry, fields[occurrence.partIndex], isUpcoming ? .upcoming : .past)
        }
        guard object.kind == .toDo, let part = series.components.first, part.isAtNoTime else { return nil }
        return event(maker.undated(object, part, on: maker.zone.date(at: now)), fields[0], .undated)
    }

    private func event(_ entry: CalendarEntry, _ fields: SearchFields, _ group: FoundEvent.Group) -> FoundEvent {
        let title = MarkedText(entry.title, terms), place = MarkedText(entry.place, terms)
        return FoundEvent(
            group: group, entry: entry, title: title, place: place,
            excerpt: title.hasMarks || place.hasMarks ? nil : fields.excerpt(terms))
    }

    /// Returns the next occurrence of some parts of a series, otherwise the last one; nil if none is found.
    private func nearest(
        _ parts: Set<Int>, of series: Series, _ lastEnd: Instant?, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Occurrence? {
        var found: [Occurrence] = []
        for part in parts {
            var next = series.occurrences(ofPart: part, in: now..<Self.latest)
            if let occurrence = try next.next(&budget) { found.append(occurrence) }
        }
        if found.isEmpty {
            for part in parts {
                if let occurrence = try last(part, of: series, lastEnd, &budget) { found.append(occurrence) }
            }
        }
        return nearest(found)
    }

    /// Returns the last occurrence of a part that is over.
    private func last(
        _ part: Int, of series: Series, _ lastEnd: Instant?, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Occurrence? {
        // The bounds of days are some hours wider.
        let margin = Duration.seconds(2 * 86_400)
        if let lastEnd {
            var near = series.occurrences(ofPart: part, in: lastEnd - margin..<lastEnd + margin)
            if let last = try last(of: &near, &budget) { return last }
        }
        // A part that a later one follows ends before the series does.
        var all = series.occurrences(ofPart: part, in: Self.earliest..<now)
        return try last(of: &all, &budget)
    }

    private func last(
        of occurrences: inout Occurrences, _ budget: inout WorkBudget
    ) throws(RecurrenceError) -> Occurrence? {
        var last: Occurrence?
        while let occurrence = try occurrences.next(&budget) { last = occurrence }
        return last
    }

    /// The first moment of the year 1 and the last of the year 9999, between which all calendars are.
    private static let earliest = Instant(secondsSince1970: -62_135_596_800)
    private static let latest = Instant(secondsSince1970: 253_402_300_799)

    /// Returns the next of some occurrences, otherwise the last; nil if there are none.
    private func nearest(_ occurrences: [Occurrence]) -> Occurrence? {
        occurrences.filter { $0.endInstant > now || $0.startInstant >= now }.min { $0.startInstant < $1.startInstant }
            ?? occurrences.max { $0.endInstant < $1.endInstant }
    }
}

extension Component {
    fileprivate var isAtNoTime: Bool { first("DTSTART") == nil && first("DUE") == nil }
}

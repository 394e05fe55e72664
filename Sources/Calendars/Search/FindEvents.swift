import CivilTime
import Places
import Runtime
import Storage

extension CalendarHome {
    /// Returns the events and to-dos that match, 50 of them.
    ///
    /// Upcoming ones come first, the next at the top, then past ones, the last at the top: people look for plans more
    /// often than for memories, and for what is near. Events of hidden calendars are found, too.
    ///
    /// - Parameter first: the number of results before these, from 0.
    package func search(_ query: SearchQuery, from first: Int = 0) throws -> SearchResults {
        let now = app.now(), zone = try app.zone(of: customer)
        let end = min(first + SearchResults.pageSize, SearchResults.most)
        let window = SearchWindow(now: now, offset: zone.offset(at: now), limit: end + 1)
        var rows = try app.store.search(of: owner, query.terms, window), isComplete = true
        if rows.hasUnread {
            isComplete = try fillWords()
            rows = try app.store.search(of: owner, query.terms, window)
        }
        var finder = OccurrenceFinder(
            query.terms, at: now, entryMaker(rows.calendars, zone), zoneDatabase,
            floating: Dictionary(uniqueKeysWithValues: rows.calendars.map { ($0.id, floating(in: $0)) }))
        let candidates = rows.rows.map { Candidate($0, &finder) }.sorted { $0.precedes($1) }
        let page = first < end ? Array(candidates.dropFirst(first).prefix(end - first)) : []
        // The facts of a day may say that it is not over when it is.
        let (events, isShort) = try events(of: page, &finder)
        let found = FoundEvent.inGroups(events), today = zone.date(at: now)
        return SearchResults(
            found: found, count: rows.count, hasMore: candidates.count > end && end < SearchResults.most,
            isComplete: isComplete, hasMoreSeries: rows.hasMoreSeries, isShort: isShort || finder.isCut,
            view: CalendarView(
                days: today...today, now: now, zone: zone,
                hijri: try app.hijri.shifted(by: rows.preferences.hijriShift), preferences: rows.preferences,
                habits: DayHabits(),
                calendars: rows.calendars, entries: found.map(\.entry), undated: [], timetable: nil,
                prayerDays: [], marks: ClashMarks(rows.marks), isPartial: false, state: ""))
    }

    /// Reads the texts of the candidates that were not read yet.
    ///
    /// - Returns: the events of all; true if some are missing, since there was too much to read.
    private func events(
        of page: [Candidate], _ finder: inout OccurrenceFinder
    ) throws -> (events: [FoundEvent], isShort: Bool) {
        var events = page.map(\.event)
        let unread = page.indices.filter { events[$0] == nil && !page[$0].isRead }
        let isWhole = try eachText(
            of: unread.map { (page[$0].row.calendar, page[$0].row.segment) }, reads: Self.textReads
        ) { index, octets in
            let row = page[unread[index]].row
            events[unread[index]] = finder.event(EntryObject(row), octets, lastEnd: row.end)
        }
        return (events.compactMap(\.self), !isWhole)
    }

    /// The most statements that read texts of one page.
    private static let textReads = 3
}

extension FoundEvent {
    fileprivate static func inGroups(_ events: [FoundEvent]) -> [FoundEvent] {
        [Group.upcoming, .past, .undated].flatMap { group in events.filter { $0.group == group } }
    }
}

/// An object that was found, with its place in the order of results.
private struct Candidate {
    let row: FoundRow
    /// True if the text was read: there is an event, or it never happens.
    let isRead: Bool
    let event: FoundEvent?
    private let group: FoundEvent.Group
    /// The start of what is upcoming, the end of what is past.
    private let moment: Instant

    /// Makes the candidate of a row. A series is read to find its next occurrence; without its text, its first start
    /// counts, or now.
    init(_ row: FoundRow, _ finder: inout OccurrenceFinder) {
        self.row = row
        isRead = row.octets != nil
        event = row.octets.flatMap { finder.event(EntryObject(row), $0, lastEnd: row.end) }
        switch row.list {
        case .series: group = event?.group ?? .upcoming
        case .upcoming: group = .upcoming
        case .past: group = .past
        case .undated: group = .undated
        }
        moment = if let entry = event?.entry {
            group == .past ? entry.end : entry.start
        } else {
            switch row.list {
            case .series: max(row.start ?? finder.now, finder.now)
            case .past: row.end ?? finder.now
            case .upcoming, .undated: row.start ?? finder.now
            }
        }
    }

    func precedes(_ other: Candidate) -> Bool {
        if group != other.group { return group.rawValue < other.group.rawValue }
        if moment != other.moment { return group == .past ? moment > other.moment : moment < other.moment }
        if row.calendar != other.row.calendar { return row.calendar.number < other.row.calendar.number }
        // As the database compares them.
        return row.segment.utf8.lexicographicallyPrecedes(other.row.segment.utf8)
    }
}

extension EntryObject {
    fileprivate init(_ row: FoundRow) {
        self.init(calendar: row.calendar, segment: row.segment, kind: EntryKind(component: row.kind), version: [])
    }
}

import CivilTime
import ICalendar
import Runtime
import Storage
import Text

extension CalendarHome {
    /// Returns a part of the to-dos of all calendars, in one round trip.
    package func toDos(_ part: ToDoPart = .first) throws -> ToDoList {
        let now = app.now(), doneSince = now - .seconds(Self.shownDoneDays * 86_400)
        var rows = try rows(part)
        if rows.calendars.isEmpty, try makeFirst() { rows = try self.rows(part) }
        let hasMoreOpen = rows.open.count > ToDoPart.openCount, hasMoreDone = rows.done.count > ToDoPart.doneCount
        let all = rows.recurring + rows.open.prefix(ToDoPart.openCount) + rows.done.prefix(ToDoPart.doneCount)
        var items: [ToDoItem] = [], work = ListWork()
        for calendar in rows.calendars {
            let objects = all.filter { $0.calendar == calendar.id }
            for object in objects { items += object.octets.map { read($0, object, calendar, &work) } ?? [] }
            let large = objects.filter { $0.octets == nil }
            try eachText(of: large, in: calendar.id) { items += read($1, large[$0], calendar, &work) }
        }
        let today = clocks.date(at: now), open = items.filter { !$0.isDone }
        let dated = open.filter { $0.due != nil }.sorted(by: ToDoItem.isBefore)
        let allDone = items.filter(\.isDone)
        // The pages of what is done have all of it.
        let done = part.done == nil ? allDone.filter { $0.doneAt.map { $0 > doneSince } ?? true } : allDone
        let longAgo = Instant(secondsSince1970: 0)
        return ToDoList(
            today: today, overdue: dated.filter { $0.day < today }, dueToday: dated.filter { $0.day == today },
            later: dated.filter { $0.day > today },
            undated: open.filter { $0.due == nil }.sorted(by: ToDoItem.isBefore),
            done: done.sorted { one, other in (one.doneAt ?? longAgo) > (other.doneAt ?? longAgo) },
            moreOpen: hasMoreOpen ? (part.open ?? 0) + ToDoPart.openCount : nil,
            moreDone: hasMoreDone || done.count < allDone.count
                ? part.done.map { $0 + ToDoPart.doneCount } ?? 0 : nil,
            isPartial: work.isCut)
    }

    private func rows(_ part: ToDoPart) throws -> ToDoRows {
        try app.store.toDos(
            of: owner, recurring: part == .first ? ToDoPart.recurringCount : 0,
            open: RowWindow(first: part.open ?? 0, count: part.done == nil ? ToDoPart.openCount + 1 : 0),
            done: RowWindow(first: part.done ?? 0, count: part.open == nil ? ToDoPart.doneCount + 1 : 0))
    }

    /// The days for which a done to-do stays in the list.
    private static let shownDoneDays = 14

    /// Reads an object. One that cannot be read is not in the list.
    private func read(
        _ octets: [UInt8], _ row: ViewObjectRow, _ calendar: CalendarRow, _ work: inout ListWork
    ) -> [ToDoItem] {
        guard let text = storedCalendar(octets) else { return [] }
        let database = zoneDatabase, evaluated = work.evaluated
        let zones = work.budget.spend { ZoneResolver(text, database: database, evaluated: evaluated, budget: &$0) }
        let reader = ToDoReader(zones: zones, floating: floating(in: calendar), clocks: clocks)
        let color = CalendarPalette.nearest(to: calendar.color)
        func item(
            _ content: ToDoContent, _ due: DateOrTime?, _ recurrenceID: DateOrTime?, _ isRecurring: Bool
        ) -> ToDoItem {
            ToDoItem(
                calendar: calendar.id, segment: row.segment, recurrenceID: recurrenceID?.addressText,
                title: content.title, due: due.map(reader.due), priority: content.priority, isRecurring: isRecurring,
                isDone: content.isDone, doneAt: content.doneAt, color: color)
        }
        return Series.all(in: text, names: ["VTODO"], zones: zones, floating: clocks).flatMap { series in
            guard series.isRecurring else {
                return series.components.first.map { [item(ToDoContent($0, reader), reader.due($0), nil, false)] }
                    ?? []
            }
            return times(of: series, reader, &work).map { item($1, $1.due($0), $0.recurrenceID, true) }
        }
    }

    /// Returns the open time of a to-do that repeats, and the times done in the last days.
    ///
    /// The open time is the last one until today that follows all done ones; without one, the next. So a daily to-do
    /// that nobody ticked for a month is one tick, not thirty.
    private func times(
        of series: Series, _ reader: ToDoReader, _ work: inout ListWork
    ) -> [(Occurrence, ToDoContent)] {
        let now = app.now(), today = clocks.date(at: now)
        var occurrences = series.occurrences(from: now - .seconds(400 * 86_400), before: now + .seconds(400 * 86_400))
        var contents = PartValues<ToDoContent>()
        var done: [(Occurrence, ToDoContent)] = [], open: (Occurrence, ToDoContent)?
        do throws(RecurrenceError) {
            try work.budget.spend { part throws(RecurrenceError) in
                while let time = try occurrences.next(&part) {
                    let content = contents.value(ofPart: time.partIndex) {
                        ToDoContent(series.components[time.partIndex], reader)
                    }
                    if content.isDone {
                        if done.count >= 2 * Self.shownDoneTimes { done.removeFirst(Self.shownDoneTimes) }
                        done.append((time, content))
                        open = nil
                        continue
                    }
                    let isComing = reader.due(content.due(time)).day > today
                    if open == nil || !isComing { open = (time, content) }
                    if isComing { break }
                }
            }
        } catch {
            // A rule that costs too much shows what was found until then.
            work.isCut = true
        }
        return done.suffix(Self.shownDoneTimes) + (open.map { [$0] } ?? [])
    }

    /// The most times of one to-do that are shown as done.
    private static let shownDoneTimes = 20
}

/// The work for a list of to-dos.
private struct ListWork {
    var budget = RequestBudget(steps: EntryLimits.steps)
    let evaluated = EvaluatedZones()
    /// True if some rule cost more.
    var isCut = false
}

/// The part of a to-do in the list that is the same at all its times. Reading it costs time for each octet of the
/// component.
private struct ToDoContent {
    let title: String
    let priority: EventPriority
    let isDone: Bool
    let doneAt: Instant?
    private let hasEnd: Bool

    init(_ component: Component, _ reader: ToDoReader) {
        title = component.plainText("SUMMARY").shortened
        priority = reader.priority(component)
        isDone = reader.isDone(component)
        doneAt = reader.doneAt(component)
        hasEnd = component.first("DUE") != nil || component.first("DURATION") != nil
    }

    /// Returns the end of a time, or its start if it has no length.
    func due(_ time: Occurrence) -> DateOrTime { hasEnd ? time.end : time.start }
}

extension ToDoItem {
    fileprivate var day: LocalDate { due?.day ?? LocalDate(daysSince1970: 0) }

    /// Returns true if one to-do comes before another: the earlier, then the more important, then by title.
    fileprivate static func isBefore(_ one: ToDoItem, _ other: ToDoItem) -> Bool {
        if let due = one.due?.order, let otherDue = other.due?.order, due != otherDue { return due < otherDue }
        if one.importance != other.importance { return one.importance > other.importance }
        return (one.title, one.segment) < (other.title, other.segment)
    }

    private var importance: Int {
        switch priority {
        case .high: 3
        case .normal: 2
        case .none: 1
        case .low: 0
        }
    }
}

import CivilTime
import Runtime
import Storage

/// The entries that the objects of the visible calendars have on some days.
struct FoundEntries: Sendable {
    /// The entries with a time, in the order of a list.
    let dated: [CalendarEntry]
    /// The to-dos without a time, by title.
    let undated: [CalendarEntry]
    /// The entries that are not in `dated`, since their days have more than a view shows.
    let hidden: HiddenEntries
    /// True if there was more than a view reads.
    let isPartial: Bool

    /// The memory that they take, roughly.
    fileprivate var bytes: Int {
        (dated + undated).reduce(1_024) { $0 + 400 + $1.title.utf8.count + $1.place.utf8.count }
    }
}

/// Entries in this process's memory, with the state of the calendars from which they were read.
///
/// People look at the same days again and again: they choose one day of a month after the other, and come back from an
/// event's page. Any change of the calendars, by whomever, is another state.
private struct KeptEntries: Sendable {
    let state: String
    let found: FoundEntries
}

/// The entries of views. Each is compared with the state of the calendars before it is used.
private let keptEntries = CacheSlot<KeptEntries>("entries", limitBytes: 32 << 20)

extension CalendarHome {
    /// Returns the entries of the visible calendars on some days, from memory if nothing has changed.
    ///
    /// - Returns: the customer's own rows, and the entries. The state is empty if these rows were known.
    func entries(
        on days: ClosedRange<LocalDate>, _ zone: TimeZoneRules, undated: Bool, isMarked: Bool
    ) throws -> (base: ViewBase, found: FoundEntries) {
        let store = try app.store, memory = app.shared.cache(keptEntries), now = app.now()
        // Floating and all-day times depend on the reader's zone. Their stored bounds fit every zone.
        let window = zone.startOfDay(days.lowerBound)...zone.startOfDay(days.upperBound + 1)
        if let known, !isMarked {
            let objects = try store.viewObjects(of: owner, window, undated: undated)
            return (ViewBase(known, state: "", marks: []), try entries(of: objects, known.calendars, on: days, zone))
        }
        if let known {
            let read = try store.markedObjects(of: owner, window, undated: undated)
            return (
                ViewBase(known, state: "", marks: read.marks),
                try entries(of: read.objects, known.calendars, on: days, zone)
            )
        }
        // The zone decides the days, and the address says which guest the customer is.
        let key = "\(owner) \(days.lowerBound) \(days.upperBound) \(undated) \(zone.name) \(customer.email)"
        let ticket = memory.ticket(), base: ViewBase, found: FoundEntries
        if let kept = memory.value(key, at: now) {
            base = try store.viewBase(of: owner, window)
            if kept.state == base.state { return (base, kept.found) }
            let objects = try store.viewObjects(of: owner, window, undated: undated)
            found = try entries(of: objects, base.customer.calendars, on: days, zone)
        } else {
            var read = try store.calendarView(of: owner, window, undated: undated)
            if read.base.customer.calendars.isEmpty, try makeFirst() {
                read = try store.calendarView(of: owner, window, undated: undated)
            }
            base = read.base
            found = try entries(of: read.objects, base.customer.calendars, on: days, zone)
        }
        memory.keep(
            KeptEntries(state: base.state, found: found), for: key, until: now + .seconds(3_600),
            bytes: found.bytes, ticket)
        return (base, found)
    }

    private func entries(
        of objects: [ViewObjectRow], _ calendars: [CalendarRow], on days: ClosedRange<LocalDate>, _ zone: TimeZoneRules
    ) throws -> FoundEntries {
        var reader = EntryReader(
            days, entryMaker(calendars, zone), zoneDatabase,
            floating: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, floating(in: $0)) }))
        // Of a crowded day the first entries are shown.
        let isCrowded = objects.count > EntryLimits.ofDay
        let isWhole = try read(isCrowded ? objects.sorted { $0.order < $1.order } : objects, into: &reader)
        let shown = ShownEntries(CalendarEntry.sorted(reader.dated), on: days, hidden: reader.hidden)
        return FoundEntries(
            dated: shown.entries, undated: reader.undated.sorted { $0.title < $1.title }, hidden: shown.hidden,
            isPartial: !isWhole || reader.isCut || isCut(objects))
    }

    /// Returns true if there may be more simple events, or more other objects, than a view reads.
    private func isCut(_ objects: [ViewObjectRow]) -> Bool {
        let simple = objects.count { $0.facts != nil }
        return max(simple, objects.count - simple) >= mostViewObjects
    }

    /// - Returns: false if there was too much to read all of it.
    func read(_ objects: [ViewObjectRow], into reader: inout EntryReader) throws -> Bool {
        var unread: [ViewObjectRow] = []
        for row in objects {
            if let facts = row.facts {
                reader.add(row, facts)
            } else if let octets = row.octets {
                reader.add(row, text: octets)
            } else {
                unread.append(row)
            }
        }
        return try eachText(of: unread.map { ($0.calendar, $0.segment) }, reads: Self.furtherReads) {
            reader.add(unread[$0], text: $1)
        }
    }

    /// The statements beside the first one that read texts, for the customers whose rows need them.
    private static let furtherReads = 2
}

extension ViewObjectRow {
    fileprivate var order: Int64 { busy.firstStart?.microsecondsSince1970 ?? .min }
}

import Calendars
import CivilTime
import DAV
import ICalendar
import Logging
import Postgres
import PrayerFeeds
import Runtime
import Storage

extension App {
    /// Returns the prayer times that a customer's devices show; nil if there are none.
    ///
    /// A choice that this release cannot read must not hide the other calendars: it is logged, and left out.
    func shownPrayerCalendar(of customer: CustomerID) throws -> PrayerCalendar? {
        do {
            return try prayerCalendar(of: customer)
        } catch let error where !(error is PostgresError || error is Refusal || error is DatabaseUnreachable) {
            log.error("prayer calendar unreadable", metadata: [
                "customer_id": "\(customer)", "reason": "\(error)",
            ])
            return nil
        }
    }
}

/// The prayer times as a calendar that only Jadwal writes.
struct PrayerCalendarReader: CalendarReader {
    let prayers: PrayerCalendar
    let home: CalendarHome
    let moment: Instant

    var row: CalendarRow {
        var row = CalendarRow(
            unstored: CalendarHome.prayerTimes, of: home.customer.id, displayName: prayers.displayName,
            components: ["VEVENT"], epoch: Int64(bitPattern: prayers.epoch), counter: prayers.counter,
            oldestCounter: prayers.oldestCounter, objectCount: prayers.members.count, at: moment)
        row.color = CalendarPalette.prayers
        row.isTransparent = !prayers.isBusy
        row.timeZoneID = prayers.timeZone
        return row
    }

    func calendar() -> CalendarRow? { row }

    func object(_ name: String) -> ObjectRow? { prayers.object(named: name).map { ObjectRow($0) } }

    func calendarAndObject(_ name: String) -> (calendar: CalendarRow?, object: ObjectRow?) { (row, object(name)) }

    func members() -> (calendar: CalendarRow, members: [MemberRow], kept: [KeptProperty], usedOctets: Int)? {
        (row, prayers.members.map { MemberRow($0) }, [], 0)
    }

    func objects(_ names: [String]) -> (calendar: CalendarRow, objects: [ObjectRow])? {
        (row, names.compactMap(object))
    }

    func find(_ query: CalendarQuery, withOctets: Bool, budget: RequestBudget) throws -> FoundObjects? {
        let floating = try query.floating(collection: home.floating(in: row), database: home.zoneDatabase)
        let candidates = CandidateQuery(query.filter)
        let objects = prayers.members.compactMap { object -> FoundObject? in
            let facts = ObjectFacts(
                uid: object.uid, kind: "VEVENT", firstStart: object.start, lastEnd: object.end,
                isTransparent: !prayers.isBusy)
            let isMatch = candidates.decision(facts) ?? passes(query, object, floating)
            guard isMatch else { return nil }
            return FoundObject(
                member: MemberRow(object), octets: withOctets ? Array(object.octets) : nil, calendar: nil)
        }
        return FoundObjects(calendar: row, objects: objects, floating: floating, budget: budget)
    }

    private func passes(_ query: CalendarQuery, _ object: PrayerObject, _ floating: any ZoneRules) -> Bool {
        guard let text = storedCalendar(Array(object.octets)) else { return false }
        var budget = CalendarHome.budget
        return query.passes(
            text, zones: ZoneResolver(text, database: home.zoneDatabase), floating: floating, budget: &budget)
    }

    /// - Throws: `number-of-matches-within-limits` if there are more changes than the limit: a token names a whole day,
    ///   so that an answer cannot be cut.
    func changes(since token: String?, limit: Int?, withOctets: Bool) throws -> CalendarHome.Changes? {
        let row = row
        let known = try SyncToken.changes(since: token, current: row.syncToken, oldest: row.oldestCounter)
        let difference = known.flatMap { prayers.changes(since: $0) }
        let changed = difference?.changed ?? Array(prayers.members), removed = difference?.removed ?? []
        guard limit.map({ changed.count + removed.count <= $0 }) ?? true else {
            throw DAVError(.numberOfMatchesWithinLimits, "the prayer times of a day are not divided")
        }
        let changes = removed.map { ChangeRow(unstored: $0, nil, counter: row.counter) }
            + changed.map { ChangeRow(unstored: $0.name, ObjectRow($0), counter: row.counter) }
        return CalendarHome.Changes(calendar: row, token: row.syncToken, changes: changes, isTruncated: false)
    }

    func busyTimes(_ window: Range<Instant>, budget: inout RequestBudget) -> BusyTimes? {
        var busy = BusyTimes(window)
        for object in prayers.isBusy ? prayers.members(in: window) : [] {
            busy.add(BusyPeriod(start: object.start, end: object.end, kind: .busy))
        }
        return busy
    }
}

extension MemberRow {
    init(_ object: PrayerObject) {
        self.init(
            unstored: object.name, tag: Array(object.digest.prefix(16)), octetCount: object.octets.count,
            kind: "VEVENT")
    }
}

extension ObjectRow {
    init(_ object: PrayerObject) {
        self.init(MemberRow(object), uid: object.uid, octets: Array(object.octets))
    }
}

import CivilTime
import Postgres
import Storage
import TestSupport
import Testing

/// Two calendars of 20,000 events each, one event an hour from 2024 on, as Postgres plans for such tables.
@Suite("Reads of a large calendar")
struct CalendarReadTests {
    let database: TestDatabase
    let store: Store
    let owner: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        owner = try store.aCustomer()
        for segment in ["a", "b"] {
            _ = try store.insert(
                NewCalendar(segment: segment, displayName: segment, components: ["VEVENT"], epoch: 1), of: owner)
        }
        try store.connection.script(
            """
            INSERT INTO calendar_object
                   (customer_id, collection_id, segment, uid, kind, etag, octets, octet_count, first_start, last_end,
                    is_recurring, is_floating, is_transparent, created_counter, counter)
            SELECT c.customer_id, c.id, n || '.ics', n || '', 'VEVENT', decode(md5(n || ''), 'hex'), 'x', 1,
                   timestamptz '2024-01-01Z' + n * interval '1 hour',
                   timestamptz '2024-01-01Z' + n * interval '1 hour' + interval '30 minutes', false, false, false, n, n
              FROM calendar_collection c, generate_series(1, 20000) n;
            INSERT INTO calendar_removal (customer_id, collection_id, segment, created_counter, counter)
            SELECT c.customer_id, c.id, 'gone' || n, 1, 20000 + n
              FROM calendar_collection c, generate_series(1, 5000) n;
            UPDATE calendar_collection SET counter = 25000, object_count = 20000, octet_count = 20000;
            ANALYZE calendar_collection, calendar_object, calendar_removal;
            """)
    }

    /// The most rows that a read fetches from the tables of objects and of removals.
    ///
    /// It is repeated, since Postgres may take one plan for all values after five calls.
    private func fetched(_ read: () throws -> Void) throws -> Int {
        var most = 0
        for _ in 1...8 {
            try store.transaction {
                let before = try rowsRead()
                try read()
                most = max(most, try rowsRead() - before)
            }
        }
        return most
    }

    private func rowsRead() throws -> Int {
        try store.connection.value("""
            SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
              FROM pg_stat_xact_user_tables
             WHERE relid IN ('calendar_object'::regclass, 'calendar_removal'::regclass)
            """) ?? 0
    }

    private func window(_ start: Instant, days: Int) -> ObjectConditions {
        ObjectConditions(
            kind: "VEVENT",
            window: .init(
                earliestEnd: start, latestStart: start + .seconds(days * 86_400), includesUndated: false))
    }

    @Test("a month is found without reading the others, wherever it is")
    func month() throws {
        for year in [2024, 2025, 2026] {
            let start = try #require(Instant(utcYear: year, month: 2, day: 1))
            var found = 0
            let rows = try fetched {
                found = try store.candidates(of: owner, "a", window(start, days: 28), withOctets: true).objects.count
            }
            #expect((600...700).contains(found), "\(year)")
            #expect(rows <= found + 50, "\(year): \(rows) rows")
        }
        let empty = try fetched {
            let start = try #require(Instant(utcYear: 2030, month: 1, day: 1))
            _ = try store.candidates(of: owner, "a", window(start, days: 28), withOctets: true)
        }
        #expect(empty <= 50)
    }

    @Test("what has not changed is not read, and ten changes are ten rows")
    func changes() throws {
        for (after, most) in [(25_000, 5), (24_990, 20), (24_000, 1_100)] as [(Int64, Int)] {
            var found = 0
            let rows = try fetched {
                found = try store.changes(of: owner, "a", after: after, limit: nil, withOctets: false).changes.count
            }
            #expect(found == 25_000 - Int(after))
            #expect(rows <= most, "\(after): \(rows) rows")
        }
        let limited = try fetched { _ = try store.changes(of: owner, "a", after: nil, limit: 11, withOctets: true) }
        #expect(limited <= 100, "\(limited) rows")
    }

    @Test("an object, and a hundred of them, are found by their addresses")
    func addresses() throws {
        #expect(try fetched { _ = try store.object(of: owner, "a", "77.ics") } <= 2)
        let names = (1...100).map { "\($0 * 7).ics" }
        #expect(try fetched { _ = try store.calendarAndObjects(of: owner, "a", names) } <= 110)
    }

    @Test("a change reads the object of its address and of its UID only")
    func write() throws {
        let new = NewObject(
            uid: "77", kind: "VEVENT", tag: [UInt8](repeating: 1, count: 16), octets: [1])
        let trash = TrashRule(author: .page, mostOctets: 1 << 20)
        _ = try store.change(of: owner, trash: trash, "a", "77.ics", uid: "77") { before in
            #expect(before.segmentOfUID == "77.ics")
            return .store(new)
        }
        #expect(try store.object(of: owner, "a", "77.ics")?.octets == [1])
        #expect(try store.calendar(of: owner, "a")?.counter == 25_001)
    }
}

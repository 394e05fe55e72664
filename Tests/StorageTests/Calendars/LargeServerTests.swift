import CivilTime
import Postgres
@testable import Storage
import TestSupport
import Testing

/// A calendar of 20,000 events on a server with 2,000 small ones, of which alone the planner knows.
@Suite("Objects by their addresses on a large server")
struct LargeServerTests {
    let database: TestDatabase
    let store: Store
    let owner: CustomerID
    let calendar: CalendarID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        try store.connection.script(
            """
            ALTER TABLE calendar_object SET (autovacuum_enabled = false);
            INSERT INTO customer (email, email_key, language, time_zone, first_day)
            SELECT n || '@example.org', n || '@example.org', 'en', 'UTC', 7 FROM generate_series(1, 2000) n;
            INSERT INTO calendar_collection (customer_id, segment, display_name, components, epoch, counter)
            SELECT id, 'a', 'a', '{VEVENT}', 1, 5 FROM customer;
            """)
        try Self.fill(store, objects: 5)
        try store.connection.script("ANALYZE customer, calendar_collection, calendar_object")
        owner = try store.aCustomer()
        calendar = try store.insert(
            NewCalendar(segment: "a", displayName: "a", components: ["VEVENT"], epoch: 1), of: owner)
        try Self.fill(store, objects: 20_000)
    }

    /// Gives the calendars without objects some.
    private static func fill(_ store: Store, objects: Int) throws {
        try store.connection.execute("""
            INSERT INTO calendar_object
                   (customer_id, collection_id, segment, uid, kind, etag, octets, octet_count, first_start,
                    last_end, is_recurring, is_floating, is_transparent, created_counter, counter, search_counter)
            SELECT c.customer_id, c.id, n || '.ics', n || '', 'VEVENT', decode(md5(n || ''), 'hex'), 'x', 1,
                   timestamptz '2026-01-01Z' + n * interval '1 hour',
                   timestamptz '2026-01-01Z' + n * interval '1 hour', false, false, false, n, n, n
              FROM calendar_collection c, generate_series(1, \(objects)) n
             WHERE NOT EXISTS (SELECT FROM calendar_object o WHERE o.customer_id = c.customer_id)
            """)
    }

    /// Returns the most rows that a read fetches, and the plans of its statements.
    ///
    /// It is repeated, since Postgres may take one plan for all values after five calls.
    private func read(_ read: () throws -> Void) throws -> (rows: Int, plan: String) {
        var most = 0
        for _ in 1...8 {
            try store.transaction {
                let before = try fetched()
                try read()
                most = max(most, try fetched() - before)
            }
        }
        return (most, try plans())
    }

    private func fetched() throws -> Int {
        try store.connection.value("""
            SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
              FROM pg_stat_xact_user_tables WHERE relid = 'calendar_object'::regclass
            """) ?? 0
    }

    /// The plans of all statements so far that read objects.
    private func plans() throws -> String {
        try store.connection.script("""
            SET plan_cache_mode = force_generic_plan;
            CREATE OR REPLACE FUNCTION pg_temp.plan(name text, parameters integer) RETURNS SETOF text
            LANGUAGE plpgsql AS $$
            BEGIN
                RETURN QUERY EXECUTE format('EXPLAIN EXECUTE %I(%s)', name,
                                            array_to_string(array_fill('NULL'::text, ARRAY[parameters]), ', '));
            END $$;
            """)
        return try store.connection.rows("""
            SELECT line AS v
              FROM pg_prepared_statements, pg_temp.plan(name, array_length(parameter_types, 1)) AS line
             WHERE statement LIKE 'SELECT o.segment, o.etag%' OR statement LIKE 'SELECT coalesce(sum(o.octet%'
                OR statement LIKE 'SELECT o.collection_id, o.segment%' OR statement LIKE '(SELECT o.*%'
            """, as: V<String>.self).map(\.value).joined(separator: "\n")
    }

    /// Returns true if each scan of the table enters the index by owner, calendar and key.
    private func entersByKey(_ plan: String, _ index: String) -> Bool {
        let lines = plan.split(separator: "\n")
        let scans = lines.indices.filter { lines[$0].contains("on calendar_object") }
        return !scans.isEmpty && scans.allSatisfy { number in
            lines[number].contains(index)
                && lines[number...].prefix(2).contains {
                    $0.contains("Index Cond") && $0.contains("customer_id") && $0.contains("collection_id")
                        && $0.contains(">=")
                }
        }
    }

    @Test("one object is found by its address")
    func one() throws {
        let (rows, plan) = try read { () throws in
            #expect(try store.object(of: owner, "a", "77.ics")?.uid == "77")
            #expect(try store.calendarAndObject(of: owner, "a", "77.ics").object?.uid == "77")
            #expect(try store.object(of: owner, "a", "770.ic") == nil)
            #expect(try store.object(of: owner, "b", "77.ics") == nil)
        }
        #expect(rows <= 3, "\(rows) rows")
        #expect(entersByKey(plan, "calendar_object_pkey"), "\(plan)")
    }

    @Test("a hundred objects are found by their addresses, each once")
    func many() throws {
        let names = (1...100).map { "\($0 * 7).ics" }
        let (rows, plan) = try read { () throws in
            let asked = names + ["gone.ics", "7.ics"]
            #expect(try Set(store.objects(of: owner, calendar, asked).map(\.member.segment)) == Set(names))
            #expect(try store.calendarAndObjects(of: owner, "a", asked).objects.count == 100)
            #expect(try store.octetCount(of: owner, calendar, asked) == 100)
        }
        #expect(rows <= 310, "\(rows) rows")
        #expect(entersByKey(plan, "calendar_object_pkey"), "\(plan)")
    }

    @Test("a view, a query for a window and the to-dos enter each of fifty calendars by its id")
    func windows() throws {
        for number in 2...50 {
            _ = try store.insert(
                NewCalendar(
                    segment: "b\(number)", displayName: "b", components: ["VEVENT", "VTODO"], epoch: 1), of: owner)
        }
        let start = try #require(Instant(utcYear: 2026, month: 2, day: 1)), end = start + .seconds(28 * 86_400)
        let (rows, plan) = try read { () throws in
            let view = try store.connection.rows(
                store.viewQuery(owner, start...end, undated: true), as: ViewObjectRow.self)
            #expect(view.count == 28 * 24 + 1)
            let part = RowWindow(first: 0, count: 10)
            #expect(try store.toDos(of: owner, recurring: 10, open: part, done: part).open.isEmpty)
            let window = ObjectConditions.Window(earliestEnd: start, latestStart: end, includesUndated: true)
            let found = try store.candidates(of: owner, "a", ObjectConditions(window: window), withOctets: true)
            #expect(found.objects.count == 28 * 24 + 1)
        }
        // A view reads simple events and texts apart.
        #expect(rows <= 3 * (28 * 24 + 60), "\(rows) rows")
        let lines = plan.split(separator: "\n")
        let scans = lines.indices.filter { lines[$0].contains("on calendar_object") }
        #expect(scans.count >= 15, "\(plan)")
        for number in scans {
            let line = lines[number]
            #expect(line.contains("calendar_object_time_idx") || line.contains("calendar_object_uid"), "\(plan)")
            #expect(lines[number + 1].contains("collection_id"), "\(plan)")
        }
    }

    @Test("a change finds the object of its address and the one with its UID")
    func change() throws {
        let (rows, plan) = try read { () throws in
            let found = try store.connection.rows(
                store.placeQuery(owner, "a", "78.ics", uid: "77"), as: PlaceRow.self)
            #expect(found.map(\.what) == [.address, .uid, .octets])
            #expect(found.map(\.uid) == ["78", "77", ""])
        }
        #expect(rows <= 3, "\(rows) rows")
        #expect(!plan.contains("counter_idx"), "\(plan)")
    }
}

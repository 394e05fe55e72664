import CivilTime
import Mail
import Postgres
@testable import Storage
import TestSupport
import Testing

/// A customer with 20,000 objects on a server with other customers who use the same words.
@Suite("Rows that a search reads")
struct SearchReadTests {
    let database: TestDatabase
    let store: Store
    let owner: CustomerID
    let neighbour: CustomerID

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        owner = try store.aCustomer()
        neighbour = try store.aCustomer("noor@example.org")
        try fill(owner, objects: 20_000)
        for number in 0..<20 { try fill(try store.aCustomer("c\(number)@example.org"), objects: 500) }
        try fill(neighbour, objects: 500)
        try store.connection.script("ANALYZE calendar_collection, calendar_object")
    }

    /// Gives a customer objects, one an hour: each with `dinner`, one of a hundred words, and one of its own.
    private func fill(_ customer: CustomerID, objects: Int) throws {
        let calendar = try store.insert(
            NewCalendar(segment: "a", displayName: "a", components: ["VEVENT"], epoch: 1), of: customer)
        for first in stride(from: 1, through: objects, by: 1_000) {
            try fill(customer, calendar, first...min(first + 999, objects))
        }
    }

    /// One statement is short enough for the time limit of statements on a busy machine.
    private func fill(_ customer: CustomerID, _ calendar: CalendarID, _ numbers: ClosedRange<Int>) throws {
        let mark = searchMark(of: customer)
        try store.connection.execute("""
            INSERT INTO calendar_object
                   (customer_id, collection_id, segment, uid, kind, etag, octets, octet_count, first_start, last_end,
                    is_recurring, is_floating, is_transparent, created_counter, counter, search_counter, search_words)
            SELECT \(customer), \(calendar), n || '.ics', n || '', 'VEVENT', decode(md5(n || ''), 'hex'),
                   convert_to(repeat('x', 600), 'UTF8'), 600, timestamptz '2026-01-01Z' + n * interval '1 hour',
                   timestamptz '2026-01-01Z' + n * interval '1 hour' + interval '30 minutes', n % 4000 = 0, false,
                   false, n, n, n,
                   format('''%1$s'' ''%1$sdinner'':1 ''%1$sgroup%2$s'':2 ''%1$sown%3$s'':3', \(mark)::text,
                                   n % 100, n)::tsvector
              FROM generate_series(\(numbers.lowerBound)::integer, \(numbers.upperBound)::integer) n
            """)
    }

    private func window(_ limit: Int = 51) throws -> SearchWindow {
        SearchWindow(now: try #require(Instant(utcYear: 2027, month: 1, day: 1)), offset: 10_800, limit: limit)
    }

    /// The rows of objects that a search reads. It is repeated, since Postgres may take one plan for all values after
    /// five calls.
    private func rowsRead(_ read: () throws -> Void) throws -> Int {
        var most = 0
        for _ in 1...8 {
            try store.transaction {
                let before = try counted()
                try read()
                most = max(most, try counted() - before)
            }
        }
        return most
    }

    private func counted() throws -> Int {
        try store.connection.value("""
            SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
              FROM pg_stat_xact_user_tables WHERE relid = 'calendar_object'::regclass
            """) ?? 0
    }

    @Test("what matches is read and nothing else, whoever searches", arguments: [
        ([SearchTerm.beginning(["own7777"])], 1), ([.beginning(["group77"])], 200),
        ([.beginning(["din"]), .word(["group5"])], 200), ([.phrase(["group77", "own77"])], 1),
        ([.word(["own5", "own6"])], 2), ([.beginning(["nobody"])], 0),
    ])
    func matching(terms: [SearchTerm], expected: Int) throws {
        var count = 0
        let rows = try rowsRead { count = try store.search(of: owner, terms, window()).count }
        #expect(count == expected)
        #expect(rows <= expected + 10, "\(rows) rows")
    }

    @Test("a neighbour with the same words reads the neighbour's objects")
    func neighbours() throws {
        var count = 0
        let rows = try rowsRead { count = try store.search(of: neighbour, [.beginning(["dinner"])], window()).count }
        #expect(count == 500 && rows <= 510, "\(rows) rows")
        #expect(try store.search(of: neighbour, [.beginning(["own7777"])], window()).count == 0)
    }

    @Test("the index is entered by words, also if one plan serves all values and the table is thought to be large")
    func plan() throws {
        try store.connection.script("SET plan_cache_mode = force_generic_plan")
        _ = try store.search(of: owner, [.beginning(["own7777"])], window())
        let name: String = try #require(try store.connection.value(
            "SELECT name FROM pg_prepared_statements WHERE statement LIKE 'WITH found%'"))
        try store.connection.script("""
            CREATE FUNCTION pg_temp.plan(name text, parameters integer) RETURNS SETOF text LANGUAGE plpgsql AS $$
            BEGIN
                RETURN QUERY EXECUTE format('EXPLAIN EXECUTE %I(%s)', name,
                                            array_to_string(array_fill('NULL'::text, ARRAY[parameters]), ', '));
            END $$
            """)
        let lines: [Line] = try store.connection.rows("""
            SELECT line FROM pg_prepared_statements, pg_temp.plan(name, array_length(parameter_types, 1)) AS line
             WHERE name = \(name)
            """)
        let plan = lines.map(\.line).joined(separator: "\n")
        #expect(plan.contains("Bitmap Index Scan on calendar_object_search_idx"), "\(plan)")
        #expect(!plan.contains("Seq Scan on calendar_object"), "\(plan)")
    }

    private struct Line: RowDecodable {
        let line: String
        init(_ row: Row) throws(PostgresError) { line = try row["line"] }
    }

    @Test("the lists of a search: what repeats, what comes, what was")
    func lists() throws {
        let rows = try store.search(of: owner, [.beginning(["dinner"])], window(51)).rows
        let lists = Dictionary(grouping: rows, by: \.list)
        #expect(lists[.upcoming]?.count == 51 && lists[.past]?.count == 51 && lists[.series]?.count == 3)
        #expect(lists[.series]?.allSatisfy { $0.octets != nil } == true)
        let upcoming = lists[.upcoming]?.compactMap(\.start) ?? [], past = lists[.past]?.compactMap(\.end) ?? []
        #expect(upcoming == upcoming.sorted() && past == past.sorted(by: >))
        let now = try window().now
        #expect(upcoming.allSatisfy { $0 + .seconds(1_800) > now } && past.allSatisfy { $0 <= now })
    }

    @Test("texts come in the order in which they are asked for, without those that are gone")
    func texts() throws {
        let calendar = try #require(try store.calendar(of: owner, "a")).id
        let segments = (0..<50).map { "\(20_000 - $0 * 7).ics" }
        var found: [FoundText] = []
        let rows = try rowsRead {
            found = try store.texts(of: owner, (["gone.ics"] + segments).map { (calendar, $0) })
        }
        #expect(found.map(\.segment) == segments && found.allSatisfy { $0.octets?.count == 600 })
        #expect(rows <= 51, "\(rows) rows")
    }
}

import Jadwal
import Postgres
import Storage
import TestSupport
import Testing

/// Every statement of the store that deletes, by its text in the sources. The tables have no statistics, as for a new
/// customer, and the planner may take its worst plans only: loops within loops, with nothing kept between their rounds.
@Suite("Plans of deletions")
struct DeletionPlanTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
        try store.connection.script("""
            SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;
            SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off; SET enable_hashagg = off;
            SET enable_memoize = off;
            CREATE FUNCTION plan(name text, parameters integer) RETURNS text LANGUAGE plpgsql AS $$
            DECLARE
                line text;
                whole text := '';
            BEGIN
                FOR line IN EXECUTE format('EXPLAIN EXECUTE %I%s', name, CASE WHEN parameters > 0
                    THEN '(' || array_to_string(array_fill('NULL'::text, ARRAY[parameters]), ', ') || ')' END)
                LOOP whole := whole || line || E'\\n'; END LOOP;
                RETURN whole;
            END $$;
            """)
    }

    /// The interpolations that are SQL, and not bound as values.
    private static let fragments = ["AddressChange.columns": "*", "interval": "interval '1 day'"]

    /// The tables and indexes that may be read whole, since they are small by nature.
    private static let small = [
        // One row for each key of Apple's.
        "provider_token",
        // A message that cannot be read is noted, and an operator deletes all notes.
        "refused_message",
        // Accounts of people who have not signed in yet, of some days.
        "customer_unverified_idx",
        // The wishes of customers that wait for the link of a mail, of some days.
        "account_deletion", "address_change",
        // The jobs that wait now.
        "job_waiting_idx",
        // A row for each place that somebody has chosen. The purge reads them once a day.
        "prayer_timetable_pkey", "prayer_change_pkey",
    ]

    @Test("a deletion finds its rows by an index, and compares no row with all others")
    func deletions() throws {
        let statements = try Self.statements()
        #expect(statements.count > 45)
        for (number, statement) in statements.enumerated() {
            try store.connection.script("PREPARE deletion_\(number) AS \(statement)")
        }
        let plans = try self.plans("deletion_%")
        #expect(plans.count == statements.count)
        for plan in plans { check(plan) }
    }

    @Test("so does the purge of every table that has old rows")
    func purge() throws {
        _ = try store.purge()
        let plans = try self.plans("%").filter { $0.statement.contains("AS kept WHERE") }
        #expect(plans.count > 15)
        for plan in plans { check(plan) }
    }

    private func check(_ plan: Plan) {
        // A loop whose inner rows are not found by an index compares pairs of rows in its join filter.
        #expect(!plan.lines.contains("Join Filter"), "\(plan)")
        #expect(plan.readWhole.subtracting(Self.small) == [], "\(plan)")
    }

    /// Returns the statements as Postgres takes them, with a parameter for each bound value.
    private static func statements() throws -> [String] {
        var statements: [String] = []
        for file in try Repository.files(below: "Sources/Storage") where file.hasSuffix(".swift") {
            for match in try Repository.text(file).matches(of: #/"""\n(?s)(.*?)"""|"([^"\n]+)"/#) {
                let text = match.1 ?? match.2 ?? ""
                // The purge names its tables itself.
                guard text.contains("DELETE FROM "), !text.contains("DELETE FROM \\(") else { continue }
                statements.append(bound(text))
            }
        }
        return statements
    }

    private static func bound(_ text: Substring) -> String {
        var statement = "", rest = text, parameters = 0
        while let start = rest.firstRange(of: "\\(") {
            statement += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            var depth = 1
            let end = rest.firstIndex { letter in
                depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
                return depth == 0
            } ?? rest.endIndex
            if let fragment = fragments[String(rest[..<end])] {
                statement += fragment
            } else {
                parameters += 1
                statement += "$\(parameters)"
            }
            rest = rest[end...].dropFirst()
        }
        return statement + rest
    }

    private func plans(_ names: String) throws -> [Plan] {
        try store.connection.rows("""
            SELECT statement, plan(name, coalesce(array_length(parameter_types, 1), 0)) AS lines
              FROM pg_prepared_statements
             WHERE name LIKE \(names) AND statement NOT LIKE '%pg_prepared_statements%'
            """, as: Plan.self)
    }

    private struct Plan: RowDecodable, CustomStringConvertible {
        let statement: String
        let lines: String

        init(_ row: Row) throws(PostgresError) {
            statement = try row["statement"]
            lines = try row["lines"]
        }

        var description: String { "\(statement)\n\(lines)" }

        /// The tables and indexes that are read whole.
        var readWhole: Set<String> {
            let lines = lines.split(separator: "\n")
            let scan = #/(?:Seq Scan on|Index (?:Only )?Scan(?: Backward)? (?:using|on)) (\w+)/#
            return Set(lines.indices.compactMap { number in
                guard let match = lines[number].firstMatch(of: scan),
                      !lines[number...].dropFirst().prefix(1).contains(where: { $0.contains("Index Cond") })
                else { return nil }
                return String(match.1)
            })
        }
    }
}

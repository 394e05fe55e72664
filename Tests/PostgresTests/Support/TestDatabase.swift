import Glibc
import Postgres

/// A schema of a test's own on the real Postgres that `script/test` starts.
struct TestDatabase {
    let settings: DatabaseSettings

    /// Runs a test with a connection to an empty schema, which is dropped afterwards.
    static func run(
        statementTimeoutMilliseconds: Int = 5000, graceMilliseconds: Int = 2000,
        _ body: (TestDatabase, Connection) throws -> Void
    ) throws {
        let schema = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        // The keeper is apart from the test's own connections, which the test may break.
        let keeper = try Connection(DatabaseSettings(conninfo: conninfo()))
        try keeper.script("CREATE SCHEMA \(schema)")
        defer { _ = try? keeper.script("DROP SCHEMA \(schema) CASCADE") }
        let settings = DatabaseSettings(
            conninfo: try conninfo(), statementTimeoutMilliseconds: statementTimeoutMilliseconds,
            graceMilliseconds: graceMilliseconds, applicationName: schema, searchPath: schema)
        let database = TestDatabase(settings: settings)
        try body(database, database.connect())
    }

    func connect() throws(PostgresError) -> Connection { try Connection(settings) }

    private static func conninfo() throws -> String {
        guard let value = getenv("JADWAL_TEST_DATABASE") else { throw NoDatabase() }
        return String(cString: value)
    }

    struct NoDatabase: Error, CustomStringConvertible {
        let description = """
            These tests need a real Postgres and JADWAL_TEST_DATABASE does not name one. \
            Run script/test, which starts one for them.
            """
    }
}

/// A row of one column `v`.
struct V<Value: SQLValue>: RowDecodable {
    let value: Value
    init(_ row: Row) throws(PostgresError) { value = try row["v"] }
}

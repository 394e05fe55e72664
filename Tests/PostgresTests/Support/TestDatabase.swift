import Glibc
import Postgres
import Testing

/// An empty schema of a test's own on the real Postgres that `script/test` starts.
///
/// A suite keeps one as a stored property. Every test runs on an instance of its suite of its
/// own, so each has a schema of its own, which is dropped after it.
final class TestDatabase {
    let settings: DatabaseSettings
    /// Makes and drops the schema; apart from the test's own connections, which it may break.
    private let keeper: Connection
    private let schema = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    init() throws {
        let conninfo = try #require(getenv("JADWAL_TEST_DATABASE").map { String(cString: $0) }, """
            These tests need a real Postgres and JADWAL_TEST_DATABASE does not name one. \
            Run script/test, which starts one for them.
            """)
        settings = DatabaseSettings(conninfo: conninfo, applicationName: schema, searchPath: schema)
        keeper = try Connection(DatabaseSettings(conninfo: conninfo))
        try keeper.script("CREATE SCHEMA \(schema)")
    }

    deinit { _ = try? keeper.script("DROP SCHEMA \(schema) CASCADE") }

    func connect() throws(PostgresError) -> Connection { try Connection(settings) }

    /// A connection that loses patience sooner than the product's do.
    func connect(statementTimeoutMilliseconds: Int, graceMilliseconds: Int) throws(PostgresError) -> Connection {
        var settings = settings
        settings.statementTimeoutMilliseconds = statementTimeoutMilliseconds
        settings.graceMilliseconds = graceMilliseconds
        return try Connection(settings)
    }
}

/// A row of one column `v`.
struct V<Value: SQLValue>: RowDecodable {
    let value: Value
    init(_ row: Row) throws(PostgresError) { value = try row["v"] }
}

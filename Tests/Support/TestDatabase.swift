import Glibc
public import Postgres

/// A schema of a test's own on the real Postgres that `script/test` starts.
///
/// A suite keeps one as a stored property. Every test runs on an instance of its suite of its
/// own, so each has a schema of its own, which is dropped after it.
public final class TestDatabase {
    public let settings: DatabaseSettings
    public let schema = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    /// Makes and drops the schema; apart from the test's own connections, which it may break.
    private let keeper: Connection

    /// An empty schema.
    public init() throws {
        let conninfo = try Self.conninfo
        settings = DatabaseSettings(conninfo: conninfo, applicationName: schema, searchPath: schema)
        keeper = try Connection(DatabaseSettings(conninfo: conninfo))
        try keeper.script("CREATE SCHEMA \(schema)")
    }

    /// A schema with all of Jadwal's tables, as the migrations make them.
    public static func migrated() throws -> TestDatabase {
        let database = try TestDatabase()
        // Workers prove that they live by an advisory lock on their number, and those are the
        // database's, not the schema's: tests must not draw the same numbers.
        let first = Int32.random(in: 1 ... .max / 2)
        // The customers of tests have chosen 24 hours, unless a test is about what is usual.
        try database.connect().script(
            Repository.migrations() + """

            ALTER SEQUENCE worker_number RESTART WITH \(first);
            ALTER TABLE customer ALTER clock SET DEFAULT 24;
            """)
        return database
    }

    deinit { _ = try? keeper.script("DROP SCHEMA \(schema) CASCADE") }

    public func connect() throws(PostgresError) -> Connection { try Connection(settings) }

    /// A connection with shorter time limits than the product's.
    public func connect(
        statementTimeoutMilliseconds: Int, graceMilliseconds: Int
    ) throws(PostgresError) -> Connection {
        var settings = settings
        settings.statementTimeoutMilliseconds = statementTimeoutMilliseconds
        settings.graceMilliseconds = graceMilliseconds
        return try Connection(settings)
    }

    /// Every row of every table, a line each: to look for what must not be there, and to see whether
    /// anything changed.
    public func dump() throws -> [String] {
        let connection = try connect()
        try connection.script("""
            CREATE FUNCTION pg_temp.every_row() RETURNS SETOF text LANGUAGE plpgsql AS $$
            DECLARE name text;
            BEGIN
                FOR name IN SELECT relname FROM pg_class
                             WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname
                LOOP
                    RETURN QUERY EXECUTE format('SELECT %L || r::text FROM %I r ORDER BY 1', name || ' ', name);
                END LOOP;
            END $$;
            """)
        return try connection.rows("SELECT line FROM pg_temp.every_row() AS line", as: Line.self).map(\.text)
    }

    private struct Line: RowDecodable {
        let text: String
        init(_ row: Row) throws(PostgresError) { text = try row["line"] }
    }

    /// The connection string in JADWAL_TEST_DATABASE.
    private static var conninfo: String {
        get throws {
            guard let conninfo = getenv("JADWAL_TEST_DATABASE") else { throw NoTestDatabase() }
            return String(cString: conninfo)
        }
    }
}

public struct NoTestDatabase: Error, CustomStringConvertible {
    public let description = """
        These tests need a real Postgres and JADWAL_TEST_DATABASE does not name one. \
        Run script/test, which starts one for them.
        """
}

import Glibc
public import Postgres

/// A schema for one test, on the real Postgres that `script/test` starts.
///
/// A suite keeps one as a stored property. Every test runs on its own instance of its suite, so no two tests share
/// a schema at the same time.
public final class TestDatabase {
    public let settings: DatabaseSettings
    public let schema: String
    /// Makes, empties and drops the schema. It is apart from the test's own connections, which a test may break.
    private let keeper: Connection
    /// Set if the schema goes back to the pool after the test; nil if it is dropped.
    private let spare: SchemaPool.Spare?

    /// Creates an empty schema, which is dropped after the test.
    public convenience init() throws {
        let schema = Self.freshName()
        try self.init(schema, keeper: Self.keeper(of: schema), spare: nil)
        try keeper.script("CREATE SCHEMA \(schema)")
    }

    private init(_ schema: String, keeper: Connection, spare: SchemaPool.Spare?) throws {
        self.schema = schema
        self.keeper = keeper
        self.spare = spare
        settings = DatabaseSettings(conninfo: try Self.conninfo, applicationName: schema, searchPath: schema)
    }

    /// Returns a schema with all of Jadwal's tables, empty, as the migrations make them.
    ///
    /// It comes from a pool, so an earlier test may have used it. A schema whose tables were altered or analysed, or
    /// have grown much, does not come back.
    public static func migrated() throws -> TestDatabase {
        while let spare = SchemaPool.take() {
            let keeper = try keeper(of: spare.schema)
            if try SchemaPool.reset(spare, keeper) {
                return try TestDatabase(spare.schema, keeper: keeper, spare: spare)
            }
            try keeper.script("DROP SCHEMA \(spare.schema) CASCADE")
        }
        let schema = freshName(), keeper = try keeper(of: schema)
        return try TestDatabase(schema, keeper: keeper, spare: SchemaPool.make(schema, keeper))
    }

    private static func freshName() -> String { "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

    private static func keeper(of schema: String) throws -> Connection {
        try Connection(DatabaseSettings(conninfo: conninfo, searchPath: schema))
    }

    deinit {
        if let spare {
            SchemaPool.giveBack(spare)
        } else {
            _ = try? keeper.script("DROP SCHEMA \(schema) CASCADE")
        }
    }

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

import Postgres
import TestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    @Test("a unique violation carries its SQLSTATE, constraint and table, and not the value")
    func uniqueViolation() throws {
        try connection.script("CREATE TABLE customer (email text CONSTRAINT customer_email_key UNIQUE)")
        let sql: SQL = "INSERT INTO customer (email) VALUES (\("amina@example.org"))"
        try connection.execute(sql)
        let error = #expect(throws: PostgresError.self) { try connection.execute(sql) }
        #expect(error?.kind == .server)
        #expect(error?.sqlState == SQLState.uniqueViolation)
        #expect(error?.constraint == "customer_email_key")
        #expect(error?.table == "customer")
        #expect(error?.description.contains("customer_email_key") == true)
        #expect(error?.description.contains("VALUES ($1)") == true)
        #expect(error.map { "\($0)\(String(reflecting: $0))".contains("amina") } == false)
    }

    /// Each makes the server quote the value in a message of another kind.
    @Test("no error holds a bound value, however it is quoted", arguments: [
        #"hunter2"#, #"a "hunter2" b"#, #"select" hunter2"#, #""hunter2"#, #"SELECT" hunter2 "x"#,
    ])
    func withheld(secret: String) throws {
        let statements: [SQL] = [
            "SELECT \(secret)::integer", "SELECT \(secret)::uuid", "SELECT \(secret)::timestamptz",
            "SELECT \(secret)::jsonb", "SELECT \(secret)::boolean", "SELECT \(secret)::integer[]",
            "SELECT \(secret)::regclass", "SELECT set_config(\(secret), '', false)",
            "SELECT to_tsquery(\("& " + secret))",
            "SELECT \(secret) ~ \("(" + secret)", "SELECT nextval(\(secret))",
            "SELECT to_date(\(secret), 'YYYY')", "SELECT has_table_privilege(\(secret), 'x', 'SELECT')",
        ]
        for sql in statements {
            let error = #expect(throws: PostgresError.self) { try connection.execute(sql) }
            #expect(error?.sqlState != nil)
            #expect(error.map { String(reflecting: $0).contains("hunter2") } == false)
            #expect(error.map { $0.description.contains("hunter2") } == false)
        }
    }

    @Test("nor does it hold what a row has, however it is quoted")
    func withheldRow() throws {
        try connection.script("CREATE TABLE t (name text)")
        try connection.execute("INSERT INTO t VALUES (\("name\" hunter2 \"name"))")
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT name::integer FROM t") }
        #expect(error?.message == "invalid input syntax for type integer: \"…\"")
    }

    @Test("what a function raises about its values is withheld")
    func raised() throws {
        try connection.script("""
            CREATE FUNCTION refuse(t text) RETURNS void LANGUAGE plpgsql
            AS $$ BEGIN RAISE EXCEPTION 'no %', t; END $$
            """)
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT refuse(\("hunter2"))")
        }
        #expect(error?.sqlState == "P0001")
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("names from the statement stay readable")
    func names() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT nickname FROM pg_class WHERE oid = \(1)")
        }
        #expect(error?.sqlState == "42703")
        #expect(error?.message == "column \"nickname\" does not exist")
        #expect(error?.position == 8)
    }

    @Test("a transaction that loses against another may try again")
    func serialization() throws {
        try connection.script("CREATE TABLE t (n int); INSERT INTO t VALUES (0)")
        let second = try database.connect()
        let error = #expect(throws: PostgresError.self) {
            try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT n FROM t")
            try second.execute("UPDATE t SET n = n + 1")
            try connection.execute("UPDATE t SET n = n + 1")
        }
        #expect(error?.sqlState == SQLState.serializationFailure)
        #expect(error?.isRetryable == true)
        #expect(error?.isConnectionLost == false)
    }

    @Test("COPY, which this library does not speak, gives the connection up instead of hanging")
    func copy() throws {
        try connection.script("CREATE TABLE t (n int)")
        let error = #expect(throws: PostgresError.self) { try connection.script("COPY t FROM STDIN") }
        #expect(error?.kind == .misuse)
        #expect(connection.isBroken)
    }
}

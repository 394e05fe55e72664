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

    @Test("a unique violation has its SQLSTATE, constraint and table, and not the value")
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

    /// Each statement makes the server quote the value in a different message.
    @Test("no error contains a bound value, even with quotation marks in it", arguments: [
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

    @Test("no error contains data of a row, even with quotation marks in it")
    func withheldRow() throws {
        try connection.script("CREATE TABLE t (name text)")
        try connection.execute("INSERT INTO t VALUES (\("name\" hunter2 \"name"))")
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT name::integer FROM t") }
        #expect(error?.message == "invalid input syntax for type integer: \"…\"")
    }

    @Test("a message that a function raises about its values is removed")
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

    @Test("names of the statement stay in the message")
    func names() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT nickname FROM pg_class WHERE oid = \(1)")
        }
        #expect(error?.sqlState == "42703")
        #expect(error?.message == "column \"nickname\" does not exist")
        #expect(error?.position == 8)
    }

    @Test("a transaction that loses against another can be run again")
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

    @Test("COPY, which is not supported, closes the connection and does not block")
    func copy() throws {
        try connection.script("CREATE TABLE t (n int)")
        let error = #expect(throws: PostgresError.self) { try connection.script("COPY t FROM STDIN") }
        #expect(error?.kind == .misuse)
        #expect(connection.isBroken)
    }
}

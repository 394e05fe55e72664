import Postgres
import TestSupport
import Testing

@Suite("Statements")
struct StatementTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    @Test("the values of a nested statement keep their places")
    func nested() throws {
        let range: SQL = "n BETWEEN \(3) AND \(12)"
        let both: SQL = "\(range) AND n <> \(10) AND \(range)"
        let sql: SQL = """
            SELECT string_agg(n::text, ',' ORDER BY n)
              FROM generate_series(\(1), \(11)) n
             WHERE \(both) AND n % \(2) = 0
            """
        try #expect(connection.value(sql) == "4,6,8")
    }

    @Test("more than nine nested values are numbered correctly")
    func manyNested() throws {
        let twelve: SQL = "\(1)+\(2)+\(3)+\(4)+\(5)+\(6)+\(7)+\(8)+\(9)+\(10)+\(11)*\(1000)"
        let sum = try connection.value("SELECT (\(twelve)) + (\(twelve))*\(2)", as: Int.self)
        #expect(sum == (55 + 11_000) * 3)
    }

    @Test("parts are joined with their values in order")
    func joined() throws {
        let parts: [SQL] = ["\(1) + \(2)", "3", "\(4)"]
        try #expect(connection.value("SELECT concat_ws('/', \(parts.joined(by: ", ")))") == "3/3/4")
        try #expect(connection.value("SELECT 'a'\(([] as [SQL]).joined(by: ", "))") == "a")
    }

    @Test("interpolated text is always a value")
    func injection() throws {
        try connection.script("CREATE TABLE customer (name text); INSERT INTO customer VALUES ('Amina')")
        let typed = "x' OR '1'='1"
        try #expect(connection.value("SELECT count(*) FROM customer WHERE name = \(typed)") == 0)
        try connection.execute("INSERT INTO customer VALUES (\("'); DELETE FROM customer; --"))")
        try #expect(connection.value("SELECT count(*) FROM customer") == 2)
    }

    @Test("execute returns the number of changed rows")
    func affectedRows() throws {
        try #expect(connection.execute("CREATE TABLE t (n int)") == 0)
        try #expect(connection.execute("INSERT INTO t SELECT generate_series(1, 5)") == 5)
        try #expect(connection.execute("UPDATE t SET n = n WHERE n > \(3)") == 2)
        try #expect(connection.execute("DELETE FROM t WHERE n = \(0)") == 0)
    }

    @Test("a statement is prepared once for all runs of its text")
    func preparedOnce() throws {
        for number in 1...3 {
            try #expect(connection.value("SELECT \(number) + 1", as: Int.self) == number + 1)
        }
        try #expect(preparedCount(connection, like: "SELECT $1 + 1") == 1)
    }

    @Test("one text with values of different types makes two statements")
    func sameTextOtherTypes() throws {
        for _ in 1...2 {
            try #expect(connection.value("SELECT pg_typeof(\(1))::text") == "bigint")
            try #expect(connection.value("SELECT pg_typeof(\("1"))::text") == "text")
        }
        try #expect(preparedCount(connection, like: "SELECT pg_typeof($1)::text") == 2)
    }

    @Test("beyond two hundred statements, the least recently used one is deallocated")
    func eviction() throws {
        let kept: SQL = "SELECT 'kept'"
        for number in 1...450 {
            try #expect(connection.value(distinct(number), as: Int32.self) == 1)
            try #expect(connection.value(kept) == "kept")
        }
        let count: Int? = try connection.value("SELECT count(*) FROM pg_prepared_statements")
        #expect((190...201).contains(try #require(count)))
        try #expect(preparedCount(connection, like: "SELECT 'kept'") == 1)
        // Deallocated statements can run again.
        try #expect(connection.value(distinct(1), as: Int32.self) == 1)
    }

    /// Returns a statement whose text differs from all others by its length.
    private func distinct(_ number: Int) -> SQL {
        (0..<number).reduce("SELECT 1" as SQL) { sql, _ in "\(sql) " }
    }

    private func preparedCount(_ connection: Connection, like text: String) throws -> Int? {
        try connection.value("SELECT count(*) FROM pg_prepared_statements WHERE statement = \(text)")
    }

    @Test("after a change of the schema a statement is prepared again without an error")
    func schemaChange() throws {
        try connection.script("CREATE TABLE t (v integer); INSERT INTO t VALUES (7)")
        let sql: SQL = "SELECT * FROM t"
        try #expect(connection.rows(sql, as: V<Int>.self).map(\.value) == [7])
        try database.connect().script("ALTER TABLE t ALTER v TYPE bigint, ADD w text DEFAULT 'new'")
        try #expect(connection.rows(sql, as: V<Int>.self).map(\.value) == [7])
        try #expect(connection.rows(sql, as: W.self).map(\.value) == ["new"])
    }

    struct W: RowDecodable {
        let value: String
        init(_ row: Row) throws(PostgresError) { value = try row["w"] }
    }

    @Test("inside a transaction a change of the schema is a retryable error, and the next run succeeds")
    func schemaChangeInTransaction() throws {
        try connection.script("CREATE TABLE t (v integer)")
        let sql: SQL = "SELECT * FROM t"
        try #expect(connection.rows(sql, as: V<Int>.self).isEmpty)
        try database.connect().script("ALTER TABLE t ALTER v TYPE bigint")
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { _ = try connection.rows(sql, as: V<Int>.self) }
        }
        #expect(error?.isRetryable == true)
        try connection.transaction { try #expect(connection.rows(sql, as: V<Int>.self).isEmpty) }
    }

    @Test("statements that the server has lost are prepared again")
    func forgotten() throws {
        try #expect(connection.value("SELECT \(5)") == 5)
        try connection.script("DEALLOCATE ALL")
        try #expect(connection.value("SELECT \(5)") == 5)
    }

    @Test("more values than the protocol allows are refused before sending")
    func tooManyValues() throws {
        var list: SQL = "\(0)"
        for _ in 0..<16 { list = "\(list),\(list)" }
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT 1 WHERE 1 IN (\(list))")
        }
        #expect(error?.kind == .misuse)
        #expect(!connection.isBroken)
    }
}

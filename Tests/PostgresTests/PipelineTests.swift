import Postgres
import TestSupport
import Testing

@Suite("Pipelines")
struct PipelineTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    @Test("answers come back to their own handles, each of its type")
    func answers() throws {
        for _ in 1...2 {  // the second time everything is prepared already
            let (rows, none, value, count) = try connection.pipeline { batch in
                (batch.rows("SELECT generate_series(1, 3) AS v", as: V<Int>.self),
                 batch.row("SELECT 1 AS v WHERE false", as: V<Int>.self),
                 batch.value("SELECT \("text")", as: String.self),
                 batch.execute("SELECT generate_series(1, 4)"))
            }
            try #expect(rows.get().map(\.value) == [1, 2, 3])
            try #expect(none.get() == nil)
            try #expect(value.get() == "text")
            try #expect(count.get() == 4)
        }
    }

    @Test("an error in the middle is thrown, nothing has happened, and the connection goes on")
    func errorInTheMiddle() throws {
        try connection.script("CREATE TABLE t (v bigint CONSTRAINT t_key UNIQUE)")
        let error = #expect(throws: PostgresError.self) {
            try connection.pipeline { batch in
                for number in [1, 2, 1, 3] { batch.execute("INSERT INTO t VALUES (\(number))") }
            }
        }
        #expect(error?.sqlState == SQLState.uniqueViolation)
        #expect(error?.constraint == "t_key")
        #expect(error?.statement == "INSERT INTO t VALUES ($1)")
        try #expect(connection.value("SELECT count(*) FROM t") == 0)
        try connection.pipeline { batch in batch.execute("INSERT INTO t VALUES (\(1))") }
        try #expect(connection.value("SELECT count(*) FROM t") == 1)
    }

    @Test("inside a transaction it is part of it")
    func inTransaction() throws {
        try connection.script("CREATE TABLE t (v bigint)")
        #expect(throws: TransactionTests.Stop()) {
            try connection.transaction {
                try connection.pipeline { batch in
                    batch.execute("INSERT INTO t VALUES (1)")
                    batch.execute("INSERT INTO t VALUES (2)")
                }
                try #expect(connection.value("SELECT count(*) FROM t") == 2)
                throw TransactionTests.Stop()
            }
        }
        try #expect(connection.value("SELECT count(*) FROM t") == 0)
    }

    /// More than the socket's buffers hold both ways: it would stand still if one side only wrote.
    @Test("megabytes in both directions at once do not stand still")
    func bothDirections() throws {
        let text = String(repeating: "x", count: 50_000)
        let echoes = try connection.pipeline { batch in
            (0..<200).map { _ in batch.value("SELECT \(text)", as: String.self) }
        }
        for echo in echoes { try #expect(echo.get() == text) }
    }

    @Test("a surprise in one answer is thrown by its handle alone")
    func surprise() throws {
        let (wrong, right) = try connection.pipeline { batch in
            (batch.value("SELECT 'x' AS v", as: Int.self), batch.value("SELECT 1", as: Int.self))
        }
        let error = #expect(throws: PostgresError.self) { try wrong.get() }
        #expect(error?.column == "v")
        try #expect(right.get() == 1)
    }

    @Test("a handle has no answer before the pipeline has run, nor if it failed")
    func tooSoon() throws {
        var kept: Pending<Int?>?
        #expect(throws: PostgresError.self) {
            try connection.pipeline { batch in
                kept = batch.value("SELECT 1", as: Int.self)
                batch.execute("SELECT 1 / \(0)")
            }
        }
        let error = #expect(throws: PostgresError.self) { _ = try kept?.get() }
        #expect(error?.kind == .misuse)
    }

    @Test("after the schema changes the pipeline is run once more")
    func schemaChange() throws {
        try connection.script("CREATE TABLE t (v integer); INSERT INTO t VALUES (7)")
        func both() throws -> [Int] {
            let (count, rows) = try connection.pipeline { batch in
                (batch.execute("UPDATE t SET v = v + 1"), batch.rows("SELECT * FROM t", as: V<Int>.self))
            }
            return try [count.get()] + rows.get().map(\.value)
        }
        try #expect(both() == [1, 8])
        try database.connect().script("ALTER TABLE t ALTER v TYPE bigint")
        // The refused first try has left no mark: 9, not 10.
        try #expect(both() == [1, 9])
    }

    @Test("more statements than a connection keeps prepared still run together")
    func manyStatements() throws {
        let spaces = (0..<250).map { count in (0..<count).reduce("SELECT" as SQL) { sql, _ in "\(sql) " } }
        for _ in 1...2 {
            let answers = try connection.pipeline { batch in
                zip(1..., spaces).map { number, select in batch.value("\(select) \(number)", as: Int.self) }
            }
            try #expect(answers.map { try $0.get() } == Array(1...250))
        }
    }

    @Test("an empty one asks the server nothing")
    func empty() throws {
        try #expect(connection.pipeline { _ in 5 } == 5)
    }
}

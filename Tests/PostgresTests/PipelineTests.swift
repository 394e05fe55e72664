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

    @Test("each statement of a pipeline gets its own result, with its type")
    func answers() throws {
        for _ in 1...2 {  // in the second round all statements are prepared
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

    @Test("an error in the middle is thrown, all is rolled back, and the connection stays usable")
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

    @Test("inside a transaction a pipeline is part of it")
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

    /// Sends more than the buffers of the socket in both directions. If one side only wrote, both would block.
    @Test("megabytes in both directions at once do not block")
    func bothDirections() throws {
        let text = String(repeating: "x", count: 50_000)
        let echoes = try connection.pipeline { batch in
            (0..<200).map { _ in batch.value("SELECT \(text)", as: String.self) }
        }
        for echo in echoes { try #expect(echo.get() == text) }
    }

    @Test("an unexpected value in one result is thrown for this result only")
    func surprise() throws {
        let (wrong, right) = try connection.pipeline { batch in
            (batch.value("SELECT 'x' AS v", as: Int.self), batch.value("SELECT 1", as: Int.self))
        }
        let error = #expect(throws: PostgresError.self) { try wrong.get() }
        #expect(error?.column == "v")
        try #expect(right.get() == 1)
    }

    @Test("there is no result before the pipeline has run, or if it failed")
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

    @Test("after a change of the schema the pipeline is run again")
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
        // The refused first run has changed nothing: 9, not 10.
        try #expect(both() == [1, 9])
    }

    @Test("a pipeline can have more statements than the cache")
    func manyStatements() throws {
        let spaces = (0..<250).map { count in (0..<count).reduce("SELECT" as SQL) { sql, _ in "\(sql) " } }
        for _ in 1...2 {
            let answers = try connection.pipeline { batch in
                zip(1..., spaces).map { number, select in batch.value("\(select) \(number)", as: Int.self) }
            }
            try #expect(answers.map { try $0.get() } == Array(1...250))
        }
    }

    @Test("an empty pipeline sends nothing")
    func empty() throws {
        try #expect(connection.pipeline { _ in 5 } == 5)
    }
}

import Glibc
import Postgres
import TestSupport
import Testing

/// In these tests the server's process for a connection really stops or ends.
@Suite("Time limits and lost connections")
struct LossTests {
    let database: TestDatabase, connection: Connection

    init() throws {
        database = try TestDatabase()
        connection = try database.connect()
    }

    private func processID(_ connection: Connection) throws -> Int32 {
        try #require(try connection.value("SELECT pg_backend_pid()", as: Int32.self))
    }

    /// Stops the server's process for a connection. It runs on the same machine, and under the same
    /// account unless the tests run as root.
    ///
    /// - Returns: the process, which must be continued.
    private func stop(_ connection: Connection) throws -> Int32 {
        let process = try processID(connection)
        try #require(kill(process, SIGSTOP) == 0, "the database must run where the tests may signal it")
        return process
    }

    @Test("a statement that takes too long is canceled and the connection stays")
    func statementTimeout() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 2000)
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(30)") }
        #expect(error?.kind == .timeout)
        #expect(error?.sqlState == SQLState.queryCanceled)
        #expect(error?.isConnectionLost == false)
        #expect(!connection.isBroken)
        try #expect(connection.value("SELECT 1") == 1)
    }

    @Test("a statement that waits for a lock too long is canceled too, and its transaction is rolled back")
    func lockTimeout() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 2000)
        try connection.script("CREATE TABLE t (v int); INSERT INTO t VALUES (1)")
        let holder = try database.connect()
        try holder.script("BEGIN; UPDATE t SET v = 2")
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("UPDATE t SET v = 3") }
        }
        #expect(error?.kind == .timeout)
        try holder.script("COMMIT")
        try #expect(connection.value("SELECT v FROM t") == 2)
    }

    @Test("the time limit of statements can be changed, on both sides")
    func changedTimeout() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 200)
        try connection.setStatementTimeout(milliseconds: 5000)
        try connection.execute("SELECT pg_sleep(0.7)")
        try connection.setStatementTimeout(milliseconds: 50)
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(30)") }
        #expect(error?.kind == .timeout)
    }

    @Test("after the server ends the connection's process every call throws")
    func terminated() throws {
        let process = try processID(connection)
        let other = try database.connect()
        try #expect(other.value("SELECT pg_terminate_backend(\(process))") == true)
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
        #expect(error?.kind == .connection)
        #expect(error?.isConnectionLost == true)
        #expect(connection.isBroken)
        let later = #expect(throws: PostgresError.self) { try connection.transaction {} }
        #expect(later?.isConnectionLost == true)
        #expect(throws: PostgresError.self) { try connection.pipeline { batch in batch.execute("SELECT 1") } }
        #expect(throws: PostgresError.self) { try connection.waitForNotification(milliseconds: 1) }
        try #expect(other.value("SELECT 1") == 1)
    }

    @Test("the end of an idle connection is noticed without a statement")
    func detectLoss() throws {
        let process = try processID(connection)
        connection.detectLoss()
        #expect(!connection.isBroken)
        let other = try database.connect()
        try other.execute("SELECT pg_terminate_backend(\(process), 5000)")
        connection.detectLoss()
        #expect(connection.isBroken)
    }

    @Test("if the server's process ends inside a transaction, it is rolled back and the body's error is thrown")
    func terminatedInside() throws {
        try connection.script("CREATE TABLE t (v int)")
        let process = try processID(connection)
        let other = try database.connect()
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO t VALUES (1)")
                try other.execute("SELECT pg_terminate_backend(\(process), 5000)")
                try connection.execute("INSERT INTO t VALUES (2)")
            }
        }
        #expect(error?.isConnectionLost == true)
        #expect(error?.isOutcomeUnknown == false)
        try #expect(other.value("SELECT count(*) FROM t") == 0)
    }

    @Test("if the connection is lost between COMMIT and its answer, the outcome is unknown")
    func lostAtCommit() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 200)
        let process = try processID(connection)
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try #require(kill(process, SIGSTOP) == 0)
            }
        }
        #expect(error?.isConnectionLost == true)
        #expect(error?.isOutcomeUnknown == true)
    }

    @Test("a server that is stopped blocks no call longer than the time limit")
    func stoppedServer() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 200)
        let process = try stop(connection)
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
        #expect(error?.kind == .timeout)
        #expect(error?.isConnectionLost == true)
        #expect(connection.isBroken)
        #expect(connection.databaseNanoseconds >= 600_000_000)
    }

    @Test("a server that stops while megabytes are sent to it blocks no call longer either")
    func stoppedWhileSending() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 200)
        let text = String(repeating: "x", count: 8 << 20)
        try #expect(connection.value("SELECT length(\("x"))") == Int32(1))
        let process = try stop(connection)
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT length(\(text))") }
        #expect(error?.kind == .timeout)
        #expect(connection.isBroken)
    }

    @Test("a server that stops in a pipeline blocks no call longer either")
    func stoppedInPipeline() throws {
        let connection = try database.connect(statementTimeoutMilliseconds: 400, graceMilliseconds: 200)
        try connection.pipeline { batch in batch.execute("SELECT 1") }
        let process = try stop(connection)
        defer { kill(process, SIGCONT) }
        let error = #expect(throws: PostgresError.self) {
            try connection.pipeline { batch in batch.execute("SELECT 1") }
        }
        #expect(error?.kind == .timeout)
        #expect(connection.isBroken)
    }
}

// A client of Postgres on top of libpq.
//
// - Postgres.swift: `Connection`. Transaction.swift, Pipeline.swift and Notifications.swift add to it.
// - SQL.swift: a statement with bound values. Parameters.swift: those values as libpq takes them.
// - Row.swift: a row of a result, by names. RowPositions.swift: by positions. Field.swift: one value in it.
// - SQLValue.swift, ScalarValues.swift, ArrayValues.swift, Timestamp.swift and UUIDValue.swift: the
//   types of values.
// - PostgresError.swift, ServerError.swift and Redaction.swift: errors, which contain no data.
// - DatabaseSettings.swift, TransportCheck.swift and Connecting.swift: opening a connection.
// - Execution.swift, StatementResult.swift, LibpqResult.swift and StatementCache.swift: running a
//   statement.
// - LibpqConnection.swift: the socket and its deadlines.
// - MigrationRunner.swift, MigrationFile.swift and MigrationError.swift: the schema.

/// A connection to Postgres, for the thread that made it.
///
/// libpq allows one thread at a time on a connection, so the type is not `Sendable`: passing one to
/// another thread does not compile. Every call blocks until the server has answered or the timeout of
/// the settings is over. Once `isBroken` is true, every call throws, and a new connection is needed.
///
/// Each statement is prepared at its first use and cached by its text. After that the same `SQL`
/// literal costs one round trip and no parsing.
public final class Connection {
    let settings: DatabaseSettings
    let libpq: LibpqConnection
    var cache = StatementCache()
    /// The number of nested calls of `transaction` that are running.
    var depth = 0

    public init(_ settings: DatabaseSettings) throws(PostgresError) {
        self.settings = settings
        libpq = try LibpqConnection(connecting: settings)
    }

    /// True if the connection is lost. If the server closes it between two statements, the next statement
    /// or `detectLoss()` notices.
    public var isBroken: Bool { libpq.handle == nil }

    /// The time spent waiting for the server since the connection was made. The log line of a request
    /// shows the difference of two values.
    public var databaseNanoseconds: UInt64 { libpq.nanosecondsWaited }

    /// Checks without waiting if the server has closed the connection.
    ///
    /// A connection that was idle can then be replaced before a request fails on it.
    public func detectLoss() {
        // The first read may find only the server's last message, and the second one the end.
        for _ in 0..<2 {
            guard let hasInput = try? libpq.receive(until: 0), hasInput else { return }
        }
    }

    /// Runs a statement and returns its rows in order.
    public func rows<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) throws(PostgresError) -> [R] {
        try run(sql).rows()
    }

    /// Runs a statement and returns its only row; nil if there is none.
    ///
    /// - Throws: kind `.decoding` if there are several. Use `LIMIT 1` for the first of several rows.
    public func row<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) throws(PostgresError) -> R? {
        try run(sql).row()
    }

    /// Runs a statement and returns its only value; nil if it is NULL or there is no row.
    public func value<Value: SQLValue>(
        _ sql: SQL, as _: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        try run(sql).value()
    }

    /// Runs a statement without reading rows.
    ///
    /// - Returns: the number of rows that it inserted, updated, deleted or found.
    @discardableResult
    public func execute(_ sql: SQL) throws(PostgresError) -> Int {
        try run(sql).result.affectedRows
    }

    /// Runs several statements, separated by semicolons, in one round trip.
    ///
    /// It is the only way to run text that is not a literal, so it is for migrations only. Outside a
    /// transaction the script is a transaction of its own.
    public func script(_ text: String) throws(PostgresError) {
        let outcome = try runScript(text)
        if let failure = outcome.failure { throw failure }
    }

    /// Sets the time limit of later statements, for the server and for this connection.
    ///
    /// - Throws: kind `.misuse` inside a transaction, since a rollback would undo the server's setting.
    public func setStatementTimeout(milliseconds: Int) throws(PostgresError) {
        guard depth == 0 else { throw .misuse("the statement timeout cannot change inside a transaction") }
        guard (1...86_400_000).contains(milliseconds) else {
            throw .misuse("the statement timeout must be from 1 to 86,400,000 ms")
        }
        try execute("SELECT set_config('statement_timeout', \(String(milliseconds)), false)")
        libpq.answerTimeoutMilliseconds = milliseconds + settings.graceMilliseconds
    }
}

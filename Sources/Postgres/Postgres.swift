// A client of Postgres on top of libpq.
//
// - Postgres.swift: `Connection`. Transaction.swift, Pipeline.swift and Notifications.swift add to it.
// - SQL.swift: a statement with bound values. Parameters.swift: those values as libpq takes them.
// - Row.swift: a row of a result. Field.swift: one value in it.
// - SQLValue.swift, ScalarValues.swift, ArrayValues.swift, Timestamp.swift and UUIDValue.swift: the
//   types of values.
// - PostgresError.swift, ServerError.swift and Redaction.swift: errors, without anybody's data.
// - DatabaseSettings.swift, TransportCheck.swift and Connecting.swift: opening a connection.
// - Running.swift, StatementResult.swift, LibpqResult.swift and StatementCache.swift: running a statement.
// - LibpqConnection.swift: the socket and its deadlines.
// - MigrationRunner.swift, MigrationFile.swift and MigrationError.swift: the schema.

/// One connection to Postgres, for the thread that made it.
///
/// libpq allows one thread at a time on a connection, so this is not `Sendable`: letting one out
/// of its thread does not compile. Every call blocks until the server has answered or the
/// settings' time is up. Once `isBroken`, every call throws; make a new one.
///
/// Each statement is prepared on first use and kept by its text, so that writing the same
/// `SQL` literal again costs one round trip and no parsing.
public final class Connection {
    let settings: DatabaseSettings
    let libpq: LibpqConnection
    var cache = StatementCache()
    /// How many calls of `transaction` we are inside of.
    var depth = 0

    public init(_ settings: DatabaseSettings) throws(PostgresError) {
        self.settings = settings
        libpq = try LibpqConnection(connecting: settings)
    }

    /// Whether the connection is lost. A server that left while nothing was asked of it is
    /// noticed by the next statement, or by `detectLoss()`.
    public var isBroken: Bool { libpq.handle == nil }

    /// The time spent waiting for the server since the connection was made; the difference of two
    /// readings is what a request's log line shows.
    public var databaseNanoseconds: UInt64 { libpq.nanosecondsWaited }

    /// Looks, without waiting, whether the server has closed the connection meanwhile.
    ///
    /// For a connection that was idle: replacing it then costs nobody an error page.
    public func detectLoss() {
        // Two looks: the first may find only the server's parting message, not yet its end.
        for _ in 0..<2 {
            guard let hasInput = try? libpq.receive(until: 0), hasInput else { return }
        }
    }

    /// The rows a statement answers, in its order.
    public func rows<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) throws(PostgresError) -> [R] {
        try run(sql).rows()
    }

    /// The one row a statement answers, or nil.
    ///
    /// - Throws: kind `.decoding` when there are more; a statement that wants the first of
    ///   several says `LIMIT 1`.
    public func row<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) throws(PostgresError) -> R? {
        try run(sql).row()
    }

    /// The one value a statement answers; nil where it is NULL or there is no row.
    public func value<Value: SQLValue>(
        _ sql: SQL, as _: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        try run(sql).value()
    }

    /// Runs a statement for what it does.
    ///
    /// - Returns: how many rows it inserted, updated, deleted or found.
    @discardableResult
    public func execute(_ sql: SQL) throws(PostgresError) -> Int {
        try run(sql).result.affectedRows
    }

    /// Runs several statements, parted by semicolons, in one go.
    ///
    /// The only way text that is not a literal reaches the server, and so for migrations only.
    /// Outside a transaction the whole script is one.
    public func script(_ text: String) throws(PostgresError) {
        let outcome = try runScript(text)
        if let failure = outcome.failure { throw failure }
    }

    /// Sets how long a statement may run from now on, on the server and here.
    ///
    /// - Throws: kind `.misuse` inside a transaction, whose end could undo the server's half.
    public func setStatementTimeout(milliseconds: Int) throws(PostgresError) {
        guard depth == 0 else { throw .misuse("the statement timeout cannot change inside a transaction") }
        guard (1...86_400_000).contains(milliseconds) else {
            throw .misuse("the statement timeout must be from 1 to 86,400,000 ms")
        }
        try execute("SELECT set_config('statement_timeout', \(String(milliseconds)), false)")
        libpq.answerTimeoutMilliseconds = milliseconds + settings.graceMilliseconds
    }
}

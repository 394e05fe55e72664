import CPostgres

// Running a statement: preparing, sending, receiving.

extension Connection {
    /// Runs a statement and prepares it first if necessary.
    ///
    /// If the server has lost the prepared statement, or refuses it because the schema has changed, it is
    /// prepared again. Inside a transaction this cannot help, since the refusal has ended the transaction.
    func run(_ sql: SQL) throws(PostgresError) -> StatementResult {
        try deallocateDiscarded()
        let statement = try prepared(sql)
        do {
            return try ask(statement, sql)
        } catch {
            guard error.isStalePlan else { throw error }
            discardStale(statement, error)
            guard !isInTransaction else { throw error }
        }
        return try ask(prepared(sql), sql)
    }

    func discardStale(_ statement: PreparedStatement, _ error: PostgresError) {
        cache.discard(statement, isOnServer: error.sqlState != SQLState.noSuchStatement)
    }

    var isInTransaction: Bool { PQtransactionStatus(libpq.handle) != PQTRANS_IDLE }

    /// Returns the prepared statement, and prepares it if necessary.
    func prepared(_ sql: SQL) throws(PostgresError) -> PreparedStatement {
        if let fault = sql.fault { throw fault.with(\.statement, sql.shape.text) }
        if let statement = cache.statement(for: sql.shape) { return statement }
        let types = sql.shape.parameters.map(\.type)
        guard types.count <= Int(PQ_QUERY_PARAM_MAX_LIMIT) else {
            throw .misuse("a statement binds more than 65,535 values; bind a list instead")
        }
        let statement = PreparedStatement(name: cache.nextName(), shape: sql.shape)
        let isSent = try PQsendPrepare(
            libpq.open(), statement.name, sql.shape.text, Int32(types.count), types) == 1
        guard isSent else { throw libpq.lose() }
        _ = try onlyResult(to: sql)
        cache.insert(statement)
        return statement
    }

    private func ask(_ statement: PreparedStatement, _ sql: SQL) throws(PostgresError) -> StatementResult {
        try send(statement, sql)
        return StatementResult(result: try onlyResult(to: sql), statement: statement)
    }

    /// Queues a statement with its values. Values and results are in the binary format.
    func send(_ statement: PreparedStatement, _ sql: SQL) throws(PostgresError) {
        let handle = try libpq.open()
        let isSent = sql.withParameters { count, starts, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, count, starts, lengths, formats, 1) == 1
        }
        guard isSent else { throw libpq.lose() }
    }

    private func onlyResult(to sql: SQL) throws(PostgresError) -> LibpqResult {
        var only: LibpqResult?
        try libpq.roundTrip { result throws(PostgresError) in
            try self.closeIfFatal(result, .statement(sql))
            only = only ?? result
        }
        guard let only else { throw libpq.lose(.connection, "the database gave no answer") }
        if let failure = only.failure(running: .statement(sql)) { throw failure }
        return only
    }

    /// Throws an error that ends the server's process at once, since no more results follow it.
    func closeIfFatal(_ result: LibpqResult, _ source: Source) throws(PostgresError) {
        guard let failure = result.failure(running: source), failure.isConnectionLost else { return }
        libpq.close()
        throw failure
    }

    /// Deallocates on the server the statements that the cache has discarded.
    ///
    /// This happens before the next statement and not at once. A pipeline may still need a statement
    /// while it prepares later ones, and a failed transaction would refuse the command.
    func deallocateDiscarded() throws(PostgresError) {
        guard !cache.discarded.isEmpty else { return }
        guard try PQtransactionStatus(libpq.open()) != PQTRANS_INERROR else { return }
        let names = cache.discarded
        cache.forgetDiscarded()
        try script(names.map { "DEALLOCATE \($0)" }.joined(separator: ";"))
    }

    /// Runs a script to its end or to its first error.
    ///
    /// - Returns: the tags of the commands that succeeded, and the error if there was one.
    func runScript(_ text: String) throws(PostgresError) -> (commands: [String], failure: PostgresError?) {
        guard !text.utf8.contains(0) else { throw .encoding("a script with a NUL cannot be run") }
        guard try PQsendQuery(libpq.open(), text) == 1 else { throw libpq.lose() }
        var commands: [String] = []
        var failure: PostgresError?
        try libpq.roundTrip { result throws(PostgresError) in
            try self.closeIfFatal(result, .script(text))
            if let error = result.failure(running: .script(text)) {
                failure = error
            } else {
                commands.append(result.command)
            }
        }
        return (commands, failure)
    }
}

import CPostgres

/// How a statement gets to the server and its answer back.
extension Connection {
    /// Runs a statement, preparing it first where that is still to be done.
    ///
    /// A plan the server has dropped, or refuses since the schema changed, is prepared once more;
    /// inside a transaction that cannot help, for the refusal has already ended it.
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

    /// The statement as the server knows it.
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

    /// Queues a statement and its values; all in binary, answers too.
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

    /// An error that ends the server's process is thrown at once: nothing comes after it.
    func closeIfFatal(_ result: LibpqResult, _ source: Source) throws(PostgresError) {
        guard let failure = result.failure(running: source), failure.isConnectionLost else { return }
        libpq.close()
        throw failure
    }

    /// Tells the server to forget what the cache has forgotten. Done before the next statement, not
    /// at once: a pipeline's early statements must outlive the preparing of its later ones, and a
    /// failed transaction would refuse it.
    func deallocateDiscarded() throws(PostgresError) {
        guard !cache.discarded.isEmpty else { return }
        guard try PQtransactionStatus(libpq.open()) != PQTRANS_INERROR else { return }
        let names = cache.discarded
        cache.forgetDiscarded()
        try script(names.map { "DEALLOCATE \($0)" }.joined(separator: ";"))
    }

    /// Runs a script up to its end or its first error.
    ///
    /// - Returns: the tags of the commands that succeeded, and the error.
    func runScript(_ text: String) throws(PostgresError) -> (commands: [String], failure: PostgresError?) {
        guard !text.utf8.contains(0) else { throw .encoding("a script with a NUL in it cannot be run") }
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

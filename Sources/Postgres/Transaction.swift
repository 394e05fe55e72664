extension Connection {
    /// True inside the body of a `transaction`.
    public var isInsideTransaction: Bool { depth > 0 }

    /// Runs the body in a transaction. If the body throws, the transaction is rolled back and the error
    /// is thrown again.
    ///
    /// A call inside a call is a savepoint. If its body throws, only its own changes are rolled back, and
    /// the outer body may catch the error and continue.
    ///
    /// If the body catches the error of a statement without a savepoint, the transaction cannot commit,
    /// because the server has already aborted it. Then a `PostgresError` is thrown.
    ///
    /// - Throws: the errors of the body, or a `PostgresError`. If its `isOutcomeUnknown` is true, the
    ///   connection was lost between COMMIT and its answer, and the caller must check the database.
    @discardableResult
    public func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        let level = depth
        try script(level == 0 ? "BEGIN" : "SAVEPOINT inner_part")
        depth += 1
        defer { depth -= 1 }
        let value: Value
        do {
            value = try body()
            try level == 0 ? commit() : script("RELEASE SAVEPOINT inner_part")
        } catch {
            rollBack(to: level)
            throw error
        }
        return value
    }

    /// Runs a transaction in two round trips: BEGIN goes with the first pipeline, and COMMIT with the second.
    ///
    /// A call inside a call is a savepoint, as in `transaction(_:)`.
    ///
    /// - Parameters:
    ///   - first: collects the statements that read, and lock what they read.
    ///   - decide: reads their results and returns the statements that write; nil to write nothing. If it throws,
    ///     the transaction is rolled back.
    /// - Returns: the value of the second pipeline; nil if there is none.
    /// - Throws: what `decide` throws, or a `PostgresError` as `transaction(_:)` does.
    public func transaction<First, Last>(
        _ first: (inout Pipeline) throws(PostgresError) -> First,
        then decide: (First) throws -> ((inout Pipeline) throws(PostgresError) -> Last)?
    ) throws -> Last? {
        let level = depth
        depth += 1
        defer { depth -= 1 }
        do {
            let read = try pipeline { pipeline throws(PostgresError) in
                pipeline.execute(level == 0 ? "BEGIN" : "SAVEPOINT inner_part")
                return try first(&pipeline)
            }
            guard let write = try decide(read) else {
                rollBack(to: level)
                return nil
            }
            do {
                return try pipeline { pipeline throws(PostgresError) in
                    let value = try write(&pipeline)
                    pipeline.execute(level == 0 ? "COMMIT" : "RELEASE SAVEPOINT inner_part")
                    return value
                }
            } catch {
                throw isBroken && level == 0 ? error.with(\.isOutcomeUnknown, true) : error
            }
        } catch {
            rollBack(to: level)
            throw error
        }
    }

    private func commit() throws(PostgresError) {
        _ = try libpq.open()
        let outcome: (commands: [String], failure: PostgresError?)
        do {
            outcome = try runScript("COMMIT")
        } catch {
            throw error.with(\.isOutcomeUnknown, true)
        }
        if let failure = outcome.failure { throw failure }
        // If a statement had failed, the server answers COMMIT with ROLLBACK and reports no error.
        guard outcome.commands == ["COMMIT"] else {
            throw PostgresError(.server, "the transaction was rolled back: a statement in it had failed")
                .with(\.sqlState, SQLState.inFailedTransaction)
        }
    }

    /// Rolls back. If that fails, the state of the connection is unknown. Then it is closed, and the server
    /// rolls back by itself. All savepoints have one name: Postgres takes the newest.
    private func rollBack(to level: Int) {
        guard !isBroken, isInTransaction else { return }
        let text = level == 0 ? "ROLLBACK" : "ROLLBACK TO SAVEPOINT inner_part; RELEASE SAVEPOINT inner_part"
        do { try script(text) } catch { libpq.close() }
    }
}

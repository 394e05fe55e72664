extension Connection {
    /// Whether this is inside the body of a `transaction`.
    public var isInsideTransaction: Bool { depth > 0 }

    /// Runs the body in a transaction: all of it happens, or none.
    ///
    /// A call inside a call is a savepoint: when its body throws, what it did is undone and the
    /// outer body may catch the error and go on. Whatever the body throws is thrown on.
    ///
    /// A body that swallows a statement's error outside a savepoint does not commit: the server
    /// has already given the transaction up, and that is thrown.
    ///
    /// - Throws: besides the body's errors, a `PostgresError`. With `isOutcomeUnknown` the
    ///   connection was lost between COMMIT and its answer, and the caller must look what is true.
    @discardableResult
    public func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        let level = depth
        try script(level == 0 ? "BEGIN" : "SAVEPOINT level_\(level)")
        depth += 1
        defer { depth -= 1 }
        let value: Value
        do {
            value = try body()
            try level == 0 ? commit() : script("RELEASE SAVEPOINT level_\(level)")
        } catch {
            rollBack(to: level)
            throw error
        }
        return value
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
        // The server answers COMMIT with ROLLBACK, and no error, when a statement had failed.
        guard outcome.commands == ["COMMIT"] else {
            throw PostgresError(.server, "the transaction was rolled back: a statement in it had failed")
                .with(\.sqlState, SQLState.inFailedTransaction)
        }
    }

    /// A roll back that fails leaves nobody knowing what the connection is in the middle of, so
    /// the connection goes, and the server rolls back by itself.
    private func rollBack(to level: Int) {
        guard !isBroken, isInTransaction else { return }
        let name = "level_\(level)"
        let text = level == 0 ? "ROLLBACK" : "ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)"
        do { try script(text) } catch { libpq.close() }
    }
}

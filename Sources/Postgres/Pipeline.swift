import CPostgres

/// Statements that are sent together, so that all of them need one round trip.
///
///     let (customer, sessions) = try connection.pipeline { batch in
///         (batch.row(customerQuery, as: CustomerRow.self), batch.rows(sessionQuery, as: SessionRow.self))
///     }
///     show(try customer.get(), try sessions.get())
public struct Pipeline {
    fileprivate struct Step {
        let sql: SQL
        let deliver: (StatementResult) -> Void
    }

    fileprivate var steps: [Step] = []

    /// Adds a statement and promises its rows, as `Connection.rows`.
    public mutating func rows<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<[R]> {
        add(sql) { outcome throws(PostgresError) in try outcome.rows() }
    }

    /// Adds a statement and promises its only row, as `Connection.row`.
    public mutating func row<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<R?> {
        add(sql) { outcome throws(PostgresError) in try outcome.row() }
    }

    /// Adds a statement and promises its only value, as `Connection.value`.
    public mutating func value<Value: SQLValue>(
        _ sql: SQL, as _: Value.Type = Value.self
    ) -> Pending<Value?> {
        add(sql) { outcome throws(PostgresError) in try outcome.value() }
    }

    /// Adds a statement and promises the number of its rows, as `Connection.execute`.
    @discardableResult
    public mutating func execute(_ sql: SQL) -> Pending<Int> {
        add(sql) { outcome in outcome.result.affectedRows }
    }

    private mutating func add<Value>(
        _ sql: SQL, _ read: @escaping (StatementResult) throws(PostgresError) -> Value
    ) -> Pending<Value> {
        let pending = Pending<Value>()
        steps.append(Step(sql: sql) { outcome in
            do throws(PostgresError) {
                pending.outcome = .success(try read(outcome))
            } catch {
                pending.outcome = .failure(error)
            }
        })
        return pending
    }
}

/// The result of a statement in a pipeline, available after `Connection.pipeline` has returned.
public final class Pending<Value> {
    fileprivate(set) var outcome: Result<Value, PostgresError> =
        .failure(.misuse("the pipeline this belongs to has not run to its end"))

    /// Returns the result.
    ///
    /// - Throws: kind `.decoding` if the code expects another result, `.misuse` before the pipeline has run.
    public func get() throws(PostgresError) -> Value { try outcome.get() }
}

extension Connection {
    /// Collects statements in the body, then runs them in one round trip.
    ///
    /// Outside a transaction the pipeline is a transaction of its own: if a statement fails, its error is
    /// thrown and all are rolled back. A new statement needs one more round trip to be prepared. It must
    /// not use a table that an earlier statement of the same pipeline creates.
    @discardableResult
    public func pipeline<Value>(
        _ body: (inout Pipeline) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        var pipeline = Pipeline()
        let value = try body(&pipeline)
        guard !pipeline.steps.isEmpty else { return value }
        do {
            try run(pipeline.steps)
        } catch {
            guard error.isStalePlan, !isInTransaction else { throw error }
            try run(pipeline.steps)
        }
        return value
    }

    private func run(_ steps: [Pipeline.Step]) throws(PostgresError) {
        try deallocateDiscarded()
        var statements: [PreparedStatement] = []
        for step in steps { statements.append(try prepared(step.sql)) }
        guard try PQenterPipelineMode(libpq.open()) == 1 else { throw libpq.lose() }
        for (step, statement) in zip(steps, statements) { try send(statement, step.sql) }
        guard try PQpipelineSync(libpq.open()) == 1 else { throw libpq.lose() }
        var results: [StatementResult] = []
        var failure: PostgresError?
        try libpq.pipelineRoundTrip { result throws(PostgresError) in
            // After a failure the server reports for every later statement that it was not run.
            guard failure == nil, results.count < steps.count else { return }
            let number = results.count
            try self.closeIfFatal(result, .statement(steps[number].sql))
            failure = result.failure(running: .statement(steps[number].sql))
            if let failure, failure.isStalePlan { self.discardStale(statements[number], failure) }
            results.append(StatementResult(result: result, statement: statements[number]))
        }
        guard try PQexitPipelineMode(libpq.open()) == 1 else { throw libpq.lose() }
        if let failure { throw failure }
        guard results.count == steps.count else {
            throw libpq.lose(.connection, "\(results.count) results came for \(steps.count) statements")
        }
        for (step, outcome) in zip(steps, results) { step.deliver(outcome) }
    }
}

import CPostgres

/// Statements that go to the server together and come back together: one round trip for all.
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

    /// As `Connection.rows`.
    public mutating func rows<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<[R]> {
        add(sql) { outcome throws(PostgresError) in try outcome.rows() }
    }

    /// As `Connection.row`.
    public mutating func row<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<R?> {
        add(sql) { outcome throws(PostgresError) in try outcome.row() }
    }

    /// As `Connection.value`.
    public mutating func value<Value: SQLValue>(
        _ sql: SQL, as _: Value.Type = Value.self
    ) -> Pending<Value?> {
        add(sql) { outcome throws(PostgresError) in try outcome.value() }
    }

    /// As `Connection.execute`.
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

/// What a statement of a pipeline will have answered once `Connection.pipeline` has returned.
public final class Pending<Value> {
    fileprivate(set) var outcome: Result<Value, PostgresError> =
        .failure(.misuse("the pipeline this belongs to has not run to its end"))

    /// - Throws: kind `.decoding` where the answer is not what the code expects, `.misuse` before
    ///   the pipeline has run.
    public func get() throws(PostgresError) -> Value { try outcome.get() }
}

extension Connection {
    /// Collects statements in the body, then runs them in one round trip.
    ///
    /// Outside a transaction they are one by themselves: if any fails, its error is thrown and
    /// none has happened. (A statement seen for the first time costs a trip of its own, once, to
    /// be prepared; it must not need a table that an earlier one of the same pipeline makes.)
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
            // After the first failure the server only says of each statement that it was not run.
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
            throw libpq.lose(.connection, "\(results.count) answers came to \(steps.count) statements")
        }
        for (step, outcome) in zip(steps, results) { step.deliver(outcome) }
    }
}

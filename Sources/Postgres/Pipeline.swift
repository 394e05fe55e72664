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
        let deliver: (Found) -> Void
    }

    fileprivate var steps: [Step] = []

    /// As `Connection.rows`.
    public mutating func rows<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<[R]> {
        add(sql) { found throws(PostgresError) in try found.rows() }
    }

    /// As `Connection.row`.
    public mutating func row<R: RowDecodable>(_ sql: SQL, as _: R.Type = R.self) -> Pending<R?> {
        add(sql) { found throws(PostgresError) in try found.row() }
    }

    /// As `Connection.value`.
    public mutating func value<Value: SQLValue>(
        _ sql: SQL, as _: Value.Type = Value.self
    ) -> Pending<Value?> {
        add(sql) { found throws(PostgresError) in try found.value() }
    }

    /// As `Connection.execute`.
    @discardableResult
    public mutating func execute(_ sql: SQL) -> Pending<Int> {
        add(sql) { found in found.answer.affectedRows }
    }

    private mutating func add<Value>(
        _ sql: SQL, _ read: @escaping (Found) throws(PostgresError) -> Value
    ) -> Pending<Value> {
        let pending = Pending<Value>()
        steps.append(Step(sql: sql) { found in
            do throws(PostgresError) {
                pending.outcome = .success(try read(found))
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
        guard try PQenterPipelineMode(link.open()) == 1 else { throw link.lose() }
        for (step, statement) in zip(steps, statements) { try send(statement, step.sql) }
        guard try PQpipelineSync(link.open()) == 1 else { throw link.lose() }
        var found: [Found] = []
        var failure: PostgresError?
        try link.pipelineRoundTrip { answer throws(PostgresError) in
            // After the first failure the server only says of each statement that it was not run.
            guard failure == nil, found.count < steps.count else { return }
            let number = found.count
            try self.closeIfFatal(answer, .statement(steps[number].sql))
            failure = answer.failure(running: .statement(steps[number].sql))
            if let failure, failure.isStalePlan { self.discardStale(statements[number], failure) }
            found.append(Found(answer: answer, statement: statements[number]))
        }
        guard try PQexitPipelineMode(link.open()) == 1 else { throw link.lose() }
        if let failure { throw failure }
        guard found.count == steps.count else {
            throw link.lose(.connection, "\(found.count) answers came to \(steps.count) statements")
        }
        for (step, found) in zip(steps, found) { step.deliver(found) }
    }
}

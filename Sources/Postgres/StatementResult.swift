import CPostgres

/// The result of a statement: reads its rows, its only row or its only value.
struct StatementResult {
    let result: LibpqResult
    let statement: PreparedStatement

    func rows<R: RowDecodable>() throws(PostgresError) -> [R] {
        try requireColumns()
        let columns = statement.columns(of: result)
        var rows: [R] = []
        rows.reserveCapacity(result.rowCount)
        do {
            for number in 0..<result.rowCount {
                try rows.append(R(Row(result: result, columns: columns, number: Int32(number))))
            }
        } catch {
            throw named(error)
        }
        return rows
    }

    func row<R: RowDecodable>() throws(PostgresError) -> R? {
        try requireAtMostOneRow()
        let rows: [R] = try rows()
        return rows.first
    }

    func value<Value: SQLValue>() throws(PostgresError) -> Value? {
        try requireColumns()
        try requireAtMostOneRow()
        guard result.rowCount == 1 else { return nil }
        do {
            return try result.field(row: 0, column: 0, as: Value.self)
        } catch {
            throw named(error.with(\.column, String(cString: PQfname(result.pointer, 0))))
        }
    }

    private func requireColumns() throws(PostgresError) {
        guard result.status == PGRES_TUPLES_OK else {
            throw named(.misuse("the statement returns no rows; run it with execute"))
        }
    }

    private func requireAtMostOneRow() throws(PostgresError) {
        guard result.rowCount <= 1 else {
            throw named(PostgresError(.decoding, "the statement returned \(result.rowCount) rows instead of one"))
        }
    }

    private func named(_ error: PostgresError) -> PostgresError {
        error.with(\.statement, statement.shape.text)
    }
}

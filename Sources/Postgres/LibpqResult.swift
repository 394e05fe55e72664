import CPostgres

/// One result of libpq's, given back when nothing refers to it any more.
///
/// It outlives its connection: libpq keeps results apart from it.
final class LibpqResult {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    var status: ExecStatusType { PQresultStatus(pointer) }

    var rowCount: Int { Int(PQntuples(pointer)) }

    /// The command's tag without its numbers: `COMMIT`, `UPDATE`.
    var command: String { String(cString: PQcmdStatus(pointer)) }

    /// Rows written, or for a SELECT read; 0 for commands that have no such number.
    var affectedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

    /// The error the server reports in this result, if it is one.
    func failure(running source: Source) -> PostgresError? {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        case PGRES_PIPELINE_ABORTED: .misuse("not run: a statement before it in the pipeline failed")
        default: PostgresError(pointer, running: source)
        }
    }

    /// The value of a field, or nil for NULL.
    func field<Value: SQLValue>(
        row: Int32, column: Int32, as _: Value.Type
    ) throws(PostgresError) -> Value? {
        guard PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column) else {
            return nil
        }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, row, column)))
        return try Value(decoding: Field(type: PQftype(pointer, column), bytes: bytes))
    }
}

/// The columns of a statement's rows, looked up by name; found once per prepared statement.
final class Columns {
    private let numbers: [String: Int32]
    private static let ambiguous: Int32 = -1

    init(of result: LibpqResult) {
        var numbers: [String: Int32] = [:]
        for number in 0..<PQnfields(result.pointer) {
            let name = String(cString: PQfname(result.pointer, number))
            numbers[name] = numbers[name] == nil ? number : Self.ambiguous
        }
        self.numbers = numbers
    }

    func number(of name: String) throws(PostgresError) -> Int32 {
        guard let number = numbers[name] else { throw .decoding("is not among the statement's columns") }
        guard number != Self.ambiguous else { throw .decoding("is there more than once") }
        return number
    }
}

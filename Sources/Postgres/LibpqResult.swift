import CPostgres

/// A result of libpq, freed with the last reference to it.
///
/// It stays valid after its connection is closed.
final class LibpqResult {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { PQclear(pointer) }

    var status: ExecStatusType { PQresultStatus(pointer) }

    var rowCount: Int { Int(PQntuples(pointer)) }

    /// The command tag: `COMMIT`, `UPDATE 1`.
    var command: String { String(cString: PQcmdStatus(pointer)) }

    /// The number of rows that were written, or read by a SELECT; 0 for commands without such a number.
    var affectedRows: Int { Int(String(cString: PQcmdTuples(pointer))) ?? 0 }

    /// Returns the error that the server reports in this result; nil if it reports none.
    func failure(running source: Source) -> PostgresError? {
        switch status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        case PGRES_PIPELINE_ABORTED: .misuse("not run: a statement before it in the pipeline failed")
        default: PostgresError(pointer, running: source)
        }
    }

    /// Returns the value of a field; nil for NULL.
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

/// The columns of a statement's rows by name, read once for each prepared statement.
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
        guard number != Self.ambiguous else { throw .decoding("is among the statement's columns more than once") }
        return number
    }
}

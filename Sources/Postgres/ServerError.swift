import CPostgres

// From a result in which the server reports an error to a `PostgresError`.

extension PostgresError {
    /// Reads the error of a result.
    ///
    /// - Parameters:
    ///   - result: a result of libpq with the status `PGRES_FATAL_ERROR`.
    ///   - source: the statement or script that was run.
    init(_ result: OpaquePointer, running source: Source) {
        let state = Self.field(result, .sqlState)
        let severity = Self.field(result, .severity)
        let names = [ReportField.schema, .table, .column, .dataType, .constraint]
            .compactMap { Self.field(result, $0) }
        // FATAL and PANIC end the server's process for this connection. Without a SQLSTATE the error is
        // libpq's, about the connection.
        let isFatal = state == nil || severity == "FATAL" || severity == "PANIC"
        self.init(isFatal ? .connection : state == SQLState.queryCanceled ? .timeout : .server, "")
        message = Self.redacted(
            Self.field(result, .message) ?? libpqWords(PQresultErrorMessage(result)), sqlState: state ?? "",
            names: names, running: source)
        sqlState = state
        constraint = Self.field(result, .constraint)
        table = Self.field(result, .table)
        column = Self.field(result, .column)
        if case .statement(let sql) = source { statement = sql.shape.text }
        position = Self.field(result, .position).flatMap { Int($0) }
        isConnectionLost = isFatal
        // 26000 is a missing prepared statement. "cached plan must not change result type" has the state
        // of all unsupported features, so it is recognized by the function that raises it.
        isStalePlan = state == SQLState.noSuchStatement
            || (state == "0A000" && Self.field(result, .sourceFunction) == "RevalidateCachedQuery")
    }

    /// The fields of an error by their letters (PostgreSQL manual, 55.8 "Error and Notice Message
    /// Fields"). `postgres_ext.h` has them as macros, which Swift does not import.
    private enum ReportField: UnicodeScalar {
        case severity = "V", sqlState = "C", message = "M", position = "P", sourceFunction = "R"
        case schema = "s", table = "t", column = "c", dataType = "d", constraint = "n"
    }

    private static func field(_ result: OpaquePointer, _ field: ReportField) -> String? {
        PQresultErrorField(result, Int32(field.rawValue.value)).map { String(cString: $0) }
    }
}

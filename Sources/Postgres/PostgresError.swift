/// An error of a statement or a connection.
///
/// It never contains a bound value or data of a row, so it may be logged. It may contain the text of the
/// statement, names of the schema, and the server's message after `redacted`.
public struct PostgresError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The connection could not be made, or is lost.
        case connection
        /// The server canceled the statement after its time limit, or did not answer at all. In the
        /// second case the connection is lost too.
        case timeout
        /// The server refused the statement; `sqlState` has the reason.
        case server
        /// A row differs from what the code expects; `column` names the column.
        case decoding
        /// A value has no form in Postgres. Nothing was sent.
        case encoding
        /// The code used this library wrongly.
        case misuse
    }

    public let kind: Kind
    public internal(set) var message: String
    /// The SQLSTATE, five characters (PostgreSQL manual, appendix A); nil if the error is not the server's.
    public internal(set) var sqlState: String?
    /// The constraint, table and column that the server names, or the column at fault in a row.
    public internal(set) var constraint: String?
    public internal(set) var table: String?
    public internal(set) var column: String?
    /// The text of the statement with `$1`, `$2`, … for its values; nil for a script.
    public internal(set) var statement: String?
    /// The position of the error in the statement, in characters from 1.
    public internal(set) var position: Int?
    /// True if the connection can no longer be used and must be replaced.
    public internal(set) var isConnectionLost = false
    /// True if the transaction may have been committed: its COMMIT was sent, and the connection was lost
    /// before the answer came.
    public internal(set) var isOutcomeUnknown = false
    /// True if the prepared statement no longer fits the schema. The next run prepares it again.
    var isStalePlan = false

    /// True if the same transaction may succeed when it is run again from its start. Either it lost
    /// against another transaction, or a statement was prepared before the schema changed.
    public var isRetryable: Bool { hasLost || isStalePlan }

    /// True if it lost against another transaction.
    public var hasLost: Bool { sqlState == SQLState.serializationFailure || sqlState == SQLState.deadlock }

    /// One line: the column, the message, the SQLSTATE and the beginning of the statement.
    public var description: String {
        var line = message
        if let column, kind == .decoding { line = "column \"\(column)\" \(line)" }
        if let sqlState { line += " [\(sqlState)]" }
        if let statement {
            let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            line += " in: " + words.prefix(200) + (words.count > 200 ? "…" : "")
        }
        return line
    }

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Makes the error of a type that cannot read the value of a column.
    ///
    /// - Parameter message: continues the sentence after the column's name: "has no valid colour". It must
    ///   not contain the value.
    public static func decoding(_ message: String) -> PostgresError { PostgresError(.decoding, message) }

    /// Makes the error of a value that has no form in Postgres.
    ///
    /// - Parameter message: must not contain the value.
    public static func encoding(_ message: String) -> PostgresError { PostgresError(.encoding, message) }

    static func misuse(_ message: String) -> PostgresError { PostgresError(.misuse, message) }

    static func lost(_ kind: Kind, _ message: String) -> PostgresError {
        var error = PostgresError(kind, message)
        error.isConnectionLost = true
        return error
    }

    func with<Value>(_ key: WritableKeyPath<PostgresError, Value>, _ value: Value) -> PostgresError {
        var copy = self
        copy[keyPath: key] = value
        return copy
    }
}

/// The SQLSTATEs that this module or its users compare (PostgreSQL manual, appendix A).
public enum SQLState {
    public static let uniqueViolation = "23505"
    public static let foreignKeyViolation = "23503"
    public static let checkViolation = "23514"
    public static let serializationFailure = "40001"
    public static let deadlock = "40P01"
    public static let lockNotAvailable = "55P03"
    public static let queryCanceled = "57014"
    static let inFailedTransaction = "25P02"
    static let noSuchStatement = "26000"
}

/// What went wrong between here and the database.
///
/// Nothing in it comes from a bound value or a row: it may be logged as it is. What it may hold
/// is the statement's own text, names from the schema, and what the server says once
/// `redacted` has been over it.
public struct PostgresError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The connection could not be made, or is gone.
        case connection
        /// The server canceled the statement when its time was up, or said nothing for too long;
        /// in the second case the connection is lost as well.
        case timeout
        /// The server refused; `sqlState` says why.
        case server
        /// A row is not what the code expects; `column` says where.
        case decoding
        /// A value cannot be kept in Postgres. Nothing was sent.
        case encoding
        /// The code used this library wrongly.
        case misuse
    }

    public let kind: Kind
    public internal(set) var message: String
    /// Five characters (PostgreSQL manual, appendix A); nil where the server did not speak.
    public internal(set) var sqlState: String?
    /// The constraint, table and column the server names, or the column a row lacks.
    public internal(set) var constraint: String?
    public internal(set) var table: String?
    public internal(set) var column: String?
    /// The statement's text, its values being `$1`, `$2`, …; nil for a script.
    public internal(set) var statement: String?
    /// Where in the statement the server points, in characters from 1.
    public internal(set) var position: Int?
    /// Whether the connection is of no more use and must be replaced.
    public internal(set) var isConnectionLost = false
    /// Whether the transaction may have been committed all the same: its COMMIT was sent, and the
    /// connection was lost before the answer came.
    public internal(set) var isOutcomeUnknown = false
    /// Whether the prepared statement no longer fits the schema; the next run prepares it anew.
    var isStalePlan = false

    /// Whether the same transaction, run again from its start, may well succeed: it lost against
    /// another one, or a statement of it was prepared before the schema changed.
    public var isRetryable: Bool {
        sqlState == SQLState.serializationFailure || sqlState == SQLState.deadlock || isStalePlan
    }

    /// One line: the message, where it is about, the SQLSTATE, and the statement's beginning.
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

    /// For a type of another target that refuses what a column holds, in a sentence that goes on
    /// from the column's name: "holds no colour". It must not hold the value.
    public static func decoding(_ message: String) -> PostgresError { PostgresError(.decoding, message) }

    /// For a type of another target that has no form in Postgres. It must not hold the value.
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

/// The SQLSTATEs that this target or its users decide by (PostgreSQL manual, appendix A).
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

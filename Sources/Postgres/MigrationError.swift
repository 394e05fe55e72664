/// An error that stopped the migrations. The file that was being applied is rolled back as a whole.
public struct MigrationError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The directory or a file in it cannot be read, or a file is not a migration.
        case unreadable
        /// The numbers are not 0001, 0002, …: one is missing or occurs twice.
        case misnumbered
        /// A file was changed after it was applied.
        case changed
        /// The file of an applied migration is missing: the database is newer than this release.
        case missing
        /// The database refused a statement of a file.
        case refused
        /// The database could not be reached, or did not answer in time.
        case database
    }

    public let kind: Kind
    /// The name of the file at fault, without its directory.
    public let file: String?
    /// The line of the error, from 1; nil if the database gives no position.
    public private(set) var line: Int?
    /// The error of the database.
    public private(set) var cause: PostgresError?
    public let message: String

    /// The file and line, then the message.
    public var description: String {
        guard let file else { return message }
        return line.map { "\(file), line \($0): \(message)" } ?? "\(file): \(message)"
    }

    init(_ kind: Kind, file: String? = nil, _ message: String) {
        self.kind = kind
        self.file = file
        self.message = message
    }

    init(_ cause: PostgresError, file: String? = nil) {
        self.init(.database, file: file, cause.description)
        self.cause = cause
    }

    /// Makes the error of a refused statement.
    ///
    /// Only errors of syntax and names have a position. The others are located by the number of the
    /// statement.
    ///
    /// - Parameter done: the number of statements of the file that had succeeded.
    init(_ cause: PostgresError, in migration: MigrationFile, text: String, done: Int) {
        let line = cause.position.map { position in
            // Postgres counts characters as code points, from 1.
            1 + text.unicodeScalars.prefix(position - 1).count { $0 == "\n" }
        }
        self.init(
            .refused, file: migration.name,
            line == nil ? "statement \(done + 1): \(cause)" : cause.description)
        self.line = line
        self.cause = cause
    }
}

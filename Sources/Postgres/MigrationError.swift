/// Why the schema could not be brought up to date. Whatever was being applied is undone whole.
public struct MigrationError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        /// The directory or a file in it cannot be read or is not what a migration is.
        case unreadable
        /// The numbers do not run 0001, 0002, … without a gap or a repetition.
        case misnumbered
        /// A file is not what it was when it was applied.
        case changed
        /// A migration was applied whose file is not there: the database is newer than this release.
        case missing
        /// The database refused a file's statement.
        case refused
        /// The database could not be asked, or not in time.
        case database
    }

    public let kind: Kind
    /// The file it is about, without its directory.
    public let file: String?
    /// Where in the file the database points, from 1; nil where it points nowhere.
    public private(set) var line: Int?
    /// What the database said.
    public private(set) var cause: PostgresError?
    public let message: String

    /// The file and line first, then what is wrong with it.
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

    /// - Parameter done: how many of the file's statements had succeeded. Only errors of syntax
    ///   and of names have a position; for the others the statement's number must do.
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

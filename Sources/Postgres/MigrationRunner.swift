/// A runner of migrations: it brings the schema of a database up to date from a directory of
/// `NNNN_name.sql` files.
///
/// Each file is applied once, in order, in its own transaction, and recorded with its SHA-256 in
/// `schema_migration`. Several runners may start at once. An advisory lock lets one work, and the others
/// wait and then have nothing to do.
public struct MigrationRunner: Sendable {
    public let directory: String
    /// The time limit of one statement of a migration, and of the wait for another runner.
    public var statementTimeoutMilliseconds = 600_000

    public init(directory: String) { self.directory = directory }

    /// Applies the files that are not applied yet.
    ///
    /// - Parameter progress: is called with the name of each file before it is applied.
    /// - Returns: the names of the applied files.
    /// - Throws: if a file cannot be applied, or if an applied file differs from the one in the
    ///   directory. Files before the one at fault stay applied.
    @discardableResult
    public func apply(
        _ connection: Connection, progress: (String) -> Void = { _ in }
    ) throws(MigrationError) -> [String] {
        let files = try MigrationFile.all(in: directory)
        do {
            let usual = connection.settings.statementTimeoutMilliseconds
            try connection.setStatementTimeout(milliseconds: statementTimeoutMilliseconds)
            defer { connection.restoreOrClose { try $0.setStatementTimeout(milliseconds: usual) } }
            try connection.execute("SELECT pg_advisory_lock(\(Self.lockKey))")
            defer { connection.restoreOrClose { try $0.execute("SELECT pg_advisory_unlock(\(Self.lockKey))") } }
            return try applyLocked(files, connection, progress)
        } catch {
            throw Self.named(error)
        }
    }

    /// Returns the names of the files that are not applied yet, in order.
    ///
    /// It does not compare the applied ones. During an update the previous release still runs on a schema
    /// that is newer than its files, and must count as ready.
    public func pending(_ connection: Connection) throws(MigrationError) -> [String] {
        let files = try MigrationFile.all(in: directory)
        do {
            guard try connection.value("SELECT to_regclass('schema_migration') IS NOT NULL") == true else {
                return files.map(\.name)
            }
            let last = try connection.value("SELECT max(number) FROM schema_migration", as: Int.self) ?? 0
            return files.filter { $0.number > last }.map(\.name)
        } catch {
            throw MigrationError(error)
        }
    }

    private func applyLocked(
        _ files: [MigrationFile], _ connection: Connection, _ progress: (String) -> Void
    ) throws -> [String] {
        try connection.script("""
            CREATE TABLE IF NOT EXISTS schema_migration (
                number     integer     PRIMARY KEY,
                name       text        NOT NULL,
                checksum   bytea       NOT NULL CHECK (octet_length(checksum) = 32),
                applied_at timestamptz NOT NULL DEFAULT now()
            )
            """)
        let applied = try connection.rows(
            "SELECT number, name, checksum FROM schema_migration ORDER BY number", as: AppliedMigration.self)
        if let unknown = applied.first(where: { row in !files.contains { $0.number == row.number } }) {
            throw MigrationError(
                .missing, file: unknown.name, "was applied to this database but is not in \(directory)")
        }
        var names: [String] = []
        for file in files {
            let text = try file.text()
            let checksum: [UInt8] = try connection.value("SELECT sha256(\(Array(text.utf8)))") ?? []
            if let row = applied.first(where: { $0.number == file.number }) {
                try check(file, checksum, against: row)
            } else {
                progress(file.name)
                try apply(file, text, checksum, connection)
                names.append(file.name)
            }
        }
        return names
    }

    private func check(
        _ file: MigrationFile, _ checksum: [UInt8], against row: AppliedMigration
    ) throws(MigrationError) {
        guard row.name == file.name else {
            throw MigrationError(.changed, file: file.name, "was applied under the name \(row.name)")
        }
        guard row.checksum == checksum else {
            throw MigrationError(
                .changed, file: file.name,
                "was changed after it was applied; put it back and write a new one")
        }
    }

    private func apply(
        _ file: MigrationFile, _ text: String, _ checksum: [UInt8], _ connection: Connection
    ) throws {
        do {
            try connection.transaction {
                // While a migration waits for a busy table, every later reader of it waits too.
                try connection.script("SET LOCAL lock_timeout = '10s'")
                let outcome = try connection.runScript(text)
                if let failure = outcome.failure {
                    throw MigrationError(failure, in: file, text: text, done: outcome.commands.count)
                }
                guard connection.isInTransaction else {
                    throw MigrationError(.refused, file: file.name, "ends the transaction it runs in")
                }
                try connection.execute("""
                    INSERT INTO schema_migration (number, name, checksum)
                    VALUES (\(file.number), \(file.name), \(checksum))
                    """)
            }
        } catch {
            throw Self.named(error, file: file.name)
        }
    }

    private static func named(_ error: any Error, file: String? = nil) -> MigrationError {
        switch error {
        case let error as MigrationError: error
        case let error as PostgresError: MigrationError(error, file: file)
        default: MigrationError(.database, file: file, "\(error)")
        }
    }

    /// The key of the lock, one for each schema, so that tests in different schemas do not wait.
    private static var lockKey: SQL {
        "hashtextextended('schema_migration of ' || coalesce(current_schema(), ''), 0)"
    }
}

private struct AppliedMigration: RowDecodable {
    let number: Int, name: String, checksum: [UInt8]
    init(_ row: Row) throws(PostgresError) {
        number   = try row["number"]
        name     = try row["name"]
        checksum = try row["checksum"]
    }
}

extension Connection {
    /// Restores the state of the connection, or closes it if that fails.
    fileprivate func restoreOrClose(_ restore: (Connection) throws -> Void) {
        do { try restore(self) } catch { libpq.close() }
    }
}

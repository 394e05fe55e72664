import ArgumentParser
import FeatureKit
import Postgres

/// Brings the database to this release's shape.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Applies the migrations of JADWAL_MIGRATIONS that the database lacks.",
        discussion: "Each runs in a transaction of its own. Running it twice, or on two hosts at once, is harmless.")

    func run() throws {
        let config = try readConfig()
        let connection = try Connection(DatabaseSettings(conninfo: config.database, applicationName: "jadwal-migrate"))
        let applied = try MigrationRunner(directory: config.migrations).apply(connection) { print("applying \($0)") }
        print(applied.isEmpty ? "the database is up to date" : "applied \(applied.count)")
    }
}

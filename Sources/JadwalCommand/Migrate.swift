import ArgumentParser
import Places
import Postgres
import Runtime
import Storage
import Templates

/// The command that applies this release's migrations to the database.
struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Applies the migrations of JADWAL_MIGRATIONS that the database lacks.",
        discussion: """
            Each runs in a transaction of its own. Then the cities of JADWAL_CITIES are filled in, if the \
            files are not those of the last time. Running it twice, or on two hosts at once, is harmless.
            """)

    func run() throws {
        let config = try readConfig()
        let connection = try Connection(DatabaseSettings(conninfo: config.database, applicationName: "jadwal-migrate"))
        let applied = try MigrationRunner(directory: config.migrations).apply(connection) { print("applying \($0)") }
        print(applied.isEmpty ? "the database is up to date" : "applied \(applied.count)")
        let seed = try CitySeed(directory: config.cities)
        if let count = try seed.fill(Store(connection: connection), zones: TimeZones(), unpack: unpacked) {
            print("filled in \(count) cities")
        }
    }
}

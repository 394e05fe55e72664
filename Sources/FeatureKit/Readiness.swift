import Postgres
import Storage

extension App {
    /// The migrations that the database still lacks.
    public func pendingMigrations() throws -> [String] {
        try MigrationRunner(directory: config.migrations).pending(try store.connection)
    }

    /// `/metrics` as Prometheus reads it.
    public func metricsText() throws -> String {
        shared.metrics.text(gauges: shared.gauges() + [("jobs_waiting", try store.waitingJobs())])
    }
}

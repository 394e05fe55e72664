import Postgres
import Storage

extension App {
    /// The migrations that the database still lacks.
    public func pendingMigrations() throws -> [String] {
        try MigrationRunner(directory: config.migrations).pending(try store.connection)
    }

    /// `/metrics` as Prometheus reads it; without the database's figures while that is away.
    public func metricsText() -> String {
        var figures = shared.gauges()
        do {
            figures += [("jobs_waiting", try store.waitingJobs()), ("database_up", 1)]
            let chats = try store.chatCounts()
            figures += [
                ("chats_waiting", chats.waiting), ("chats_oldest_seconds", Int(chats.oldestSeconds)),
                ("chats_given_up", chats.givenUp), ("chat_messages_kept", chats.messages),
                ("chat_messages_refused", chats.refused), ("chats_read_total", chats.read),
                ("chats_failed_total", chats.failed),
            ]
            let outside = try store.sourceCounts()
            figures += [
                ("outside_addresses", outside.sources), ("outside_subscriptions", outside.subscriptions),
                ("outside_failing", outside.failing), ("outside_held", outside.held),
                ("outside_oldest_seconds", outside.oldestSeconds),
            ]
            figures += Dictionary(try store.failingHosts().map { ($0.problem, $0.count) }, uniquingKeysWith: +)
                .sorted { $0.key < $1.key }
                .map { ("outside_failing_\($0.key.replacing("-", with: "_"))", $0.value) }
            figures += try store.countAgreements().map { ("agreements_\($0.state.rawValue)", $0.count) }
        } catch {
            figures.append(("database_up", 0))
        }
        return shared.metrics.text(gauges: figures)
    }
}

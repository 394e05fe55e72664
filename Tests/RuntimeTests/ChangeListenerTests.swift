import Glibc
import Logging
import Postgres
import Runtime
import Storage
import Synchronization
import TestSupport
import Testing

@Suite("Listening for changes")
struct ChangeListenerTests {
    private final class Heard: Sendable {
        let events = Mutex<[String]>([])
        func add(_ event: String) { events.withLock { $0.append(event) } }
        var all: [String] { events.withLock { $0 } }
    }

    private struct NeverHeard: Error {
        let events: [String]
    }

    /// Waits at most ten seconds: a lost connection is replaced after a tenth of a second.
    private func wait(for last: [String], _ heard: Heard) throws {
        for _ in 1...10_000 {
            if heard.all.suffix(last.count) == last[...] { return }
            usleep(1_000)
        }
        throw NeverHeard(events: heard.all)
    }

    @Test("receives committed announcements, and says when it cannot; a new connection listens again")
    func life() throws {
        let database = try TestDatabase.migrated()
        let store = Store(connection: try database.connect())
        let heard = Heard(), log = CapturedLog()
        let channel = "test_\(UInt32.random(in: 0...UInt32.max))"
        var settings = database.settings
        settings.applicationName = channel
        let listener = ChangeListener(settings, channels: [channel], log: Logger(label: "test") { _ in log })
        let thread = try Background {
            listener.run(until: { heard.all.contains("heard end") }, listening: { heard.add("listening \($0)") }) {
                heard.add("heard \($0.payload)")
            }
        }
        try wait(for: ["listening true"], heard)
        struct Undone: Error {}
        #expect(throws: Undone.self) {
            try store.transaction {
                try store.connection.notify(channel, "undone")
                throw Undone()
            }
        }
        try store.connection.notify(channel, "one")
        try wait(for: ["heard one"], heard)
        try store.connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = \(channel)")
        try wait(for: ["listening false", "listening true"], heard)
        try store.connection.notify(channel, "end")
        try thread.value()
        #expect(heard.all == [
            "listening true", "heard one", "listening false", "listening true", "heard end", "listening false",
        ])
    }
}

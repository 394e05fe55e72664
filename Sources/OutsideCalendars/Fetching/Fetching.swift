import Logging
import Postgres
package import Runtime
import Storage
import System
import WebClient

// - Fetching.swift: `OutsideRunner`, the thread that fetches. FetchSource.swift: one fetch. FetchProblem.swift: its
//   failures. Intervals.swift: the time until the next.
// - OutsideAnswer.swift and OutsideEntry.swift: an answer cut into entries, with digests that find what changed.
// - ApplyAnswer.swift: its way into a calendar. AddressSeal.swift: the encryption of addresses.
// - OwnCalendar.swift: published calendars of this installation, which are read without a fetch.

/// The loop of a thread that fetches what is outside.
///
/// Several threads and processes may run it. A slow host holds up its own fetches, never a mail.
package final class OutsideRunner {
    private let app: App
    private let client: GuardedClient
    private var lastAdoption: UInt64?

    /// The time for which a source belongs to the worker that claimed it: a fetch, and what it writes.
    private static let leaseSeconds = 300
    private static let perHostAndMinute = 60
    private static let adoptionSeconds: UInt64 = 30

    package init(_ app: App) {
        self.app = app
        client = GuardedClient(app.config)
    }

    /// Runs until `shouldStop` returns true, and continues after every loss of the database.
    package func run(until shouldStop: () -> Bool) {
        // A source that is due may wait for its host, so the next moment to look is not known.
        app.work(announcedOn: Store.outsideChannel, until: shouldStop, next: runNext) { _ in nil
        } failed: { error in
            app.log.error("outside", metadata: ["reason": "\(error)"])
        }
    }

    /// Does the next piece of work.
    ///
    /// - Returns: false if nothing is due.
    package func runNext() throws -> Bool {
        let hasMore = try adopt()
        let store = try app.store
        guard let source = try store.claimSource(
            leaseSeconds: Self.leaseSeconds, perHostAndMinute: Self.perHostAndMinute)
        else { return hasMore }
        do {
            try FetchSource(app: app, client: client, source: source).run()
        } catch {
            // A fault in one answer must not come again at once and for ever.
            if !store.connection.isBroken {
                try store.noteFailure(
                    FetchProblem.fault.rawValue, of: source.id,
                    nextAfterSeconds: Intervals.afterFailure(.fault, failures: source.failures, retryAfter: nil))
            }
            throw error
        }
        return true
    }

    /// Subscribes what programs made, at intervals.
    private func adopt() throws -> Bool {
        let now = Monotonic.nanoseconds()
        if let last = lastAdoption, now - last < Self.adoptionSeconds * 1_000_000_000 { return false }
        guard try app.adoptProgramSubscriptions() else {
            lastAdoption = now
            return false
        }
        return true
    }
}

extension GuardedClient {
    /// Makes the client of the settings.
    package init(_ config: Config) {
        self.init(
            NetworkGuard(allowing: config.outsideNetworks.compactMap { NetworkPrefix($0) }), ports: config.outsidePorts,
            caFile: config.outsideCAFile.isEmpty ? nil : config.outsideCAFile,
            proxy: config.outsideProxy.isEmpty ? nil : config.outsideProxy)
    }
}

public import Postgres
public import Storage
import System

/// A thread's connection, replaced between requests when it breaks.
///
/// While the database cannot be reached, requests are refused at once. After each failed attempt to connect
/// there is a pause, 0.1 s at first and at most 3 s. No thread waits for its end.
public final class Database {
    private let settings: DatabaseSettings
    private var current: Store?
    private var failures = 0
    private var nextAttempt: UInt64 = 0

    public init(_ settings: DatabaseSettings) {
        self.settings = settings
    }

    /// Creates a database that is already connected, for tests and commands.
    public init(_ store: Store, _ settings: DatabaseSettings) {
        current = store
        self.settings = settings
    }

    /// - Throws: `Refusal.unavailable` if there is no connection and none could be made now.
    public func store() throws -> Store {
        if let current, !current.connection.isBroken { return current }
        current = nil
        guard Monotonic.nanoseconds() >= nextAttempt else { throw Refusal.unavailable(seconds: 2) }
        do {
            let store = Store(connection: try Connection(settings))
            current = store
            failures = 0
            return store
        } catch {
            failures += 1
            nextAttempt = Monotonic.nanoseconds() + UInt64(Self.pauseMilliseconds(failures: failures)) * 1_000_000
            throw DatabaseUnreachable(cause: error)
        }
    }

    /// Returns the pause before the next attempt, after a number of failures without a success between them:
    /// 0.1 s after the first, twice as long after each further one, at most 3 s.
    static func pauseMilliseconds(failures: Int) -> Int {
        min(3_000, 100 << min(failures - 1, 5))
    }

    /// Finds out whether the server has closed the connection since the last request, so that this
    /// one begins with a new connection instead of failing.
    package func beginRequest() {
        current?.connection.detectLoss()
    }

    /// Nanoseconds spent waiting for the database since the connection was made.
    package var waited: UInt64 { current?.connection.databaseNanoseconds ?? 0 }
}

/// The first failure of a series to reach the database; logged, then answered like
/// `Refusal.unavailable`.
package struct DatabaseUnreachable: Error {
    package let cause: PostgresError
}

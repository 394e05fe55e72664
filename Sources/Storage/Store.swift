/// Every SQL statement of Jadwal, typed on both sides.
///
/// A file is named for what its queries return. Statements with `now()` follow the database's clock. It decides when
/// sessions, links, limits and jobs end, and which rows are too old: a host with a wrong clock changes none of these.
///
/// The days of feeds follow the clock of the machine that asks. Their moments are parameters (`at`, `before`).
public import CivilTime
import Glibc
public import Postgres

/// The queries, on the one connection of a thread.
public final class Store {
    public let connection: Connection

    public init(connection: Connection) {
        self.connection = connection
    }

    /// Runs `body` in a transaction; inside another one, in a savepoint of it.
    ///
    /// A transaction that lost against another one, for example in a deadlock, waits 5 to 25 ms and is run once more
    /// from its start. So the body may run twice, and must change only the database: it writes no log line, sends no
    /// mail and sets no variable outside of it.
    ///
    /// - Throws: what `body` throws, after everything it wrote was rolled back.
    public func transaction<T>(_ body: () throws -> T) throws -> T {
        try retrying { try connection.transaction(body) }
    }

    /// Runs a transaction in two round trips, as `Connection.transaction(_:then:)` does, and once more if it lost
    /// against another one. So `decide` may run twice.
    func transaction<First, Last>(
        _ first: (inout Pipeline) throws(PostgresError) -> First,
        then decide: (First) throws -> ((inout Pipeline) throws(PostgresError) -> Last)?
    ) throws -> Last? {
        try retrying { try connection.transaction(first, then: decide) }
    }

    /// Runs a transaction, and once more if it lost against another one.
    private func retrying<T>(_ transaction: () throws -> T) throws -> T {
        // A savepoint is not enough: the whole transaction lost its view of the rows, or its locks.
        guard !connection.isInsideTransaction else { return try transaction() }
        do {
            return try transaction()
        } catch let error as PostgresError where error.isRetryable && !connection.isBroken {
            // The winner of a deadlock needs a moment to wake. Run again at once, this one could take a row that
            // the winner waits for, and lose once more. No lock is held meanwhile. The length is random, so that two
            // losers do not meet again.
            if error.hasLost { usleep(.random(in: 5_000...25_000)) }
            return try transaction()
        }
    }

    /// The channel on which Postgres announces each customer who changed, by a trigger: the payload is the
    /// customer's id. The end of a session or of a device's password is such a change, too.
    public static let accountChannel = "account"

    /// Returns the present moment by the database's clock, not the moment at which the transaction began.
    public func databaseNow() throws(PostgresError) -> Instant {
        let now: Instant? = try connection.value("SELECT clock_timestamp()")
        guard let now else { throw .decoding("clock_timestamp() returned no row") }
        return now
    }

    /// Returns the seconds by which the database's clock is ahead of a moment, negative if it is behind.
    /// Used by `jadwal doctor`.
    public func secondsAhead(of moment: Instant) throws(PostgresError) -> Double {
        Double(try databaseNow().microsecondsSince1970 - moment.microsecondsSince1970) / 1_000_000
    }
}

import Glibc
public import Logging
public import Postgres
import Storage

/// A listener, on a connection of its own, to the announcements of transactions on channels.
///
/// A connection that is lost without notice would announce nothing. So it has to answer every few
/// seconds, and a change goes unnoticed for at most that long.
public struct ChangeListener: Sendable {
    private let settings: DatabaseSettings
    private let channels: [String]
    private let log: Logger

    /// - Parameter channels: names as `Connection.listen` takes them.
    public init(_ settings: DatabaseSettings, channels: [String], log: Logger) {
        self.settings = settings
        self.channels = channels
        self.log = log
    }

    /// Listens until `shouldStop` returns true, and again after every loss of the database.
    ///
    /// - Parameters:
    ///   - listening: called with true when announcements are received from now on, with false when they stop.
    ///   - changed: called with each announcement.
    public func run(until shouldStop: () -> Bool, listening: (Bool) -> Void, changed: (Notification) -> Void) {
        var failures = 0
        while !shouldStop() {
            let heard = Result { () throws(PostgresError) in
                let connection = try Connection(settings)
                for channel in channels { try connection.listen(channel) }
                listening(true)
                failures = 0
                while !shouldStop() {
                    if let announcement = try connection.waitForNotification(milliseconds: Self.proofMilliseconds) {
                        changed(announcement)
                    } else {
                        try connection.execute("SELECT 1")
                    }
                }
            }
            listening(false)
            guard case .failure(let error) = heard else { return }
            // Logged once a series of failures: requests log the loss of their own connections.
            if failures == 0 { log.warning("changes unheard", metadata: ["reason": "\(error)"]) }
            failures += 1
            // Three seconds at most, well within what UInt32 counts in microseconds.
            usleep(UInt32(Database.pauseMilliseconds(failures: failures)) * 1_000)
        }
    }

    private static let proofMilliseconds = 3_000
}

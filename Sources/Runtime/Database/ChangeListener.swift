public import Logging
public import Postgres
import Glibc
import Storage

/// Listens, on a connection of its own, to what transactions announce through channels.
///
/// A connection that died without a word would announce nothing: every few seconds it has to
/// answer, so a change can go unheard for that long at most.
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

    /// Listens until told to stop, through every loss of the database.
    ///
    /// - Parameters:
    ///   - listening: told `true` when announcements will be heard from now on, `false` when not.
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
            // Said once a series: the requests say the same of their own connections.
            if failures == 0 { log.warning("changes unheard", metadata: ["reason": "\(error)"]) }
            failures += 1
            // Three seconds at most, well within what UInt32 counts in microseconds.
            usleep(UInt32(Database.pauseMilliseconds(failures: failures)) * 1_000)
        }
    }

    private static let proofMilliseconds = 3_000
}

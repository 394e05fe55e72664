import Glibc
import Postgres
package import Storage

extension App {
    /// Runs the loop of a worker's thread until `shouldStop` returns true: does what is due, then waits for a
    /// notification or for the next piece of work. It continues after every loss of the database.
    ///
    /// - Parameters:
    ///   - channel: the channel that announces work.
    ///   - next: does one piece of work; false if none is due.
    ///   - secondsUntilNext: the seconds until the next piece of work is due; nil if none waits.
    ///   - failed: writes a fault to the log. A refusal, as while the database is away, is none.
    package func work(
        announcedOn channel: String, until shouldStop: () -> Bool, next: () throws -> Bool,
        secondsUntilNext: (Store) throws -> Double?, failed: (any Error) -> Void
    ) {
        var listening: Store?
        while !shouldStop() {
            do {
                let store = try store
                if listening !== store {
                    try store.connection.listen(channel)
                    listening = store
                }
                while !shouldStop(), try next() {}
                try store.waitForWork(seconds: secondsUntilNext(store))
            } catch {
                if !(error is Refusal) { failed(error) }
                // Mostly the database is away. The thread neither asks nor logs without a pause.
                usleep(200_000)
            }
        }
    }
}

extension Store {
    /// Waits for a notification, or until the next piece of work is due; nil if none waits.
    ///
    /// Half a second at most: a signal to stop is noticed as soon as a person expects.
    func waitForWork(seconds: Double?) throws(PostgresError) {
        _ = try connection.waitForNotification(milliseconds: Int(min(0.5, max(seconds ?? 0.5, 0.01)) * 1_000))
    }
}

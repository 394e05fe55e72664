import Logging
import Runtime
import Storage

/// Removes what is kept no longer; `RetentionRule` in Storage lists what that is.
enum Retention {
    /// Few enough for about a second, so that mails need not wait.
    private static let mostBatches = 50

    /// Removes a piece of what is kept no longer.
    ///
    /// The database's clock decides. Where this machine's is far from it, one of the two is wrong and
    /// nothing is removed: what was deleted a year too early cannot be brought back.
    ///
    /// - Returns: true if there is more to remove at once.
    static func purge(_ app: App) throws -> Bool {
        do {
            try app.checkClocks(mostSeconds: Clocks.mostSecondsForWork)
        } catch let error as ClocksApart {
            app.log.error("purge refused", metadata: ["reason": "\(error)"])
            return false
        }
        let report = try app.store.purge(mostBatches: mostBatches)
        if !report.rows.isEmpty {
            app.log.info("purge", metadata: report.rows.mapValues { "\($0)" })
        }
        return report.hasMore
    }
}

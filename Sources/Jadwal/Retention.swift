import Logging
import Runtime
import Storage

/// The deletion of data that is too old to be kept. `RetentionRule` in Storage lists that data.
enum Retention {
    /// So few that they take about a second and mails do not wait.
    private static let mostBatches = 50

    /// Deletes a part of the data that is too old.
    ///
    /// The database's clock decides. If this machine's clock differs from it too much, one of the two is wrong and
    /// nothing is deleted: data that is deleted a year too early is lost.
    ///
    /// - Returns: true if there is more to delete at once.
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

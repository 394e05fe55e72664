import Logging

/// The limits on the difference between this machine's clock and the database's.
///
/// Above them one of the two clocks is wrong, and it is not known which. The database's clock decides which rows are
/// too old. This machine's clock decides which past days of a timetable are. What is deleted too early is lost.
package enum Clocks {
    /// The greatest difference, in seconds, at which the worker still deletes old rows and renders feeds in advance.
    package static let mostSecondsForWork = 60.0
    /// The greatest difference, in seconds, at which feeds are still rendered. A timetable keeps two more past days
    /// than a feed shows, so rendering a day too early deletes nothing that is shown.
    package static let mostSecondsForRendering = 86_400.0
}

/// This machine's clock and the database's are too far apart.
public struct ClocksApart: Error, CustomStringConvertible {
    let seconds: Double

    public var description: String {
        "the clocks of this machine and of the database are \(Int(min(seconds, 1e12))) seconds apart"
    }
}

extension App {
    /// Compares this machine's clock with the database's.
    ///
    /// - Throws: `ClocksApart` if this machine's clock and the database's are further apart than `mostSeconds`.
    package func checkClocks(mostSeconds: Double) throws {
        let seconds = try secondsFromDatabase()
        guard seconds <= mostSeconds else { throw ClocksApart(seconds: seconds) }
    }

    /// Returns true if the clocks differ by at most a minute, so that a chore may run; otherwise logs why not.
    package func allowsChore(_ name: String) throws -> Bool {
        do {
            try checkClocks(mostSeconds: Clocks.mostSecondsForWork)
            return true
        } catch let error as ClocksApart {
            log.error("chore refused", metadata: ["chore": "\(name)", "reason": "\(error)"])
            return false
        }
    }
}

import CivilTime
import Logging
package import Runtime
import Storage
import System

/// The loop of a thread that sends notices: decide about one that is due, send pushes, wait for the next.
///
/// Several threads and processes may run it. A slow push service holds up its own pushes, never a mail.
package final class NoticeRunner {
    private let app: App
    private let sender: PushSender
    private let connections: PushConnections
    private var lastUpkeep = Monotonic.nanoseconds()

    private static let upkeepSeconds: UInt64 = 3_600

    package init(_ app: App, apple: AppleSettings?) {
        self.app = app
        connections = PushConnections(app.config)
        sender = PushSender(app, apple: apple, connections)
    }

    /// Runs until `shouldStop` returns true, and continues after every loss of the database.
    package func run(until shouldStop: () -> Bool) {
        app.work(announcedOn: Store.noticeChannel, until: shouldStop, next: runNext) { _ in
            keepConnections()
            return try app.nextNoticeWork().map {
                Double($0.microsecondsSince1970 - app.now().microsecondsSince1970) / 1_000_000
            }
        } failed: { error in
            app.log.error("notices", metadata: ["reason": "\(error)"])
        }
    }

    /// Does the next piece of work.
    ///
    /// - Returns: false if nothing is due.
    package func runNext() throws -> Bool {
        // A decision is quick, and what it sends is tried in turn with what waits.
        let noted = try app.noteReminders(), decided = try app.decideNextNotice(), sent = try sender.sendNext()
        return noted || decided || sent
    }

    private func keepConnections() {
        let now = Monotonic.nanoseconds()
        guard now - lastUpkeep >= Self.upkeepSeconds * 1_000_000_000 else { return }
        lastUpkeep = now
        connections.keep()
    }
}

import Logging
import Postgres
import Storage
import System

/// Work that is repeated at an interval, and not because somebody asked for something.
///
/// Only one worker does it at a time. A worker may die half-way, so it must be harmless to do it twice;
/// each chore says why it is.
public struct Chore: Sendable {
    /// The name for the log and the lock, as in `prayer.renew`.
    let name: String
    /// The interval, on the clock of `Monotonic`. A worker does every chore once when it starts.
    let everySeconds: Int
    /// The function that does a piece of the work, about one second of it, so that mails need not wait.
    ///
    /// It returns true if there is more to do at once.
    let run: @Sendable (App) throws -> Bool

    public init(_ name: String, everySeconds: Int, run: @escaping @Sendable (App) throws -> Bool) {
        self.name = name
        self.everySeconds = everySeconds
        self.run = run
    }
}

/// The chores of one worker thread, and the moment at which each was last done, on the clock of `Monotonic`.
final class ChoreRunner {
    private let chores: [Chore]
    private let app: App
    private var lastDone: [String: UInt64] = [:]

    init(_ chores: [Chore], _ app: App) {
        self.chores = chores
        self.app = app
    }

    /// Does a piece of every chore that is due.
    ///
    /// A chore that fails is logged and waits for its next time; jobs go on.
    ///
    /// - Returns: true if one of them has more to do at once.
    /// - Throws: an error if the connection was lost.
    func runDue(_ store: Store) throws -> Bool {
        var hasMore = false
        for chore in chores where isDue(chore) {
            let outcome = Result { try runAlone(chore, store) }
            switch outcome {
            case .success(true):
                hasMore = true
                continue
            case .success(false): break
            case .failure(let error as PostgresError) where error.isConnectionLost: throw error
            case .failure(let error): app.log.error("chore fault", metadata: ["chore": "\(chore.name)", "reason": "\(error)"])
            }
            lastDone[chore.name] = Monotonic.nanoseconds()
        }
        return hasMore
    }

    private func isDue(_ chore: Chore) -> Bool {
        guard let last = lastDone[chore.name] else { return true }
        return Monotonic.nanoseconds() - last >= UInt64(chore.everySeconds) * 1_000_000_000
    }

    /// - Returns: false if it is done, or if another worker is doing it.
    private func runAlone(_ chore: Chore, _ store: Store) throws -> Bool {
        guard try store.lockChore(chore.name) else { return false }
        let outcome = Result { try chore.run(app) }
        // A broken connection has already lost the lock.
        if !store.connection.isBroken { try store.unlockChore(chore.name) }
        return try outcome.get()
    }
}

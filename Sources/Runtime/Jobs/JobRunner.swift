import Glibc
import Logging
import Postgres
import Storage
import System
import Templates

/// The loop of a worker thread: claim, run, note how it ended, do chores, wait to be woken.
public final class JobRunner {
    private let kinds: [String: JobKind]
    /// The kinds that this runner takes, lane by lane.
    private let lanes: [[String]]
    private let app: App
    private let database: Database
    private var worker: Int?
    private let chores: ChoreRunner

    /// - Parameter lanes: the lanes that this runner takes jobs from.
    public init(_ kinds: [JobKind], lanes: [Lane] = Lane.allCases, chores: [Chore] = [], _ app: App) {
        self.chores = ChoreRunner(chores, app)
        self.kinds = Dictionary(uniqueKeysWithValues: kinds.map { ($0.kind, $0) })
        self.lanes = lanes.map { lane in kinds.filter { $0.lane == lane }.map(\.kind) }.filter { !$0.isEmpty }
        self.app = app
        database = app.database
    }

    /// Runs until `shouldStop` returns true, and continues after every loss of the database.
    public func run(until shouldStop: () -> Bool) {
        while !shouldStop() {
            do {
                let store = try connectedStore()
                while !shouldStop(), try runNext() {}
                if try chores.runDue(store) { continue }
                try store.waitForWork(seconds: store.secondsUntilNextJob(kinds: lanes.flatMap(\.self)))
            } catch {
                if !(error is Refusal) { app.log.error("worker", metadata: ["reason": "\(error)"]) }
                pause(milliseconds: 200)
            }
        }
    }

    /// Runs the job that waits longest.
    ///
    /// - Returns: false if none is due.
    public func runNext() throws -> Bool {
        let store = try connectedStore()
        // Kinds of a newer release wait for its worker.
        guard let worker, let row = try claim(worker, store), let kind = kinds[row.kind] else {
            return false
        }
        if row.claims > Self.claimLimit {
            try setAside(row, kind)
            return true
        }
        let job: any Job
        do {
            job = try kind.read(row.parameters)
        } catch {
            app.log.error("job", metadata: ["job": "\(row.id)", "kind": "\(row.kind)", "outcome": "unreadable"])
            let reason = "its parameters are not of this release"
            if row.isTooLate {
                try store.finish(row.id, .expired, reason: reason)
            } else {
                try retry(row, reason: reason)
            }
            return true
        }
        if row.isTooLate {
            try end(row, job, .expired, reason: nil)
            return true
        }
        do {
            try job.run(JobContext(row: row, language: Language(rawValue: row.language) ?? .english), app)
            try end(row, job, .done, reason: nil)
        } catch let error as DeliveryError {
            switch error {
            case .refused(let reason): try end(row, job, .refused, reason: reason)
            case .unknown(let reason) where row.uncertain >= 1: try end(row, job, .unknown, reason: reason)
            case .temporary(let reason), .unknown(let reason): try retry(row, reason: reason)
            }
        } catch let error as PostgresError where error.isConnectionLost {
            throw error
        } catch {
            app.log.error("job fault", metadata: ["job": "\(row.id)", "kind": "\(row.kind)", "reason": "\(error)"])
            try retry(row, reason: "a fault; see the log")
        }
        return true
    }

    /// Claims the next job: of the first lane that has one, the one that waits longest.
    private func claim(_ worker: Int, _ store: Store) throws -> JobRow? {
        for names in lanes {
            if let row = try store.claimJob(worker: worker, kinds: names) { return row }
        }
        return nil
    }

    /// Does a piece of every chore that is due.
    ///
    /// - Returns: true if there is more to do at once.
    @discardableResult
    public func runChores() throws -> Bool {
        try chores.runDue(connectedStore())
    }

    private func connectedStore() throws -> Store {
        let store = try database.store()
        if worker == nil || store !== registered {
            worker = try store.registerWorker()
            try store.connection.listen(Store.jobChannel)
            registered = store
        }
        return store
    }

    /// The connection that holds this worker's number.
    private var registered: Store?

    private func end(_ row: JobRow, _ job: any Job, _ outcome: JobOutcome, reason: String?) throws {
        let store = try database.store()
        try store.transaction {
            if outcome != .done { try job.ended(outcome, app) }
            try store.finish(row.id, outcome, reason: reason)
        }
        app.log.info("job", metadata: [
            "job": "\(row.id)", "kind": "\(row.kind)", "outcome": "\(outcome.rawValue)", "attempts": "\(row.attempts)",
        ].merging(reason.map { ["reason": "\($0)"] } ?? [:]) { $1 })
    }

    /// The number of claims without an end after which a job is set aside. Each time it ended the worker's
    /// process, or its end could not be written down.
    static let claimLimit = 10

    /// Closes a job whose attempts never end, so that it cannot delay others.
    ///
    /// The first time, the job's own code is called, as after every other end. If that does not end either,
    /// the next claim closes the row without calling it.
    private func setAside(_ row: JobRow, _ kind: JobKind) throws {
        let reason = "set aside: \(Self.claimLimit) attempts came to no end"
        app.log.error("job set aside", metadata: [
            "job": "\(row.id)", "kind": "\(row.kind)", "attempts": "\(row.attempts)", "claims": "\(row.claims)",
        ])
        guard row.claims == Self.claimLimit + 1, let job = try? kind.read(row.parameters) else {
            return try database.store().finish(row.id, .unknown, reason: reason)
        }
        try end(row, job, .unknown, reason: reason)
    }

    /// Gives a job back, to be tried again after 1, 2, 4, … seconds, at most 5 minutes. The time is up to a third
    /// longer or shorter, so that jobs that failed together are not tried again together.
    private func retry(_ row: JobRow, reason: String) throws {
        let base = Double(1 << min(row.attempts - 1, 9))
        let seconds = min(300, base) * Double.random(in: 0.67...1.33)
        try database.store().retry(row.id, afterSeconds: seconds, reason: reason)
        app.log.warning("job", metadata: [
            "job": "\(row.id)", "kind": "\(row.kind)", "outcome": "retry", "attempts": "\(row.attempts)",
            "reason": "\(reason)",
        ])
    }

    private func pause(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        nanosleep(&time, nil)
    }
}

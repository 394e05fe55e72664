import Runtime
import Storage
import System

/// The most that one visit takes. The next one goes on at once.
struct VisitLimits {
    var seconds = 600
    /// The changes of one calendar after which they are stored, before others are asked for.
    var changes = 10_000
}

/// The end of a visit before everything was read. It is no failure of the server.
enum VisitEnd: Error {
    /// The customer left the account, or chose that its calendar is no longer read.
    case left
    case late
}

/// The time of one visit to an account, and its right to go on.
struct Visit {
    let app: App
    let account: OutsideAccountRow
    let limits: VisitLimits
    /// The calendar that is read; nil for requests about the account itself.
    var calendar: RemoteCalendarRow?
    private let began = Monotonic.nanoseconds()

    init(app: App, account: OutsideAccountRow, limits: VisitLimits) {
        self.app = app
        self.account = account
        self.limits = limits
    }

    /// True if what was found has to be stored in the time that is left.
    var isHalfOver: Bool { 2 * passed >= time }

    private var passed: UInt64 { Monotonic.nanoseconds() - began }
    private var time: UInt64 { UInt64(limits.seconds) * 1_000_000_000 }

    /// Keeps the account for this worker.
    ///
    /// - Throws: `VisitEnd.left`.
    func keep() throws {
        let isKept = try app.store.keep(
            account: account.id, of: account.owner, reading: calendar, leaseSeconds: Reading.leaseSeconds)
        guard isKept else { throw VisitEnd.left }
    }

    /// Keeps the account for one more request.
    ///
    /// - Throws: `VisitEnd`.
    func goOn() throws {
        try keep()
        guard passed < time else { throw VisitEnd.late }
    }
}

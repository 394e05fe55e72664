import CivilTime
import Logging
package import Runtime
import Storage

/// The look at links: those under way every few seconds, finished ones every few minutes.
///
/// Doing it twice is harmless: it only writes down what the bridge says.
package enum CheckLinks {
    private static let pairingSeconds = 3, readySeconds = 300, limit = 20
    /// The seconds after which a code is no longer typed.
    private static let patienceSeconds: Int64 = 600

    /// Asks the bridge for the links that are due. A bridge that does not answer is not asked again in this round, so
    /// that it holds up no other work for long.
    ///
    /// - Returns: true if there are more.
    package static func run(_ app: App) throws -> Bool {
        guard let bridge = app.bridge else { return false }
        let rows = try app.store.linksToCheck(
            pairingSeconds: pairingSeconds, readySeconds: readySeconds, limit: limit)
        for row in rows {
            do {
                try record(try bridge.status(of: row.customer.description), row, app)
            } catch let error as BridgeError {
                app.log.warning("link unknown", metadata: ["customer_id": "\(row.customer)", "reason": "\(error)"])
                try postpone(row, app)
                if error.isOfAll { return false }
            } catch let error as VaultError {
                app.log.error("link unknown", metadata: ["customer_id": "\(row.customer)", "reason": "\(error)"])
                try postpone(row, app)
            }
        }
        return rows.count == limit
    }

    private static func record(_ status: BridgeStatus?, _ row: ChatAccountRow, _ app: App) throws {
        guard let status else { return try unknown(row, app) }
        guard let vault = try app.vault(of: row.customer) else { return }
        let name = try status.name.map { try vault.seal($0, .name) }
        func write(_ state: ChatLinkState, _ problem: ChatLinkProblem? = nil, code: [UInt8]? = nil) throws {
            _ = try app.store.recordLink(
                of: row.customer, attempt: row.attempt, state, problem: problem, sealedCode: code, sealedName: name)
        }
        switch status.state {
        case .ready: try write(.ready)
        case .authenticated: try write(.linked)
        case .initializing where isOverdue(row, app), .waitingForPairing where isOverdue(row, app):
            try app.failLink(of: row.customer, attempt: row.attempt, .expired)
        // A bridge that was started again connects its links one after another.
        case .initializing: try postpone(row, app)
        case .waitingForPairing:
            // A bridge makes a new code when the old one is over.
            let shown = try row.sealedCode.map { try vault.open(String.self, $0, .code) }
            let isNew = status.code != nil && status.code?.text != shown
            try write(.waiting, code: isNew ? try status.code.map { try vault.seal($0.text, .code) } : nil)
        // The link still exists, and the bridge connects it again.
        case .disconnected where row.state == .linked || row.state == .ready: try postpone(row, app)
        case .disconnected: try unknown(row, app)
        }
    }

    /// The bridge does not know the customer: nobody typed the code, or the link is lost.
    private static func unknown(_ row: ChatAccountRow, _ app: App) throws {
        switch row.state {
        // The call that begins the link is still under way.
        case .asked where !isTooOld(row, app): try postpone(row, app)
        case .asked, .waiting: try app.failLink(of: row.customer, attempt: row.attempt, .expired)
        case .linked, .ready:
            _ = try app.store.recordLink(of: row.customer, attempt: row.attempt, .lost, problem: .ended)
        case .off, .failed, .lost: try postpone(row, app)
        }
    }

    private static func postpone(_ row: ChatAccountRow, _ app: App) throws {
        try app.store.recordLinkChecked(of: row.customer, attempt: row.attempt)
    }

    /// Returns true for an attempt whose code nobody typed in time.
    private static func isOverdue(_ row: ChatAccountRow, _ app: App) -> Bool {
        (row.state == .asked || row.state == .waiting) && isTooOld(row, app)
    }

    private static func isTooOld(_ row: ChatAccountRow, _ app: App) -> Bool {
        guard let asked = row.askedAt else { return false }
        return app.now().secondsSince1970 - asked.secondsSince1970 > patienceSeconds
    }
}

extension BridgeError {
    /// True if the bridge would answer the next question in the same way.
    fileprivate var isOfAll: Bool {
        switch self {
        case .notAllowed, .unreachable, .timedOut, .secretRefused: true
        case .refused, .unreadable: false
        }
    }
}

import CPostgres
import System

/// What another connection said through `NOTIFY`.
public struct Notification: Hashable, Sendable {
    public let channel: String
    public let payload: String

    public init(channel: String, payload: String) {
        self.channel = channel
        self.payload = payload
    }
}

extension Connection {
    /// Subscribes to a channel until the connection ends; inside a transaction, from its commit.
    ///
    /// - Parameter channel: lower-case letters, digits and underscores, at most 63. It is a name in
    ///   the statement's text, which no value can be bound for.
    public func listen(_ channel: String) throws(PostgresError) {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789_".utf8)
        guard (1...63).contains(channel.utf8.count), channel.utf8.allSatisfy(allowed.contains) else {
            throw .misuse("a channel's name is of lower-case letters, digits and underscores")
        }
        try script("LISTEN \"\(channel)\"")
    }

    /// Tells every listener of a channel; inside a transaction, when it commits and only if it does.
    ///
    /// - Parameter payload: under 8,000 bytes. It passes in the clear to every listener and
    ///   should be no more than a hint to look at a table.
    public func notify(_ channel: String, _ payload: String = "") throws(PostgresError) {
        try execute("SELECT pg_notify(\(channel), \(payload))")
    }

    /// Waits for the next notification of the channels listened to.
    ///
    /// - Returns: nil when the time passed without one.
    /// - Throws: when the connection is lost meanwhile.
    public func waitForNotification(milliseconds: Int) throws(PostgresError) -> Notification? {
        let deadline = Monotonic.deadline(milliseconds: milliseconds)
        while true {
            if let notification = try takeNotification() { return notification }
            guard try libpq.receive(until: deadline) else { return nil }
        }
    }

    private func takeNotification() throws(PostgresError) -> Notification? {
        guard let notice = try PQnotifies(libpq.open()) else { return nil }
        defer { PQfreemem(notice) }
        return Notification(
            channel: String(cString: notice.pointee.relname), payload: String(cString: notice.pointee.extra))
    }
}

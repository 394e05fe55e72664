import CPostgres
import System

/// A message that a connection sent with `NOTIFY`.
public struct Notification: Hashable, Sendable {
    public let channel: String
    public let payload: String
    /// The process of the server whose connection sent it, as `pg_backend_pid()` names it. No server sent one with 0.
    public let sender: Int

    public init(channel: String, payload: String, sender: Int = 0) {
        self.channel = channel
        self.payload = payload
        self.sender = sender
    }
}

extension Connection {
    /// Subscribes to a channel until the connection ends. Inside a transaction this begins with its
    /// commit.
    ///
    /// - Parameter channel: at most 63 lower-case letters, digits and underscores. It becomes part of the
    ///   statement's text, since a name cannot be bound.
    public func listen(_ channel: String) throws(PostgresError) {
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789_".utf8)
        guard (1...63).contains(channel.utf8.count), channel.utf8.allSatisfy(allowed.contains) else {
            throw .misuse("a channel's name has lower-case letters, digits and underscores only")
        }
        try script("LISTEN \"\(channel)\"")
    }

    /// Sends a message to every listener of a channel. Inside a transaction the commit sends it.
    ///
    /// - Parameter payload: under 8,000 bytes. Every listener can read it, so it should be no more than a
    ///   hint to read a table.
    public func notify(_ channel: String, _ payload: String = "") throws(PostgresError) {
        try execute("SELECT pg_notify(\(channel), \(payload))")
    }

    /// Waits for the next notification of the subscribed channels.
    ///
    /// - Returns: nil if none came in time.
    /// - Throws: if the connection is lost.
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
            channel: String(cString: notice.pointee.relname), payload: String(cString: notice.pointee.extra),
            sender: Int(notice.pointee.be_pid))
    }
}

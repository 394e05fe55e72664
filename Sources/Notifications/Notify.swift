package import CivilTime
import HTTP
package import Runtime
import Scheduling
package import Storage

extension App {
    /// Writes down that a customer is to know something. Call it in the transaction that causes it.
    ///
    /// - Parameters:
    ///   - thing: the thing that the notice is about, as a key that is the same in all its notices. A later notice
    ///     replaces the one that a device shows.
    ///   - version: the state of the thing. The same state is announced once, however often this is called.
    ///   - path: the path and query of the page that the notice opens.
    ///   - due: the moment for which it is meant; nil for now.
    /// - Returns: nil if that state was announced already, or if the notice is of no use any longer.
    @discardableResult
    package func notify(
        _ customer: CustomerID, _ kind: NoticeKind, about thing: String, version: String, _ content: NoticeContent,
        opens path: String, due: Instant? = nil
    ) throws -> NoticeID? {
        let now = now(), due = due ?? now
        let usefulUntil = kind.usefulUntil(content, due: due)
        guard usefulUntil > now else { return nil }
        // To keep out of a prayer, a reminder may have to be sent before its time.
        let lookAt = kind.rule.quiet == .movesOutOfPrayers ? max(now, due - QuietTimes.lookAhead) : due
        return try store.insert(NewNotice(
            customer: customer, kind: kind.rawValue, collapseKey: thing, version: version,
            content: try JSON.text(content), path: path, createdAt: now, dueAt: due, usefulUntil: usefulUntil,
            lookAt: lookAt))
    }

    /// Ends what waits to be sent about a thing, because it is gone or solved.
    ///
    /// - Parameter kind: nil for notices of every kind.
    package func withdrawNotices(_ customer: CustomerID, _ kind: NoticeKind? = nil, about thing: String) throws {
        try store.withdrawNotices(of: customer, kind: kind?.rawValue, collapseKey: thing, at: now())
    }
}

/// Returns the path and query of the page of an event.
///
/// - Parameter recurrenceID: the RECURRENCE-ID of the occurrence; nil if the event does not repeat.
package func eventPath(_ calendar: CalendarID, _ segment: String, on recurrenceID: String?) -> String {
    let query = recurrenceID.map { "?on=\(percentEncoded($0))" } ?? ""
    return "/events/\(calendar)/\(percentEncoded(segment))\(query)"
}

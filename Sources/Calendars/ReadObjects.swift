package import DAV
import Runtime
package import Storage

extension CalendarHome {
    /// Returns an object by its address; nil if there is none.
    package func object(at place: ObjectPlace) throws -> ObjectRow? {
        try app.store.object(of: owner, place.calendar, place.segment)
    }

    /// Returns a calendar and one of its objects; nil for each that does not exist.
    package func calendarAndObject(
        at place: ObjectPlace
    ) throws -> (calendar: CalendarRow?, object: ObjectRow?) {
        try app.store.calendarAndObject(of: owner, place.calendar, place.segment)
    }

    /// Returns a calendar, the list of its objects by address, its kept properties, and the octets of all objects of
    /// the customer; nil if there is no calendar.
    package func members(
        of segment: String
    ) throws -> (calendar: CalendarRow, members: [MemberRow], kept: [KeptProperty], usedOctets: Int)? {
        let found = try app.store.calendarAndMembers(of: owner, segment)
        return found.calendar.map { ($0, found.members, found.kept, found.usedOctets) }
    }

    /// Returns a calendar and its objects at these addresses, in any order; nil if there is no calendar.
    package func objects(
        at segments: [String], of segment: String
    ) throws -> (calendar: CalendarRow, objects: [ObjectRow])? {
        let found = try app.store.calendarAndObjects(of: owner, segment, segments)
        guard let calendar = found.calendar else { return nil }
        guard calendar.octetCount > mostAnswerOctets else { return (calendar, found.objects) }
        guard try app.store.octetCount(of: owner, calendar.id, segments) <= mostAnswerOctets
        else { throw Self.answerTooLarge }
        return (calendar, try app.store.objects(of: owner, calendar.id, segments))
    }

    /// The changes of a calendar after a state.
    package struct Changes: Sendable {
        package let calendar: CalendarRow
        /// The state after these changes.
        package let token: SyncToken
        /// In the order in which they happened.
        package let changes: [ChangeRow]
        /// True if there are further changes.
        package let isTruncated: Bool

        package init(calendar: CalendarRow, token: SyncToken, changes: [ChangeRow], isTruncated: Bool) {
            self.calendar = calendar
            self.token = token
            self.changes = changes
            self.isTruncated = isTruncated
        }
    }

    /// Returns the changes of a calendar since a state; nil if there is no calendar.
    ///
    /// - Parameters:
    ///   - token: the state as a program sent it; nil for all objects.
    ///   - limit: the most changes.
    ///   - withOctets: true if the texts are wanted.
    /// - Throws: `valid-sync-token` if the changes since that state are not known.
    package func changes(
        of segment: String, since token: String?, limit: Int?, withOctets: Bool
    ) throws -> Changes? {
        // The counter is read from the token before its epoch is known to be right. A wrong one is refused below.
        let after = token.map { SyncToken($0)?.counter ?? .max }
        let found = try app.store.changes(
            of: owner, segment, after: after, limit: limit.map { $0 == .max ? $0 : $0 + 1 }, withOctets: withOctets)
        guard let calendar = found.calendar else { return nil }
        let current = calendar.syncToken
        _ = try SyncToken.changes(since: token, current: current, oldest: calendar.oldestCounter)
        var part = Array(found.changes.prefix(limit ?? .max))
        if withOctets, calendar.octetCount > mostAnswerOctets { part = try withTexts(part, in: calendar) }
        guard part.count < found.changes.count, let last = part.last
        else { return Changes(calendar: calendar, token: current, changes: part, isTruncated: false) }
        // The rest follows the last change of this part.
        return Changes(
            calendar: calendar, token: SyncToken(epoch: current.epoch, counter: last.counter), changes: part,
            isTruncated: true)
    }
}

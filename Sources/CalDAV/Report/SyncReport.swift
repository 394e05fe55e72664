import Calendars
import DAV
import HTTP
import Runtime
import Storage
import XML

extension CalendarServer {
    /// Answers with the changes of a calendar since a state (RFC 6578 §3.2).
    static func synchronize(_ sync: SyncCollection, _ visit: DeviceVisit, _ app: App) throws -> Response {
        guard case .calendar(let segment) = visit.address else { throw notOffered }
        guard !sync.isInfinite else {
            throw DAVError(.syncTraversalSupported, "a calendar has no collections inside")
        }
        let calendars = visit.calendars(app)
        guard let changes = try visit.reader(app, segment).changes(
            since: sync.token, limit: sync.limit, withOctets: sync.data != nil)
        else { throw Refusal.notFound }
        let collection = Href.home(calendars.customer.id).appending(segment, isCollection: true)
        let members = MemberWriter(
            sync.properties, PropertyWriter(calendars), changes.calendar, at: collection, visit.preferences)
        var data = sync.data.map { ObjectData($0, in: changes.calendar, calendars) }
        let size = changes.changes.reduce(1_024) { $0 + 300 + ($1.octets?.count ?? 0) }
        var writer = XMLWriter.dav(reserving: size)
        try writer.document("d:multistatus") { writer throws(DAVError) in
            var end = End(token: changes.token, isTruncated: changes.isTruncated, length: writer.bytes.count)
            for (index, change) in changes.changes.enumerated() {
                if let member = change.member {
                    members.write(member, to: &writer) { writer in
                        if let octets = change.octets { data?.write(octets, nil, to: &writer) }
                    }
                } else {
                    writer.response(collection.appending(change.segment).text, .notFound)
                }
                if writer.isFull || writer.bytes.count > mostSyncOctets {
                    end = try End(cutting: changes, before: index, at: end.length)
                    writer.discard(to: end.length)
                    break
                }
                end.length = writer.bytes.count
            }
            if end.isTruncated {
                writer.response(
                    collection.text, .insufficientStorage, .numberOfMatchesWithinLimits,
                    description: "There are more changes.")
            }
            writer.syncToken(end.token)
        }
        return try .multiStatus(writer, visit.preferences)
    }

    /// The octets of changes in one answer, which leave room for its end.
    private static let mostSyncOctets = XMLWriter.mostOctets - 4_096
}

/// The end of an answer: the state after its last change.
private struct End {
    let token: SyncToken
    let isTruncated: Bool
    /// The octets that the changes before have taken.
    var length: Int
}

extension End {
    /// Ends an answer before a change that does not fit. The program asks again with the token, and gets the rest.
    ///
    /// - Throws: `number-of-matches-within-limits` if nothing fits, or the change belongs to the same state as the one
    ///   before it.
    init(cutting changes: CalendarHome.Changes, before index: Int, at length: Int) throws(DAVError) {
        guard index > 0, changes.changes[index - 1].counter < changes.changes[index].counter
        else { throw CalendarHome.answerTooLarge }
        let counter = changes.changes[index - 1].counter
        self.init(token: SyncToken(epoch: changes.token.epoch, counter: counter), isTruncated: true, length: length)
    }
}

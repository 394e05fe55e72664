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
        let data = sync.data.map { ObjectData($0, in: changes.calendar, calendars) }
        let size = changes.changes.reduce(1_024) { $0 + 300 + ($1.octets?.count ?? 0) }
        var writer = XMLWriter.dav(reserving: size)
        writer.document("d:multistatus") { writer in
            for change in changes.changes {
                guard let member = change.member else {
                    writer.response(collection.appending(change.segment).text, .notFound)
                    continue
                }
                members.write(member, to: &writer) { writer in
                    if let octets = change.octets { data?.write(octets, nil, to: &writer) }
                }
            }
            if changes.isTruncated {
                writer.response(
                    collection.text, .insufficientStorage, .numberOfMatchesWithinLimits,
                    description: "There are more changes.")
            }
            writer.syncToken(changes.token)
        }
        return .multiStatus(writer.bytes, visit.preferences)
    }
}

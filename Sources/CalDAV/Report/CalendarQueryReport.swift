import Calendars
import DAV
import HTTP
import Runtime
import Storage
import XML

extension CalendarServer {
    /// Answers with the objects of a calendar that pass a filter (RFC 4791 §7.8).
    ///
    /// - Parameter depth: 1 if the request has none, since clients mean the calendar's objects.
    static func calendarQuery(
        _ query: CalendarQuery, depth: Depth, _ visit: DeviceVisit, _ app: App
    ) throws -> Response {
        let calendars = visit.calendars(app)
        let segment: String, only: String?
        switch visit.address {
        case .calendar(let calendar): (segment, only) = (calendar, nil)
        case .object(let place): (segment, only) = (place.calendar, place.segment)
        default: throw notOffered
        }
        let reader = try visit.reader(app, segment)
        guard let found = try reader.find(query, withOctets: query.data != nil) else { throw Refusal.notFound }
        if let only, try reader.object(only) == nil { throw Refusal.notFound }
        // With depth 0 only the calendar itself is examined, which is no object.
        let objects = found.objects.filter { object in
            only.map { $0.utf8.elementsEqual(object.member.segment.utf8) } ?? (depth != .zero)
        }
        let members = MemberWriter(
            query.properties, PropertyWriter(calendars), found.calendar,
            at: .home(calendars.customer.id).appending(segment, isCollection: true), visit.preferences)
        var data = query.data.map { ObjectData($0, floating: found.floating, calendars, found.budget) }
        let size = objects.reduce(1_024) { $0 + 400 + (data == nil ? 0 : $1.member.octetCount) }
        var writer = XMLWriter.dav(reserving: size)
        writer.document("d:multistatus") { writer in
            for object in objects where !writer.isFull {
                members.write(object.member, to: &writer) { writer in
                    if let octets = object.octets { data?.write(octets, object.calendar, to: &writer) }
                }
            }
        }
        return try .multiStatus(writer, visit.preferences)
    }
}

import Calendars
import DAV
import HTTP
import Runtime
import Storage
import XML

extension CalendarServer {
    /// Answers with the objects of a calendar, or of all calendars of the home, that pass a filter (RFC 4791 §7.8).
    ///
    /// - Parameter depth: 1 if the request has none, since clients mean the calendar's objects. At the home that means
    ///   the objects of its calendars, too, although they have depth 2: nothing else there could match.
    static func calendarQuery(
        _ query: CalendarQuery, depth: Depth, _ visit: DeviceVisit, _ app: App
    ) throws -> Response {
        let segments: [String]
        switch visit.address {
        case .home: segments = try visit.segments(app)
        case .calendar(let calendar): segments = [calendar]
        case .object(let place):
            segments = [place.calendar]
            if try visit.reader(app, place.calendar).object(place.segment) == nil { throw Refusal.notFound }
        default: throw notOffered
        }
        var writer = XMLWriter.dav(), budget = RequestBudget()
        try writer.document("d:multistatus") { writer throws in
            for segment in segments where !writer.isFull {
                try write(query, depth, of: segment, visit, app, &budget, to: &writer)
            }
        }
        return try .multiStatus(writer, visit.preferences)
    }

    /// Writes the objects of one calendar that pass.
    private static func write(
        _ query: CalendarQuery, _ depth: Depth, of segment: String, _ visit: DeviceVisit, _ app: App,
        _ budget: inout RequestBudget, to writer: inout XMLWriter
    ) throws {
        let calendars = visit.calendars(app)
        let reader = try visit.reader(app, segment)
        guard let found = try reader.find(query, withOctets: query.data != nil, budget: budget) else {
            // A calendar of the home may have been deleted meanwhile.
            if visit.address == .home { return }
            throw Refusal.notFound
        }
        // With depth 0 only the collection itself is examined, which is no object.
        let objects = found.objects.filter { object in
            guard case .object(let place) = visit.address else { return depth != .zero }
            return place.segment.utf8.elementsEqual(object.member.segment.utf8)
        }
        let members = MemberWriter(
            query.properties, PropertyWriter(calendars), found.calendar,
            at: .home(calendars.customer.id).appending(segment, isCollection: true), visit.preferences)
        var data = query.data.map { ObjectData($0, floating: found.floating, calendars, found.budget) }
        writer.reserve(objects.reduce(1_024) { $0 + 400 + (data == nil ? 0 : $1.member.octetCount) })
        for object in objects where !writer.isFull {
            members.write(object.member, to: &writer) { writer in
                if let octets = object.octets { data?.write(octets, object.calendar, to: &writer) }
            }
        }
        budget = data?.budget ?? found.budget
    }
}

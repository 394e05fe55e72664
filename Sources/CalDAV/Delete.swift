import Calendars
import DAV
package import HTTP
package import Runtime
import Storage

extension CalendarServer {
    /// `DELETE`: removes an object, or a calendar with everything in it (RFC 4918 §9.6).
    package static func delete(_ visit: DeviceVisit, _ app: App) throws -> Response {
        let conditions = try WriteConditions(visit.request.headers)
        let calendars = visit.calendars(app)
        switch visit.address {
        case .object(let place):
            try visit.requireWritable(place.calendar, .unbind)
            try calendars.deleteObject(at: place) { before in
                try conditions.check(before.state(of: visit), other: before.other(visit))
            }
        case .calendar(let segment):
            try visit.requireWritable(segment, .unbind)
            guard try visit.depth(standard: .infinity) == .infinity
            else { throw DAVError(.badRequest, "a calendar is deleted with everything in it") }
            try calendars.delete(segment) { calendar in
                try conditions.check(calendar, at: visit.href)
            }
        case .nothing: throw Refusal.notFound
        case .root, .principals, .principal, .homes, .home:
            throw DAVError(
                .needPrivileges([.unbind], on: visit.href.parent ?? .root), "this collection cannot be deleted")
        }
        return .empty(.noContent)
    }
}

extension WriteConditions {
    /// Checks the conditions of a request about a calendar: it has no entity tag, and its sync token.
    func check(_ calendar: CalendarRow, at href: Href) throws(DAVError) {
        let state = State(entityTag: nil, tokens: [calendar.syncToken.text])
        try check(state) { resource in resource.href == href ? state : State(entityTag: nil) }
    }
}

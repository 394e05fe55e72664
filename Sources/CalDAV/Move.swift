import Accounts
import Calendars
import DAV
package import HTTP
package import Runtime
import Storage

extension CalendarServer {
    /// `MOVE`: gives an object another address, in the same calendar or another one, or a calendar another address in
    /// the home (RFC 4918 §9.9).
    package static func move(_ visit: DeviceVisit, _ app: App) throws -> Response {
        if case .calendar(let segment) = visit.address { return try move(calendar: segment, visit, app) }
        return try transfer(visit, app, isMove: true)
    }

    private static func move(calendar segment: String, _ visit: DeviceVisit, _ app: App) throws -> Response {
        let destination = try Destination(visit.request.headers)
        let target = Address(try destination.href(on: authorities(visit.request, app)), visit.signedIn)
        let conditions = try WriteConditions(visit.request.headers)
        guard try visit.depth(standard: .infinity) == .infinity
        else { throw DAVError(.badRequest, "a calendar is moved with everything in it") }
        try visit.requireWritable(segment, .unbind)
        guard try visit.calendars(app).calendar(segment) != nil else { throw Refusal.notFound }
        guard case .calendar(let other) = target else {
            throw DAVError(.calendarCollectionLocationOK, "calendars are moved within the customer's own home")
        }
        guard !other.utf8.elementsEqual(segment.utf8)
        else { throw DAVError(.forbidden, "source and destination are the same") }
        do {
            try visit.calendars(app).move(segment, to: other) { try conditions.check($0, at: visit.href) }
        } catch CalendarRefusal.addressTaken where !destination.isOverwriteAllowed {
            throw DAVError(.preconditionFailed, "there is a calendar at the destination")
        }
        var response = Response.empty(.created)
        response.headers["Location"] = target.href(of: visit.signedIn.customer.id).text
        return response
    }

    /// `COPY`: stores an object at a second address (RFC 4918 §9.8). In the same calendar its UID is taken.
    package static func copy(_ visit: DeviceVisit, _ app: App) throws -> Response {
        try transfer(visit, app, isMove: false)
    }

    private static func transfer(_ visit: DeviceVisit, _ app: App, isMove: Bool) throws -> Response {
        let destination = try Destination(visit.request.headers)
        let href = try destination.href(on: authorities(visit.request, app))
        let conditions = try WriteConditions(visit.request.headers)
        let target = Address(href, visit.signedIn)
        switch visit.address {
        case .object: break
        case .nothing: throw Refusal.notFound
        default: throw DAVError(.forbidden, "only objects are copied, and only objects and calendars are moved")
        }
        guard case .object(let source) = visit.address, case .object(let place) = target else {
            throw DAVError(.calendarCollectionLocationOK, "objects are stored in the customer's own calendars")
        }
        if isMove { try visit.requireWritable(source.calendar, .unbind) }
        try visit.requireWritable(place.calendar, .bind)
        guard source != place else { throw DAVError(.forbidden, "source and destination are the same") }
        let moved: MovedObject
        do {
            moved = try visit.calendars(app).move(from: source, to: place, isMove: isMove) { places in
                let state = WriteConditions.State(entityTag: places.object.member.entityTag)
                try conditions.check(state) { resource in
                    if resource.href == visit.href { return state }
                    if resource.href == href { return .init(entityTag: places.replaced?.entityTag) }
                    return WriteConditions.State(
                        entityTag: nil,
                        tokens: resource.href == visit.href.parent ? [places.source.syncToken.text]
                            : resource.href == href.parent ? [places.target.syncToken.text] : [])
                }
                guard destination.isOverwriteAllowed || places.replaced == nil
                else { throw DAVError(.preconditionFailed, "there is an object at the destination") }
            }
        } catch CalendarRefusal.noCalendar {
            throw DAVError(.conflict, "there is no calendar at the destination")
        } catch CalendarRefusal.uidTaken(let segment) {
            throw DAVError(uidTaken: segment, at: target.href(of: visit.signedIn.customer.id).text)
        }
        var response = Response.empty(moved.isNew ? .created : .noContent)
        response.headers["ETag"] = moved.entityTag
        if moved.isNew { response.headers["Location"] = target.href(of: visit.signedIn.customer.id).text }
        return response
    }

    /// Returns the hosts that a destination may name: that of the settings, and the one the request came to.
    private static func authorities(_ request: Request, _ app: App) -> Set<String> {
        var names: Set<String> = []
        let origin = app.config.origin.split(separator: "/").last.map { $0.lowercased() }
        for name in [origin, request.headers["Host"]?.lowercased()].compactMap({ $0 }) {
            names.insert(name)
            for port in [":80", ":443"] where name.hasSuffix(port) { names.insert(String(name.dropLast(port.count))) }
        }
        return names
    }
}

import Calendars
import Crypto
import DAV
package import HTTP
package import Runtime
import Storage

extension CalendarServer {
    /// `PUT`: creates or replaces an object (RFC 4791 §5.3.2).
    package static func put(_ visit: DeviceVisit, _ app: App) throws -> Response {
        guard case .object(let place) = visit.address else {
            switch visit.address {
            case .nothing: throw Refusal.notFound
            // A name directly in the home, where only calendars are.
            case .calendar(let segment) where try visit.calendars(app).calendar(segment) == nil:
                throw DAVError(.forbidden, "objects are stored in calendars")
            default: throw try notAllowed(visit.address)
            }
        }
        try visit.requireWritable(place.calendar, .bind)
        // A part of an object cannot be replaced (RFC 9110 §14.5).
        guard !visit.request.headers.contains("Content-Range")
        else { throw DAVError(.badRequest, "an object is sent whole") }
        let conditions = try WriteConditions(visit.request.headers)
        let stored: StoredObject
        do {
            stored = try visit.calendars(app).put(
                visit.request.body, as: visit.sentFormat, at: place
            ) { before in
                // The same change again, whose first answer was lost, has succeeded (RFC 9110 §13.1.1).
                let sent = entityTag(digest: sha256(visit.request.body))
                if conditions.ifMatch != nil, before.object?.entityTag == sent { return }
                try conditions.check(before.state(of: visit), other: before.other(visit))
            }
        } catch CalendarRefusal.noCalendar {
            throw DAVError(.conflict, "there is no such calendar")
        } catch let error as DAVError where error.status == .preconditionFailed && visit.preferences.wantsRepresentation {
            guard let current = try visit.calendars(app).object(at: place) else { throw error }
            return current.answer(.preconditionFailed, visit)
        }
        return answer(stored, visit, at: visit.href)
    }

    /// `POST` to a calendar: stores a new object under a name that the server chooses (RFC 5995).
    package static func addMember(_ visit: DeviceVisit, _ app: App) throws -> Response {
        guard case .calendar(let calendar) = visit.address else {
            if visit.address == .nothing { throw Refusal.notFound }
            throw try notAllowed(visit.address)
        }
        try visit.requireWritable(calendar, .bind)
        // An address without a calendar takes nothing, whatever is sent: `outbox/`, where programs post their requests
        // for busy times.
        guard try visit.calendars(app).calendar(calendar) != nil else { throw Refusal.notFound }
        let segment = Random.uuidV4() + ".ics"
        let stored = try visit.calendars(app).put(
            visit.request.body, as: visit.sentFormat, at: ObjectPlace(calendar, segment))
        let href = visit.href.appending(segment)
        var response = answer(stored, visit, at: href)
        response.headers["Location"] = href.text
        return response
    }

    /// Returns the answer to a stored object.
    ///
    /// The entity tag is sent only if a GET returns the octets of the request (RFC 4791 §5.3.4).
    private static func answer(_ stored: StoredObject, _ visit: DeviceVisit, at href: Href) -> Response {
        var response = Response.empty(stored.isNew ? .created : .noContent)
        let preferences = visit.preferences
        if stored.isAsSent { response.headers["ETag"] = stored.entityTag }
        if preferences.wantsRepresentation {
            response.status = stored.isNew ? .created : .ok
            response.represent(stored.octets, stored.entityTag, at: href, visit)
        }
        return response
    }
}

extension Response {
    /// Adds what is stored, in the format that the client prefers (RFC 7240 §4.2). jCal has no entity tag: the tag is
    /// that of the stored text.
    fileprivate mutating func represent(_ octets: [UInt8], _ entityTag: String, at href: Href, _ visit: DeviceVisit) {
        headers["Content-Location"] = href.text
        note(visit.preferences)
        headers["Vary"] = "Accept, Prefer, Brief"
        if CalendarFormat.preferred(by: visit.request.headers["Accept"]) == .jCal,
           let calendar = storedCalendar(octets) {
            headers["Content-Type"] = CalendarFormat.jCal.rawValue
            headers["ETag"] = nil
            body = .bytes(CalendarFormat.jCal.octets(of: calendar))
        } else {
            headers["Content-Type"] = "text/calendar; charset=utf-8"
            headers["ETag"] = entityTag
            body = .bytes(octets)
        }
    }
}

extension ObjectRow {
    /// Returns the answer to a refused change with the object as it is, which saves the client a GET (RFC 8144 §3.2).
    fileprivate func answer(_ status: Status, _ visit: DeviceVisit) -> Response {
        var response = Response.empty(status)
        response.represent(octets, member.entityTag, at: visit.href, visit)
        return response
    }
}

extension DeviceVisit {
    /// The format of the body of the request.
    fileprivate var sentFormat: CalendarFormat {
        get throws(DAVError) { try CalendarFormat(ofBody: request.headers["Content-Type"]) }
    }
}

extension PlaceBeforeWrite {
    /// The state that the conditions of the request are about.
    func state(of visit: DeviceVisit) -> WriteConditions.State {
        WriteConditions.State(
            entityTag: object?.entityTag, scheduleTag: object?.scheduleTag.map { entityTag(digest: $0) })
    }

    /// Returns the state of another resource that `If` names: the calendar has its sync token.
    func other(_ visit: DeviceVisit) -> (ClientHref) -> WriteConditions.State {
        { resource in
            if resource.href == visit.href { return state(of: visit) }
            let isCalendar = resource.href == visit.href.parent
            return WriteConditions.State(
                entityTag: nil, tokens: isCalendar ? [calendar.syncToken.text] : [])
        }
    }
}

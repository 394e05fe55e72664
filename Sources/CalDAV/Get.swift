import Accounts
import Calendars
import CivilTime
import DAV
package import HTTP
import ICalendar
import Logging
package import Runtime
import Storage
import Templates

extension CalendarServer {
    /// `GET` and `HEAD`: the text of an object, as it was sent; as jCal if the client prefers it and the text can be
    /// read.
    package static func get(_ visit: DeviceVisit, _ app: App) throws -> Response {
        guard case .object(let place) = visit.address else { return try explain(visit, app) }
        guard let object = try visit.reader(app, place.calendar).object(place.segment) else { throw Refusal.notFound }
        let tag = object.member.entityTag
        let ifMatch = visit.request.headers.values("If-Match")
        guard ifMatch.isEmpty || EntityTags(ifMatch.joined(separator: ","), .strong).contain(tag)
        else { throw DAVError(.preconditionFailed, "the object is not the one that If-Match names") }
        if CalendarFormat.preferred(by: visit.request.headers["Accept"]) == .jCal {
            if let response = jCal(object) { return response }
            // The text is better than nothing (RFC 9110 §12.4.1 allows it in place of 406).
            app.log.warning("stored object unreadable", metadata: ["customer_id": "\(visit.signedIn.customer.id)"])
        }
        var response = Response(headers: [
            "Content-Type": object.member.contentType, "ETag": tag, "Vary": "Accept",
            "Cache-Control": "private, no-cache",
        ])
        if let moment = object.member.changedAt { response.headers["Last-Modified"] = moment.httpDate }
        if let scheduleTag = object.member.scheduleTag {
            response.headers["Schedule-Tag"] = entityTag(digest: scheduleTag)
        }
        if isCurrent(tag, visit.request) {
            response.status = .notModified
        } else {
            response.body = .bytes(object.octets)
        }
        return response
    }

    /// Returns true if the client already has the object (RFC 9110 §13.1.2).
    private static func isCurrent(_ tag: String, _ request: Request) -> Bool {
        let header = request.headers.values("If-None-Match")
        return !header.isEmpty && EntityTags(header.joined(separator: ",")).contain(tag)
    }

    /// Returns the same object as jCal (RFC 7265). It has no entity tag: the tag is that of the stored text.
    ///
    /// - Returns: nil if the text cannot be read.
    private static func jCal(_ object: ObjectRow) -> Response? {
        guard let calendar = storedCalendar(object.octets) else { return nil }
        return Response(
            headers: [
                "Content-Type": CalendarFormat.jCal.rawValue, "Vary": "Accept", "Cache-Control": "private, no-cache",
            ],
            body: .bytes(CalendarFormat.jCal.octets(of: calendar)))
    }

    /// Answers with a sentence for a person who opens the address of a collection in a browser.
    private static func explain(_ visit: DeviceVisit, _ app: App) throws -> Response {
        switch visit.address {
        case .nothing, .object: throw Refusal.notFound
        case .calendar(let segment):
            guard try visit.reader(app, segment).calendar() != nil else { throw Refusal.notFound }
        default: break
        }
        return .text(app.text("caldav.explanation", .english, ["url": app.url("/")]) + "\n")
    }
}

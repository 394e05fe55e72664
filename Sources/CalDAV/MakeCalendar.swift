import Calendars
import DAV
package import HTTP
package import Runtime
import Storage
import XML

extension CalendarServer {
    /// `MKCALENDAR`: makes a calendar at an address that the client chose (RFC 4791 §5.3.1).
    package static func makeCalendar(_ visit: DeviceVisit, _ app: App) throws -> Response {
        try make(try MakeCollection(mkCalendar: visit.request.body), visit, app)
    }

    /// `MKCOL` with a body: makes a calendar, or a subscribed one (RFC 5689). Plain collections are not offered.
    package static func makeCollection(_ visit: DeviceVisit, _ app: App) throws -> Response {
        let request = try MakeCollection(
            mkCol: visit.request.body, contentType: visit.request.headers["Content-Type"])
        return try make(request, visit, app, isCollection: true)
    }

    private static func make(
        _ request: MakeCollection, _ visit: DeviceVisit, _ app: App, isCollection: Bool = false
    ) throws -> Response {
        let calendars = visit.calendars(app)
        guard case .calendar(let segment) = visit.address else {
            throw try wrongPlace(visit, calendars)
        }
        if try calendars.calendar(segment) != nil {
            // RFC 4918 §9.3.1 for MKCOL, RFC 4791 §5.3.1.1 for MKCALENDAR.
            if isCollection { throw try notAllowed(visit.address) }
            throw CalendarRefusal.addressTaken
        }
        if isCollection, let refusal = wrongType(request.resourceTypes) { return refused(refusal) }
        let (values, outcomes) = values(request, calendars, isCollection: isCollection)
        guard !outcomes.isRefused else {
            return try isCollection ? refused(outcomes) : refused(outcomes, at: visit.href)
        }
        try calendars.make(values, at: segment)
        var response = Response.empty(.created)
        response.headers["Cache-Control"] = "no-cache"
        return response
    }

    /// Returns the error of a request for a calendar where none can be.
    private static func wrongPlace(_ visit: DeviceVisit, _ calendars: CalendarHome) throws -> any Error {
        switch visit.address {
        case .object: DAVError(.calendarCollectionLocationOK, "a calendar cannot be inside a calendar")
        // Of another customer's home nobody learns that it exists.
        case .nothing where try visit.isInAnotherHome: Refusal.notFound
        case .nothing: DAVError(.calendarCollectionLocationOK, "calendars are made in the customer's own home")
        default: CalendarRefusal.addressTaken
        }
    }

    private static func wrongType(_ types: Set<XMLName>?) -> [SettingOutcome]? {
        let calendar: Set<XMLName> = [.dav("collection"), .calDAV("calendar")]
        let subscribed: Set<XMLName> = [.dav("collection"), .calendarServer("subscribed")]
        guard types != calendar, types != subscribed else { return nil }
        return [SettingOutcome(
            name: .dav("resourcetype"), error: DAVError(.validResourceType, "collections here are calendars"))]
    }

    private static func values(
        _ request: MakeCollection, _ calendars: CalendarHome, isCollection: Bool
    ) -> (CalendarValues, [SettingOutcome]) {
        var values = CalendarValues()
        let outcomes = request.properties.map { element in
            do throws(DAVError) {
                switch LiveProperty(element.name) {
                // `wrongType` has examined it.
                case _ where isCollection && element.name == .dav("resourcetype"): break
                case let property?: try property.set(element, on: &values, isNew: true, calendars.zoneDatabase)
                case nil: values.kept.append(try element.kept)
                }
                return SettingOutcome(name: element.name, error: nil)
            } catch {
                return SettingOutcome(name: element.name, error: error)
            }
        }
        return (values, outcomes)
    }

    /// Returns the answer to a MKCOL that names the properties which could not be set (RFC 5689 §3).
    private static func refused(_ outcomes: [SettingOutcome]) -> Response {
        var writer = XMLWriter.dav()
        writer.document("d:mkcol-response") { writer in outcomes.write(to: &writer) }
        return Response(status: .forbidden, headers: ["Content-Type": xmlContentType], body: .bytes(writer.bytes))
    }

    /// Returns the answer to a MKCALENDAR that names them: 207, though there is no calendar (RFC 4791 §5.3.1.1).
    private static func refused(_ outcomes: [SettingOutcome], at href: Href) throws(DAVError) -> Response {
        var writer = XMLWriter.dav()
        writer.document("d:multistatus") { writer in
            writer.response(href.text) { writer in outcomes.write(to: &writer) }
        }
        return try .multiStatus(writer)
    }
}

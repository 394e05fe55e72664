package import HTTP
package import Runtime

/// The value of the header `DAV` (RFC 4918 §10.1): the standards that are followed. There are no locks, hence no 2.
let complianceClasses = """
    1, 3, access-control, calendar-access, extended-mkcol, sync-collection, calendarserver-principal-search, \
    calendarserver-subscribed
    """

extension CalendarServer {
    /// `OPTIONS`: the methods of a resource.
    package static func options(_ visit: DeviceVisit, _ app: App) throws -> Response {
        var response = Response.empty(.ok)
        response.headers["Allow"] = try methods(of: visit.address)
        return response
    }

    /// Returns the methods of a resource, for the header `Allow`.
    static func methods(of address: Address) throws -> String {
        switch address {
        case .root, .principals, .principal, .homes, .home: "OPTIONS, GET, HEAD, PROPFIND, PROPPATCH, REPORT"
        // An address without a calendar can become one.
        case .calendar:
            "OPTIONS, GET, HEAD, POST, PROPFIND, PROPPATCH, REPORT, DELETE, MOVE, MKCALENDAR, MKCOL"
        case .object: "OPTIONS, GET, HEAD, PUT, DELETE, COPY, MOVE, PROPFIND, PROPPATCH, REPORT"
        case .nothing: throw Refusal.notFound
        }
    }

    /// Returns the answer to a method that the resource does not have.
    static func notAllowed(_ address: Address) throws -> Refusal {
        .methodNotAllowed(allow: try methods(of: address))
    }
}

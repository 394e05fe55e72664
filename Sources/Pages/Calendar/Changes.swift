import Calendars
package import HTTP
package import Web

extension CalendarViews {
    /// `GET /calendar/changes`: the state of the customer's calendars, for the script that looks for changes.
    ///
    /// The state is the entity tag. A script that knows it, and says so in the address, gets 304, else 204.
    package static func changes(_ visit: CustomerVisit) throws -> Response {
        let state = try visit.calendars.viewState()
        let tag = "\"\(state)\""
        let isKnown = visit.request.query["state"] == state
            || visit.request.headers["If-None-Match"]?.contains(tag) ?? false
        var response = Response(status: isKnown ? .notModified : .noContent)
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

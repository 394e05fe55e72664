package import HTTP
package import Runtime
import System
import Web

// `/api/v1`: what Travlendar+ and other programs of a customer read and change, over the same verbs as the pages.
//
// - Resources.swift: the description of the API, and addresses that lead nowhere. TravelSettings.swift: the choices.
// - CalendarResources.swift: calendars. EventList.swift: the events of some days. EventResources.swift: one event.
//   EventFields.swift: a body into a draft. EventBody.swift: an event as JSON.
// - ScheduleResource.swift: the day with its ways, and planning it again. WaysResource.swift: the ways to an event.
// - PositionResource.swift: the last position. PushDevices.swift: phones that take notices.

/// The description of the API.
package enum Resources {
    /// `GET /api/v1/openapi.json`: the description of all paths (OpenAPI 3.1).
    package static func description(_ request: Request, _ app: App) throws -> Response {
        let bytes = try readBytes("\(app.config.definitions)/openapi.json")
        return Response(
            headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=3600"],
            body: .bytes(bytes))
    }

    /// `GET /api/v1/{path}` for a path without a resource.
    package static func nothing(_ request: Request, _ app: App) throws -> Response { throw Problem.notFound }
}

package import HTTP
package import Runtime

extension CalendarServer {
    /// Redirects any method of `/.well-known/caldav` and `/dav.php` to the server (RFC 6764 §5).
    package static func discover(_ request: Request, _ app: App) -> Response {
        var response = Response.redirect(to: "/dav/", .movedPermanently)
        response.headers["Cache-Control"] = "max-age=3600"
        return response
    }

    /// The methods with which programs look for the server.
    package static let discoveryMethods: [Method] = [
        .get, .propfind, .options, .report, .proppatch, .post, .put, .delete, .mkcalendar, .mkcol, .move, .copy,
    ]
}

package import HTTP
import Places
package import Runtime

/// The pages for programs that monitor the service.
package enum Health {
    /// `GET /healthz`: this process answers.
    package static func process(_ request: Request, _ app: App) throws -> Response {
        .text("ok\n")
    }

    /// `GET /readyz`: the database answers and has every migration. For this machine only, since it asks
    /// the database and names files.
    package static func ready(_ request: Request, _ app: App) throws -> Response {
        guard isFromHere(request) else { throw Refusal.notFound }
        let pending = try app.pendingMigrations()
        guard pending.isEmpty else {
            return .text("migrations are pending: \(pending.joined(separator: ", "))\n", status: .serviceUnavailable)
        }
        return .text("ready\n")
    }

    /// `GET /metrics`: Prometheus' text format, for this machine only.
    package static func metrics(_ request: Request, _ app: App) throws -> Response {
        guard isFromHere(request) else { throw Refusal.notFound }
        var response = Response.text(app.metricsText())
        response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
        return response
    }

    /// True if the request comes from a program on this machine, through nginx or at the socket itself.
    private static func isFromHere(_ request: Request) -> Bool {
        ["127.0.0.1", "::1"].contains(request.remoteAddress)
    }
}

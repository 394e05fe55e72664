import Accounts
import DAV
package import HTTP
package import Runtime
import Storage
package import Web

/// A handler for devices.
package typealias DeviceHandler = @Sendable (DeviceVisit, App) throws -> Response

extension Audience<DeviceHandler> {
    /// Calendar programs, which sign in with a device password (HTTP Basic, RFC 7617).
    package static var device: Audience { deviceAudience }
}

private let deviceAudience = Audience<DeviceHandler>("device") { routed, app, handle in
    var response: Response
    do {
        let visit = try visit(routed.request, app)
        response = try routed.performing(
            for: visit.signedIn.customer.id, credentials: routed.request.headers["Authorization"] ?? "", app
        ) { try handle(visit, app) }
    } catch {
        response = app.answer(error, routed.request)
    }
    // Programs that find a server by PROPFIND look for this header there, too.
    response.headers["DAV"] = complianceClasses
    return response
} refuse: { refusal, request, app in
    // Nobody learns which addresses exist before signing in.
    do {
        _ = try visit(request, app)
        return app.plain(refusal)
    } catch {
        return app.answer(error, request)
    }
}

/// The request without a device password, or with a wrong one.
struct SignInRequired: Error {}

/// Lets a request in.
private func visit(_ request: Request, _ app: App) throws -> DeviceVisit {
    guard let credentials = Credentials(request.headers["Authorization"]),
          let device = try app.device(
            login: credentials.login, password: credentials.password, from: request.remoteAddress)
    else { throw SignInRequired() }
    return DeviceVisit(request: request, address: try Address(request.path, device), signedIn: device)
}

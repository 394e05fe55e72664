package import Accounts
package import HTTP
package import Runtime
import Storage
package import Web

/// A request by a program with a personal token.
package struct ProgramVisit {
    package let request: Request
    package let app: App
    package let signedIn: SignedInProgram
}

/// A handler for programs with a personal token.
package typealias ProgramHandler = @Sendable (ProgramVisit) throws -> Response

extension Audience<ProgramHandler> {
    /// Programs whose token may send positions, in `Authorization`: as a bearer token, or as the password of Basic.
    package static var positions: Audience { positionAudience }

    /// The same for programs that can send no header: the token may be the device's name in the address or the body.
    package static var positionsByName: Audience { namedPositionAudience }
}

private let positionAudience = audience("positions", .position) { $0.tokenInHeader }
private let namedPositionAudience = audience("positions by name", .position) { request in
    request.tokenInHeader ?? OsmAnd.deviceName(request)
}

/// Makes an audience of programs.
///
/// - Parameter token: finds the token in a request.
private func audience(
    _ name: String, _ scope: TokenScope, token: @escaping @Sendable (Request) -> String?
) -> Audience<ProgramHandler> {
    Audience(name) { routed, app, handle in
        let request = routed.request
        do {
            guard let signedIn = try app.program(token: token(request), from: request.remoteAddress) else {
                return try signInRequired()
            }
            guard signedIn.scopes.contains(scope) else {
                let detail = "This token can’t do that."
                return try Problem(.forbidden, code: "scope", detail).response()
            }
            return try handle(ProgramVisit(request: request, app: app, signedIn: signedIn))
        } catch {
            return app.plain(app.refusal(for: error, request))
        }
    } refuse: { refusal, _, app in
        app.plain(refusal)
    }
}

private func signInRequired() throws -> Response {
    let detail = "The token is missing or wrong. Tokens are made in the settings of Jadwal."
    var response = try Problem(.unauthorized, code: "token", detail).response()
    response.headers["WWW-Authenticate"] = "Basic realm=\"Jadwal\", charset=\"UTF-8\", Bearer realm=\"Jadwal\""
    return response
}

extension Request {
    /// The bearer token, or the password of HTTP Basic; nil without them. Any user name will do: the token alone says
    /// who is meant.
    fileprivate var tokenInHeader: String? { bearer ?? Credentials(headers["Authorization"])?.password }
}

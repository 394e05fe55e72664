package import Accounts
package import HTTP
import Postgres
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

/// A handler for programs of anyone.
package typealias OpenProgramHandler = @Sendable (Request, App) throws -> Response

extension Audience<ProgramHandler> {
    /// Programs whose token may send positions, in `Authorization`: as a bearer token, or as the password of Basic.
    package static var positions: Audience { positionAudience }

    /// The same for programs that can send no header: the token may be the device's name in the address or the body.
    package static var positionsByName: Audience { namedPositionAudience }

    /// Programs whose token may read, send changes, or send positions to `/api/v1`. It is a bearer token.
    package static var reading: Audience { readingAudience }
    package static var changing: Audience { changingAudience }
    package static var positioning: Audience { positioningAudience }
}

extension Audience<OpenProgramHandler> {
    /// Programs of anyone at `/api/v1`.
    package static var anyProgram: Audience { anyProgramAudience }
}

private let positionAudience = audience("positions", .position) { $0.tokenInHeader }
private let namedPositionAudience = audience("positions by name", .position) { request in
    request.tokenInHeader ?? OsmAnd.deviceName(request)
}
private let readingAudience = resourceAudience("program: read", .read)
private let changingAudience = resourceAudience("program: write", .write)
private let positioningAudience = resourceAudience("program: position", .position)
private let anyProgramAudience = Audience<OpenProgramHandler>("any program") { routed, app, handle in
    do {
        return try handle(routed.request, app)
    } catch {
        return app.problem(for: error, routed.request)
    }
} refuse: { refusal, request, app in
    app.problem(for: refusal, request)
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

/// Makes an audience of programs at `/api/v1`.
private func resourceAudience(_ name: String, _ scope: TokenScope) -> Audience<ProgramHandler> {
    Audience(name) { routed, app, handle in
        let request = routed.request
        do {
            guard let signedIn = try app.program(token: request.bearer, from: request.remoteAddress) else {
                return try signInRequired(basic: false)
            }
            guard signedIn.scopes.contains(scope) else {
                var response = try Problem(.forbidden, code: "scope", "This token can’t do that.").response()
                response.headers["WWW-Authenticate"] =
                    "Bearer realm=\"Jadwal\", error=\"insufficient_scope\", scope=\"\(scope.rawValue)\""
                return response
            }
            let visit = ProgramVisit(request: request, app: app, signedIn: signedIn)
            if scope == .write { try visit.countChange() }
            let response = try handle(visit)
            return scope == .write && !signedIn.scopes.contains(.read) ? response.unseen : response
        } catch {
            return app.problem(for: error, request)
        }
    } refuse: { refusal, request, app in
        app.problem(for: refusal, request)
    }
}

private func signInRequired(basic: Bool = true) throws -> Response {
    let detail = "The token is missing or wrong. Tokens are made in the settings of Jadwal."
    var response = try Problem(.unauthorized, code: "token", detail).response()
    let bearer = "Bearer realm=\"Jadwal\""
    response.headers["WWW-Authenticate"] = basic ? "Basic realm=\"Jadwal\", charset=\"UTF-8\", \(bearer)" : bearer
    return response
}

extension Response {
    /// The response for a token that may not read: what is stored, and what it clashes with, is left out.
    fileprivate var unseen: Response {
        var response = Response(status: status == .ok ? .noContent : status, headers: headers)
        response.headers["Content-Type"] = nil
        return response
    }
}

extension ProgramVisit {
    /// The changes that the programs of a customer may send in an hour.
    private static let changesPerHour = 3_000

    /// Counts a change of the customer's programs.
    ///
    /// - Throws: `Refusal.tooManyRequests` if there were too many in an hour.
    fileprivate func countChange() throws {
        let changes = app.throttle(
            "program.change", signedIn.customer.id.uuid.bytes, limit: Self.changesPerHour, seconds: 3_600)
        if let seconds = try app.count([changes]) { throw Refusal.tooManyRequests(seconds: seconds) }
    }
}

extension Request {
    /// The bearer token, or the password of HTTP Basic; nil without them. Any user name will do: the token alone says
    /// who is meant.
    fileprivate var tokenInHeader: String? { bearer ?? Credentials(headers["Authorization"])?.password }
}

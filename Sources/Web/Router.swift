public import HTTP
import Crypto
import Logging
import Places
import Postgres
public import Runtime
import Storage

/// Finds the route of a request, checks who asks, and turns what is thrown into an answer.
public struct Router: Sendable {
    private let literals: [String: [Route]]
    private let patterns: [Route]

    public init(_ routes: [Route]) {
        literals = Dictionary(grouping: routes.filter(\.pattern.isLiteral), by: \.pattern.description)
        patterns = routes.filter { !$0.pattern.isLiteral }
    }

    /// The answer to a request, and the name of the route that gave it.
    public func answer(_ request: Request, _ app: App) -> (response: Response, route: String) {
        switch find(request) {
        case .found(let route, let parameters):
            var request = request
            if !parameters.isEmpty { request.pathParameters = parameters }
            return (answer(request, route, app), route.name)
        case .otherMethods(let allow):
            return (refuse(.methodNotAllowed(allow: allow), request, app), "none")
        case .none:
            return (refuse(.notFound, request, app), "none")
        }
    }

    /// The answer to a request that could not be read.
    ///
    /// - Parameter id: nginx's number of it, for the page.
    public func answer(_ error: RequestError, id: String, _ app: App) -> Response {
        let refusal: Refusal =
            switch error.status {
            case .payloadTooLarge: .payloadTooLarge
            case .unsupportedMediaType: .unsupportedMediaType
            case .headersTooLarge: .headersTooLarge
            default: .badRequest
            }
        return app.page(refusal, visit: Visit.ofNobody(id: id))
    }

    /// Returns true if a person signs in to see the page of a path.
    private func isCustomerPage(_ path: String) -> Bool {
        (literals[path] ?? []).contains(where: \.isCustomerPage)
            || patterns.contains { $0.isCustomerPage && $0.pattern.match(path) != nil }
    }

    private enum Found {
        case found(Route, [String: String]), otherMethods(String), none
    }

    private func find(_ request: Request) -> Found {
        // HEAD is answered wherever GET is; the transport leaves the body away.
        let method = request.method == .head ? .get : request.method
        var allowed: [Method] = []
        for route in literals[request.path] ?? [] {
            if route.method == method { return .found(route, [:]) }
            allowed.append(route.method)
        }
        if allowed.isEmpty {
            for route in patterns {
                guard let parameters = route.pattern.match(request.path) else { continue }
                if route.method == method { return .found(route, parameters) }
                allowed.append(route.method)
            }
        }
        if allowed.isEmpty { return .none }
        // Two patterns may match one path, as `/{city}.ics` and `/{city}` do.
        var names: [String] = []
        for name in allowed.flatMap({ $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }) where !names.contains(name) {
            names.append(name)
        }
        return .otherMethods(names.joined(separator: ", "))
    }

    private func answer(_ request: Request, _ route: Route, _ app: App) -> Response {
        if case .machine(let handle) = route.handler {
            do {
                return try handle(request, app)
            } catch {
                return app.plain(app.refusal(for: error, request))
            }
        }
        var visit: Visit?
        do {
            var visitor = try Visit(request) { token in
                try app.store.signedIn(tokenDigest: token.digest)
            }
            visitor.isCustomerPage = isCustomerPage
            visit = visitor
            if request.method == .post { try checkForm(visitor, route, app) }
            switch route.handler {
            case .anyone(let handle):
                return try handle(visitor, app)
            case .customer(let handle):
                guard let signedIn = visitor.signedIn else {
                    throw Refusal.signInFirst(next: request.method == .post ? "/" : request.path)
                }
                if signedIn.isStale {
                    try app.store.touch(signedIn.sessionID, network: Networks.shown(request.remoteAddress))
                }
                var response = try handle(visitor, signedIn, app)
                // Unless the answer itself decides about the cookie: signing out takes it away.
                if signedIn.isStale, !response.setsSession { response.keepSession(visitor) }
                return response
            case .machine:
                preconditionFailure("machine routes were answered above")
            }
        } catch {
            return app.page(app.refusal(for: error, request), visit: visit ?? app.strangersVisit(request))
        }
    }

    /// A refusal before any handler; somebody signed in still sees their own frame around it.
    private func refuse(_ refusal: Refusal, _ request: Request, _ app: App) -> Response {
        do {
            let visit = try Visit(request) { try app.store.signedIn(tokenDigest: $0.digest) }
            return app.page(refusal, visit: visit)
        } catch {
            return app.page(app.refusal(for: error, request), visit: app.strangersVisit(request))
        }
    }

    /// A form must bring its token and come from our own pages.
    ///
    /// Browsers that send Sec-Fetch-Site or Origin are believed when these say "elsewhere"; those
    /// that send neither are judged by the token alone (OWASP CSRF Prevention). A refused form is an
    /// event in the log; the line holds nothing of what was sent.
    private func checkForm(_ visit: Visit, _ route: Route, _ app: App) throws(Refusal) {
        let token = FormToken(cookie: visit.cookie, keys: app.secrets.forms)
        guard isFromOurPage(visit.request.headers, app), !visit.isNewBrowser, token.matches(visit.request.form["csrf"])
        else {
            var fields: Logger.Metadata = [
                "request": "\(visit.request.id)", "route": "\(route.name)",
                "network": "\(Networks.shown(visit.request.remoteAddress))",
            ]
            if let customer = visit.signedIn?.customer.id { fields["customer_id"] = "\(customer)" }
            app.log.warning("form refused", metadata: fields)
            throw .forgedForm
        }
    }

    private func isFromOurPage(_ headers: Headers, _ app: App) -> Bool {
        if let site = headers["Sec-Fetch-Site"] { return site == "same-origin" }
        if let origin = headers["Origin"] { return origin == app.config.origin }
        return true
    }
}

extension App {
    /// What to answer when something was thrown; a fault is logged here, once.
    func refusal(for error: any Error, _ request: Request) -> Refusal? {
        switch error {
        case let refusal as Refusal:
            return refusal
        case is RequestError:
            return .badRequest
        case let error as DatabaseUnreachable:
            log.error("database unreachable", metadata: [
                "request": "\(request.id)", "reason": "\(error.cause)",
            ])
            return .unavailable(seconds: 2)
        case let error as PostgresError where error.passes:
            log.error("database in the way", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return .unavailable(seconds: 2)
        case let error as PostgresError where error.isCustomerGone:
            // Deleted by another request while this one was under way.
            return .signInFirst(next: "/")
        case let error as MigrationError where error.cause?.isConnectionLost == true:
            log.error("database in the way", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return .unavailable(seconds: 2)
        default:
            log.error("fault", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return nil
        }
    }

    /// The visit of somebody whose session is not asked for, to show a refusal in their language.
    func strangersVisit(_ request: Request) -> Visit {
        Visit(request) { _ in nil }
    }
}

extension PostgresError {
    /// True if the same statement may succeed a little later.
    ///
    /// That is so if the connection was lost, another transaction was in the way, a resource such as the
    /// disk is full (class 53), or an operator stops the server (class 57P; PostgreSQL manual, appendix A).
    fileprivate var passes: Bool {
        isConnectionLost || isRetryable || kind == .timeout
            || ["53", "57P"].contains { sqlState?.hasPrefix($0) == true }
    }
}

public import HTTP
import Logging
import Postgres
public import Runtime
import Storage

/// Finds the route of a request.
public struct Router: Sendable {
    private let literals: [String: [Route]]
    /// The routes of many paths, by the first segment of these paths; under "" those whose first segment may be any.
    private let patterns: [String: [Route]]
    /// The beginnings of addresses whose GET may take long, after their slash: `feeds/`.
    let demandingReads: [String]
    private let refuse: @Sendable (Refusal, Request, App) -> Response

    /// - Parameters:
    ///   - routes: of two patterns that match a path, the first one wins. A pattern whose first segment is a name
    ///     comes after the others.
    ///   - audience: the look of the response to an unknown path.
    public init<Handler>(_ routes: [Route], otherwise audience: Audience<Handler>) {
        literals = Dictionary(grouping: routes.filter { $0.pattern.literal != nil }) { $0.pattern.literal ?? "" }
        patterns = Dictionary(grouping: routes.filter { $0.pattern.literal == nil }) { $0.pattern.firstSegment ?? "" }
        let reads = routes.filter { $0.method == .get && $0.demand != .little }
        demandingReads = Set(reads.compactMap(\.pattern.firstSegment)).sorted().map { $0 + "/" }
        refuse = audience.refuse
    }

    /// Returns the response to a request, and the name of the route that gave it.
    public func answer(_ request: Request, _ app: App) -> (response: Response, route: String) {
        switch find(request.method, request.path) {
        case .found(let route, let parameters):
            var request = request
            if !parameters.isEmpty { request.pathParameters = parameters }
            do {
                try route.body.receive(&request)
            } catch {
                return (route.refuse(Refusal(error), request, app), route.name)
            }
            let routed = RoutedRequest(request: request, route: route, page: page)
            return (route.answer(routed, app), route.name)
        case .otherMethods(let routes):
            return (routes[0].refuse(.methodNotAllowed(allow: Self.methods(of: routes)), request, app), "none")
        case .none:
            return (refuse(.notFound, request, app), "none")
        }
    }

    /// Returns true if a request may take long, as far as its head tells.
    ///
    /// - Parameters:
    ///   - target: the address as it was sent, with its query.
    ///   - depth: the header `Depth`; nil if it is missing.
    ///   - length: the length of the body in octets.
    func isDemanding(_ method: Method, target: String, depth: String?, length: Int) -> Bool {
        let path = String(target.prefix { $0 != "?" })
        guard case .found(let route, _) = find(method, path) else { return false }
        return route.demand.isMuch(depth: depth, length: length)
    }

    /// Returns the response to a request that could not be read.
    ///
    /// - Parameters:
    ///   - id: nginx's number of it, for the page.
    ///   - method: the method. Browsers send GET and POST only, and calendar programs get a sentence for the others.
    public func answer(_ error: RequestError, id: String, method: String = "GET", _ app: App) -> Response {
        guard ["GET", "HEAD", "POST", ""].contains(method) else { return app.plain(Refusal(error)) }
        return app.page(Refusal(error), Visit.unreadable(id: id))
    }

    /// Returns the route of a GET for a path; nil if there is none.
    private func page(_ path: String) -> Route? {
        if case .found(let route, _) = find(.get, path) { route } else { nil }
    }

    private enum Found {
        case found(Route, [String: String]), otherMethods([Route]), none
    }

    private func find(_ method: Method, _ path: String) -> Found {
        // A HEAD goes to the route of GET. The transport leaves out the body.
        let method = method == .head ? .get : method
        var others: [Route] = []
        for route in literals[path] ?? [] {
            if route.method == method { return .found(route, [:]) }
            others.append(route)
        }
        if others.isEmpty {
            let first = String(path.dropFirst().prefix { $0 != "/" })
            for route in (patterns[first] ?? []) + (patterns[""] ?? []) {
                guard let parameters = route.pattern.match(path) else { continue }
                if route.method == method { return .found(route, parameters) }
                others.append(route)
            }
        }
        return others.isEmpty ? .none : .otherMethods(others)
    }

    /// Returns the methods of a path for the header `Allow`, each once: two patterns may match it.
    private static func methods(of routes: [Route]) -> String {
        var names: [String] = []
        for name in routes.flatMap({ $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] })
        where !names.contains(name) {
            names.append(name)
        }
        return names.joined(separator: ", ")
    }
}

extension Refusal {
    /// Makes the refusal of a request that could not be read.
    fileprivate init(_ error: RequestError) {
        self =
            switch error.status {
            case .payloadTooLarge: .payloadTooLarge
            case .unsupportedMediaType: .unsupportedMediaType
            case .headersTooLarge: .headersTooLarge
            case .notFound: .notFound
            default: .badRequest
            }
    }
}

extension App {
    /// Returns the refusal for an error; nil for a fault, which is logged here, once.
    public func refusal(for error: any Error, _ request: Request) -> Refusal? {
        switch error {
        case let refusal as Refusal:
            return refusal
        case let error as RequestError:
            return Refusal(error)
        case let error as DatabaseUnreachable:
            log.error("database unreachable", metadata: [
                "request": "\(request.id)", "reason": "\(error.cause)",
            ])
            return .unavailable(seconds: 2)
        case let error as PostgresError where error.passes:
            log.error("database in the way", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return .unavailable(seconds: 2)
        case let error as PostgresError where error.isCustomerGone:
            // Another request deleted the account meanwhile.
            return .signInFirst(next: "/")
        case let error as any RefusingError:
            log.error("\(error.event)", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return error.refusal
        case let error as MigrationError where error.cause?.isConnectionLost == true:
            log.error("database in the way", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return .unavailable(seconds: 2)
        default:
            log.error("fault", metadata: ["request": "\(request.id)", "reason": "\(error)"])
            return nil
        }
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

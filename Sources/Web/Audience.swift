public import HTTP
public import Runtime

/// A kind of caller: how a request is let in, and how a refusal looks to it.
///
/// A new kind of caller is a new value. `Route` and `Router` know none by name. `Handler` is the function that answers
/// this kind of caller.
public struct Audience<Handler: Sendable>: Sendable {
    /// The name in the route table, as in `customer`.
    public let name: String
    /// Lets a request in, calls the handler, and turns all errors into responses.
    let answer: @Sendable (RoutedRequest, App, Handler) -> Response
    /// The response to a request without a handler, such as one for an unknown path.
    let refuse: @Sendable (Refusal, Request, App) -> Response

    public init(
        _ name: String, answer: @escaping @Sendable (RoutedRequest, App, Handler) -> Response,
        refuse: @escaping @Sendable (Refusal, Request, App) -> Response
    ) {
        self.name = name
        self.answer = answer
        self.refuse = refuse
    }
}

/// A request whose route is known.
public struct RoutedRequest: Sendable {
    public let request: Request
    public let route: Route
    /// Returns the route of a GET for a path; nil if there is none.
    public let page: @Sendable (_ path: String) -> Route?
}

/// A handler for programs.
public typealias MachineHandler = @Sendable (Request, App) throws -> Response

extension Audience<MachineHandler> {
    /// Programs: no language, no cookies, no page.
    public static var machine: Audience { machineAudience }
}

private let machineAudience = Audience<MachineHandler>("machine") { routed, app, handle in
    do {
        return try handle(routed.request, app)
    } catch {
        return app.plain(app.refusal(for: error, routed.request))
    }
} refuse: { refusal, _, app in
    app.plain(refusal)
}

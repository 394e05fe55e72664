public import HTTP
package import Runtime
package import Storage

/// An address, a method, the audience, and the handler.
///
/// Each audience takes a handler of its own shape: a page that needs a customer cannot be mounted for
/// anyone.
public struct Route: Sendable {
    public let method: Method
    public let pattern: PathPattern
    /// The name in the log and in the metrics: `POST /login`.
    public let name: String
    /// The name of the audience, as the route table prints it.
    public let audience: String
    /// The rule for the bodies of its requests.
    public private(set) var body = BodyRule.whole(limit: BodyRule.formLimit)
    /// The work of its requests.
    public private(set) var demand = Demand.little
    /// True if signing in leads back to this page although it is for anyone, since it names a city to begin with.
    public private(set) var isBeginning = false
    let answer: @Sendable (RoutedRequest, App) -> Response
    /// The response to a request whose method the path does not have, or whose body is refused.
    let refuse: @Sendable (Refusal, Request, App) -> Response

    /// Makes a route for any method, such as those of WebDAV.
    public init<Handler>(_ method: Method, _ pattern: PathPattern, _ audience: Audience<Handler>, _ handler: Handler) {
        self.method = method
        self.pattern = pattern
        self.audience = audience.name
        name = "\(method.rawValue) \(pattern.description)"
        answer = { request, app in audience.answer(request, app, handler) }
        refuse = audience.refuse
    }

    /// Returns this route with another rule for bodies.
    public func body(_ rule: BodyRule) -> Route {
        var route = self
        route.body = rule
        return route
    }

    /// Returns this route with requests that may take long.
    public func demanding(_ demand: Demand = .much) -> Route {
        var route = self
        route.demand = demand
        return route
    }

    /// Returns this route as one that signing in leads back to.
    public var beginning: Route {
        var route = self
        route.isBeginning = true
        return route
    }

    public static func get<Handler>(
        _ pattern: PathPattern, _ audience: Audience<Handler>, _ handler: Handler
    ) -> Route {
        Route(.get, pattern, audience, handler)
    }

    public static func post<Handler>(
        _ pattern: PathPattern, _ audience: Audience<Handler>, _ handler: Handler
    ) -> Route {
        Route(.post, pattern, audience, handler)
    }
}

/// The work of a route's requests. Of those that may take long, each customer has one at a time in each process.
public enum Demand: Sendable {
    case little
    /// It may take long, as a report of a calendar or an upload.
    case much
    /// It may take long if it asks for more than one resource, by the header `Depth` (RFC 4918 §10.2).
    case below
    /// It may take long if its body is longer than 64 KiB, as that of an object of a calendar can be.
    case long

    /// - Parameters:
    ///   - depth: the header `Depth`; nil if it is missing, which means infinity.
    ///   - length: the length of the body in octets.
    func isMuch(depth: String?, length: Int) -> Bool {
        switch self {
        case .little: false
        case .much: true
        case .below: depth != "0"
        case .long: length > 64 << 10
        }
    }
}

extension RoutedRequest {
    /// Performs the request, as the customer's only one if it may take long.
    ///
    /// - Parameter credentials: the header that signed it in.
    /// - Throws: `Refusal.unavailable` if another demanding request of the customer runs.
    package func performing<Result>(
        for customer: CustomerID, credentials: String, _ app: App, _ body: () throws -> Result
    ) throws -> Result {
        guard route.demand.isMuch(depth: request.headers["Depth"], length: request.body.count)
        else { return try body() }
        return try app.shared.shares.perform(of: customer, credentials: credentials, body)
    }
}

/// The rule of a route for the bodies of its requests.
public enum BodyRule: Sendable, Equatable {
    /// A body is read before the handler runs, into `Request.body` and `Request.form`.
    case whole(limit: Int)
    /// The handler reads a body from `Request.stream`.
    case stream(limit: Int)

    /// The maximum length of a form in bytes, as in nginx's `client_max_body_size`.
    public static let formLimit = 1 << 20

    /// Reads a body, or checks its length only.
    ///
    /// - Throws: 413 if it is too long; 400 if it is malformed.
    func receive(_ request: inout Request) throws(RequestError) {
        switch self {
        case .whole(let limit):
            try request.receiveBody(limit: limit)
        case .stream(let limit):
            guard (request.stream?.length ?? request.body.count) <= limit else {
                throw .tooLarge("the body is longer than \(limit) bytes")
            }
        }
    }
}

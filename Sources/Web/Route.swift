public import HTTP
public import Storage
public import Runtime

/// One address and what answers it.
///
/// The label says who may call, and each label wants a handler of its own shape: a page that needs
/// a customer cannot be mounted for anyone.
public struct Route: Sendable {
    public typealias ForAnyone = @Sendable (Visit, App) throws -> Response
    public typealias ForCustomer = @Sendable (Visit, SignedIn, App) throws -> Response
    public typealias ForMachine = @Sendable (Request, App) throws -> Response

    enum Handler: Sendable {
        case anyone(ForAnyone), customer(ForCustomer), machine(ForMachine)
    }

    public let method: Method
    public let pattern: PathPattern
    /// As the log and the metrics call it: `POST /login`.
    public let name: String
    let handler: Handler

    /// Whether a person signs in to see it; where signing in may lead on to.
    public var isCustomerPage: Bool {
        if case .customer = handler { method == .get } else { false }
    }

    /// The audience that may call it, as the route table names it: `anyone`, `customer` or `machine`.
    public var audience: String {
        switch handler {
        case .anyone: "anyone"
        case .customer: "customer"
        case .machine: "machine"
        }
    }

    private init(_ method: Method, _ pattern: PathPattern, _ handler: Handler) {
        self.method = method
        self.pattern = pattern
        self.handler = handler
        name = "\(method.rawValue) \(pattern.description)"
    }

    /// A page for everybody, signed in or not.
    public static func get(_ pattern: PathPattern, anyone handler: @escaping ForAnyone) -> Route {
        Route(.get, pattern, .anyone(handler))
    }

    /// A form for everybody; its token is checked before the handler runs.
    public static func post(_ pattern: PathPattern, anyone handler: @escaping ForAnyone) -> Route {
        Route(.post, pattern, .anyone(handler))
    }

    /// A page of a customer's own; others are asked to sign in first.
    public static func get(_ pattern: PathPattern, customer handler: @escaping ForCustomer) -> Route {
        Route(.get, pattern, .customer(handler))
    }

    /// A form of a customer's own; its token is checked before the handler runs.
    public static func post(_ pattern: PathPattern, customer handler: @escaping ForCustomer) -> Route {
        Route(.post, pattern, .customer(handler))
    }

    /// An address for programs: no language, no cookies, no page.
    public static func get(_ pattern: PathPattern, machine handler: @escaping ForMachine) -> Route {
        Route(.get, pattern, .machine(handler))
    }
}

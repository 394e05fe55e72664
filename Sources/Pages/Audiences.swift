import Accounts
import Crypto
package import HTTP
package import Runtime
import Storage
package import Web

// The people among the callers. Programs are `Audience.machine` in Web.

/// A handler for everybody, signed in or not.
package typealias VisitorHandler = @Sendable (Visit, App) throws -> Response

/// A handler for customers.
package typealias CustomerHandler = @Sendable (CustomerVisit) throws -> Response

extension Audience<VisitorHandler> {
    /// Everybody, signed in or not. The token of a form is checked before the handler runs.
    package static var anyone: Audience { anyoneAudience }
}

extension Audience<CustomerHandler> {
    /// Customers. Everybody else is asked to sign in first.
    package static var customer: Audience { customerAudience }
}

private let anyoneAudience = Audience<VisitorHandler>("anyone") { routed, app, handle in
    answer(routed, app) { visit in try handle(visit, app) }
} refuse: { refusal, request, app in
    refusalPage(refusal, request, app)
}

private let customerAudience = Audience<CustomerHandler>("customer") { routed, app, handle in
    answer(routed, app) { visitor in
        guard let visit = CustomerVisit(visitor, app) else {
            throw Refusal.signInFirst(next: visitor.request.method.isSafe ? visitor.request.path : "/")
        }
        let signedIn = visit.signedIn
        if signedIn.isStale { try app.keepAlive(signedIn, from: visit.request.remoteAddress) }
        var response = try routed.performing(
            for: visit.customer.id, credentials: visit.request.headers["Cookie"] ?? "", app
        ) { try handle(visit) }
        // Signing out deletes the cookie.
        if signedIn.isStale, !response.setsSession { response.keepSession(visitor) }
        return response
    }
} refuse: { refusal, request, app in
    refusalPage(refusal, request, app)
}

/// Returns the response of a handler for people; the error page if one of the steps throws.
private func answer(_ routed: RoutedRequest, _ app: App, _ handle: (Visit) throws -> Response) -> Response {
    var visit: Visit?
    do {
        let visitor = try app.visit(routed.request, page: routed.page)
        visit = visitor
        guard !routed.request.method.isSafe else { return try handle(visitor) }
        try app.checkForm(visitor, routed.route)
        var response = try handle(visitor)
        if let customer = visitor.signedIn?.customer.id {
            // The form may have changed what this responder remembers, or what the others do.
            app.forget(customer)
            if !response.setsSession { response.readFromDatabase() }
        }
        return response
    } catch {
        return app.personPage(app.refusal(for: error, routed.request), visit ?? anonymousVisit(routed.request))
    }
}

/// Returns the error page of a request without a handler. Somebody signed in still sees their own header.
private func refusalPage(_ refusal: Refusal, _ request: Request, _ app: App) -> Response {
    do {
        return app.personPage(refusal, try app.visit(request))
    } catch {
        return app.personPage(app.refusal(for: error, request), anonymousVisit(request))
    }
}

/// Returns the visit of a request whose session is not looked up, for an error page in the browser's language.
private func anonymousVisit(_ request: Request) -> Visit {
    Visit(request) { _, _ in nil }
}

extension App {
    /// Returns the error page of a person. Somebody who must sign in first goes to the sign-in page.
    fileprivate func personPage(_ refusal: Refusal?, _ visit: Visit) -> Response {
        if case .signInFirst(let next) = refusal { return redirect("/login?next=" + percentEncoded(next)) }
        return page(refusal, visit)
    }

    /// Makes the visit of a request.
    ///
    /// - Parameter page: finds the route of a GET.
    fileprivate func visit(
        _ request: Request, page: @escaping @Sendable (_ path: String) -> Route? = { _ in nil }
    ) throws -> Visit {
        try Visit(request, page: page, waiting: waitingInInbox) { token, cookies in
            try signedIn(token, isRemembered: cookies[Visit.changedCookie] == nil)
        }
    }
}

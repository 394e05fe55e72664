package import CivilTime
package import HTTP
package import Logging
package import Runtime
package import Storage
package import Templates

/// A request by a customer: the visit, the customer who signed in, and the app that answers.
package struct CustomerVisit {
    /// The same visit, as the pages for anyone take it.
    package let visitor: Visit
    package let signedIn: SignedIn
    package let app: App

    /// - Returns: nil if nobody is signed in.
    package init?(_ visitor: Visit, _ app: App) {
        guard let signedIn = visitor.signedIn else { return nil }
        self.visitor = visitor
        self.signedIn = signedIn
        self.app = app
    }

    package var request: Request { visitor.request }
    package var language: Language { visitor.language }
    package var device: Device { visitor.device }
    package var customer: Customer { signedIn.customer }
    package var store: Store { get throws { try app.store } }

    /// The formatter of the visit's pages.
    package var format: Formatter { app.formatter(visitor) }

    /// The customer's zone.
    package var zone: TimeZoneRules { get throws { try app.zone(of: customer) } }

    /// The customer's day now.
    package var today: LocalDate { get throws { try zone.date(at: app.now()) } }

    /// The days on which people of the customer's country work.
    package var workingDays: Set<Weekday> { app.workingDays(of: customer) }

    /// Returns the text of a key in the visit's language.
    package func text(_ key: String, _ values: [String: String] = [:]) -> String {
        app.text(key, language, values)
    }

    /// Renders a page.
    package func page<P: Page>(_ page: P, status: Status = .ok) -> Response {
        app.page(page, visitor, status: status)
    }

    /// Logs what the customer did.
    package func log(_ message: Logger.Message, _ fields: Logger.Metadata = [:]) {
        let own: Logger.Metadata = ["request": "\(request.id)", "customer_id": "\(customer.id)"]
        app.log.info(message, metadata: own.merging(fields) { $1 })
    }

    /// Sends the browser to another page of Jadwal, with GET.
    package func redirect(_ path: String) -> Response { app.redirect(path) }
}

import Accounts
package import HTTP
import Places
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/time-zone`: a separate page, because four hundred zones fill most of a page.
    package static func showTimeZone(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        app.page(timeZonePage(signedIn.customer, visit, app), visit)
    }

    /// `POST /settings/time-zone`.
    package static func saveTimeZone(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        var customer = signedIn.customer
        guard let zone = app.shared.timeZones.zone(named: visit.request.form["timeZone"]) else {
            let problem = app.text("problem.zone", visit.language)
            return app.page(timeZonePage(customer, problem: problem, visit, app), visit, status: .unprocessableContent)
        }
        customer.timeZone = zone
        try app.change(customer)
        return app.redirect("/settings?saved=yes")
    }

    private static func timeZonePage(
        _ customer: Customer, problem: String? = nil, _ visit: Visit, _ app: App
    ) -> TimeZonePage {
        TimeZonePage(
            regions: app.shared.timeZones.options(
                selected: customer.timeZone, visit.language, app.shared.templates.catalogue),
            problem: problem)
    }
}

struct TimeZonePage: Page {
    static let template = "settings/time-zone"
    static let hasForm = true
    var regions: [ZoneRegion]
    var problem: String?
}

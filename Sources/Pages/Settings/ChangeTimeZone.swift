import Accounts
package import HTTP
import Places
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/time-zone`: a separate page, because four hundred zones fill most of a page.
    package static func showTimeZone(_ visit: CustomerVisit) throws -> Response {
        visit.page(timeZonePage(visit))
    }

    /// `POST /settings/time-zone`.
    package static func saveTimeZone(_ visit: CustomerVisit) throws -> Response {
        guard let zone = visit.app.shared.timeZones.zone(named: visit.request.form["timeZone"]) else {
            let page = timeZonePage(problem: visit.text("problem.zone"), visit)
            return visit.page(page, status: .unprocessableContent)
        }
        var customer = visit.customer
        customer.timeZone = zone
        try visit.app.change(customer)
        return visit.redirect("/settings?saved=yes")
    }

    private static func timeZonePage(problem: String? = nil, _ visit: CustomerVisit) -> TimeZonePage {
        TimeZonePage(
            regions: visit.app.shared.timeZones.options(
                selected: visit.customer.timeZone, visit.language, visit.app.shared.templates.catalogue),
            problem: problem)
    }
}

struct TimeZonePage: Page {
    static let template = "settings/time-zone"
    static let hasForm = true
    var regions: [ZoneRegion]
    var problem: String?
}

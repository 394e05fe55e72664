package import HTTP
package import Runtime
import Templates
package import Web

/// The first page.
package enum Home {
    /// `GET /`: a day with its prayers, and the two ways in: a city, an account.
    package static func show(_ visit: Visit, _ app: App) throws -> Response {
        if visit.signedIn != nil { return app.redirect("/calendar") }
        return app.page(HomePage(day: try HomeDay(app.now(), visit, app)), visit)
    }
}

struct HomePage: Page {
    static let template = "home/home"
    /// Today, as a phone's calendar shows it.
    let day: HomeDay
}

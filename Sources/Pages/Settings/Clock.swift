import Accounts
package import HTTP
package import Runtime
import Storage
import Templates
package import Web

/// The page on which anybody chooses the clock and the digits. A customer's choice is in the account, that of others
/// in a cookie which says nothing about them.
extension Settings {
    /// `GET /clock`.
    package static func showClock(_ visit: Visit, _ app: App) throws -> Response {
        app.page(ClockPage(visit, app), visit)
    }

    /// `POST /clock`: keeps the choice, and goes back to the page from which the person came.
    package static func saveClock(_ visit: Visit, _ app: App) throws -> Response {
        let form = visit.request.form
        let choice = ChosenConventions(text: "\(form["clock"]).\(form["digits"])")
        var response = app.redirect(
            Request.ownPage(form["next"]).map(Request.address)
                ?? (visit.signedIn == nil ? "/clock?saved=yes" : "/settings?saved=yes"))
        if var customer = visit.signedIn?.customer {
            customer.clock = choice.clock?.rawValue
            customer.digits = choice.digits?.rawValue
            try app.change(customer)
            response.readFromDatabase()
        } else {
            response.set(.ours(Visit.conventionsCookie, choice.text, maxAge: choice.text.isEmpty ? 0 : 31_536_000))
        }
        return response
    }
}

struct ClockPage: Page {
    static let template = "settings/clock"
    static let hasForm = true
    var clocks: [Choice]
    var digits: [Choice]
    /// The page to go back to; empty for none.
    var next: String
    var isSaved: Bool
}

extension ClockPage {
    init(_ visit: Visit, _ app: App) {
        let language = visit.language, now = app.formatter(visit), chosen = app.chosenConventions(visit)
        var usual = ChosenConventions(), clocks: [(String, String)] = [], digits: [(String, String)] = []
        usual.digits = now.digitStyle
        let usualClock = app.formatter(language, app.conventions(usual, visit))
        clocks.append(("", now.text("clock.usual", ["time": usualClock.time(minute: AccountChoice.example)])))
        for clock in ClockStyle.allCases {
            let format = app.formatter(language, Conventions(clock: clock, digits: now.digitStyle))
            clocks.append((
                String(clock.rawValue), now.text("clock.hours", [
                    "hours": now.number(clock.rawValue), "time": format.time(minute: AccountChoice.example),
                ])))
        }
        usual = ChosenConventions(clock: now.clock)
        digits.append(("", now.text("digits.usual", [
            "digits": app.formatter(language, app.conventions(usual, visit)).digits("0123456789"),
        ])))
        for style in DigitStyle.allCases {
            let format = app.formatter(language, Conventions(clock: now.clock, digits: style))
            digits.append((style.rawValue, format.digits("0123456789")))
        }
        self.clocks = [Choice](clocks, selected: chosen.clock.map { String($0.rawValue) } ?? "")
        self.digits = [Choice](digits, selected: chosen.digits?.rawValue ?? "")
        next = Request.ownPage(visit.request.query["next"]).map(Request.address) ?? ""
        isSaved = visit.request.query["saved"] == "yes"
    }
}

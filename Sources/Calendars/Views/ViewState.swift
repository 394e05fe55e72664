import CivilTime
import Crypto
import Places
import Runtime
import Storage

extension CalendarHome {
    /// Returns a token that changes with everything that views show of the customer's calendars, also by itself at
    /// midnight.
    package func viewState() throws -> String {
        viewState(try app.store.viewState(of: owner), today: try app.zone(of: customer).date(at: app.now()))
    }

    /// Returns the token for what the database says.
    func viewState(_ stored: String, today: LocalDate) -> String {
        let state = "\(stored) \(customer.timeZone) \(today)"
        return base64URL(Array(sha256(Array(state.utf8)).prefix(12)))
    }
}

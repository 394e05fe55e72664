import CivilTime
import Crypto
import Places
import Runtime
import Storage

extension CalendarHome {
    /// Returns a token that changes with everything that views show of the customer's calendars, also by itself at
    /// midnight.
    package func viewState() throws -> String {
        let zone = try app.zone(of: customer)
        let state = try "\(app.store.viewState(of: owner)) \(customer.timeZone) \(zone.date(at: app.now()))"
        return base64URL(Array(sha256(Array(state.utf8)).prefix(12)))
    }
}

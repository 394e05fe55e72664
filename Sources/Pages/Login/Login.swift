import HTTP
import Runtime
import Storage
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// Returns the page to go to after signing in: `path` if it is a page for customers, else the settings page.
    static func page(next path: String, _ visit: Visit) -> String {
        if path.isEmpty { return "/settings" }
        return visit.page(path)?.audience == Audience.customer.name ? path : "/settings"
    }

    /// Returns the count of wrong links and codes from one network.
    static func failures(from visit: Visit, _ app: App) -> Throttle {
        app.throttle(
            "login.failure", Networks.counted(visit.request.remoteAddress),
            limit: app.config.failuresPerNetwork, seconds: 300)
    }
}

import HTTP
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// Returns the page to go to after signing in: `path` if it is a page for customers, else the settings page.
    static func page(next path: String, _ visit: Visit) -> String {
        if path.isEmpty { return "/settings" }
        return visit.page(path)?.audience == Audience.customer.name ? path : "/settings"
    }
}

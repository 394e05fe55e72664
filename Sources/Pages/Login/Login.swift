// The pages of signing in: each handler reads a form, calls `Accounts`, and words the outcome.
//
// - Login.swift: `Login`, and the page to go on to.
// - MailLink.swift: the form for the address.
// - Waiting.swift: "check your email", with a field for the code.
// - Confirm.swift: the page behind a link.
// - Redeem.swift: the button on that page, and the code.
// - SignInCookies.swift: the cookies of the sign-in asked for and of known browsers.
// - SignOut.swift: the end of this browser's session.

import HTTP
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// Returns the page to go to after signing in: `path` if it is a page for customers, else the calendar.
    static func page(next path: String, _ visit: Visit) -> String {
        if path.isEmpty { return "/calendar" }
        return visit.page(path)?.audience == Audience.customer.name ? path : "/calendar"
    }
}

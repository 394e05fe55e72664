// The pages of signing in: each handler reads a form, calls `Accounts`, and words the outcome.
//
// - Login.swift: `Login`, and the page to go on to.
// - MailLink.swift: the form for the address.
// - Waiting.swift: "check your email", with a field for the code.
// - Confirm.swift: the page behind a link.
// - Redeem.swift: the button on that page, and the code.
// - SignInCookies.swift: the cookies of the sign-in asked for and of known browsers.
// - Provider.swift: to a provider of OpenID Connect and back.
// - SignOut.swift: the end of this browser's session.

import HTTP
import Web

/// Signing in with a mailed link, or with the code in the same mail.
package enum Login {
    /// The page to go to after signing in if no other is asked for.
    static let usualPage = "/calendar"

    /// Returns the page to go to after signing in: `address` if it is one for customers or the page of a city, else the
    /// calendar.
    static func page(next address: String, _ visit: Visit) -> String {
        guard let named = Request.ownPage(address), let route = visit.page(named.path),
              route.audience == Audience.customer.name || route.isBeginning
        else { return usualPage }
        return Request.address(named.path, named.query)
    }
}

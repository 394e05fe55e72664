import Accounts
package import HTTP
import Mail
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/address`.
    package static func showAddress(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let pending = try app.store.addressChange(of: signedIn.customer.id)
        return app.page(
            AddressPage(
                email: signedIn.customer.email, pendingEmail: pending.flatMap { $0.isExpired ? nil : $0.newEmail },
                needsFreshSignIn: !signedIn.mayChangeAddress),
            visit)
    }

    /// `POST /settings/address`: mails a link to the new address; nothing changes until it is used.
    package static func mailAddressLink(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let typed = visit.request.form["newEmail"]
        switch try app.askForAddressChange(to: typed, of: signedIn, visit.asker) {
        case .mailed(let address):
            return app.page(
                AddressSentPage(
                    newEmail: address.text,
                    minutes: app.formatter(visit).text("wait.minutes", counting: app.config.linkMinutes)),
                visit)
        case .needsFreshSignIn: return app.redirect("/settings/address")
        case .invalid(let problem): return refuse(typed, problem.textKey, visit, signedIn, app)
        case .same: return refuse(typed, "problem.address.same", visit, signedIn, app)
        }
    }

    /// `GET /settings/address/confirm?token=`: shows one button, as for signing in.
    ///
    /// A customer who had to sign in first comes here without the token, which is stored nowhere. The page of the
    /// address says that the new address still waits for its link.
    package static func showAddressConfirm(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let token = visit.request.query["token"]
        guard MailedToken.isOne(token) else { return app.redirect("/settings/address") }
        let pending = try app.store.addressChange(of: signedIn.customer.id)
        return app.page(AddressConfirmPage(token: token, newEmail: pending?.newEmail), visit).unindexed
    }

    /// `POST /settings/address/confirm`: replaces the old address by the new one, which is now proved.
    package static func changeAddress(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        switch try app.changeAddress(of: signedIn, token: visit.request.form["token"], visit.asker) {
        case .changed: app.redirect("/settings?saved=yes")
        case .taken(let email): refuse(email, "problem.address.taken", visit, signedIn, app)
        case .unknownLink: app.page(LinkProblem.unknown, visit)
        }
    }

    /// Returns the page of the address with an error beside the field.
    private static func refuse(
        _ newEmail: String, _ key: String, _ visit: Visit, _ signedIn: SignedIn, _ app: App
    ) -> Response {
        let page = AddressPage(
            email: signedIn.customer.email, newEmail: newEmail, problem: app.text(key, visit.language),
            needsFreshSignIn: !signedIn.mayChangeAddress)
        return app.page(page, visit, status: .unprocessableContent)
    }
}

struct AddressPage: Page {
    static let template = "settings/address"
    static let hasForm = true
    var email: String
    /// A new address that waits for its link to be opened.
    var pendingEmail: String?
    var newEmail = ""
    var problem: String?
    var needsFreshSignIn: Bool
}

struct AddressSentPage: Page {
    static let template = "settings/address-sent"
    var newEmail: String
    var minutes: String
}

struct AddressConfirmPage: Page {
    static let template = "settings/address-confirm"
    static let hasForm = true
    var token: String
    var newEmail: String?
}

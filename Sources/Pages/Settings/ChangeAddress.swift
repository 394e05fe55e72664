import Accounts
package import HTTP
import Mail
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/address`.
    package static func showAddress(_ visit: CustomerVisit) throws -> Response {
        let pending = try visit.store.addressChange(of: visit.customer.id)
        return visit.page(
            AddressPage(
                email: visit.customer.email, pendingEmail: pending.flatMap { $0.isExpired ? nil : $0.newEmail },
                needsFreshSignIn: !visit.signedIn.mayChangeAddress))
    }

    /// `POST /settings/address`: mails a link to the new address; nothing changes until it is used.
    package static func mailAddressLink(_ visit: CustomerVisit) throws -> Response {
        let typed = visit.request.form["newEmail"]
        switch try visit.app.askForAddressChange(to: typed, of: visit.signedIn, visit.asker) {
        case .mailed(let address):
            return visit.page(
                AddressSentPage(
                    newEmail: address.text,
                    minutes: visit.format.text("wait.minutes", counting: visit.app.config.linkMinutes)))
        case .needsFreshSignIn: return visit.redirect("/settings/address")
        case .invalid(let problem): return refuse(typed, problem.textKey, visit)
        case .same: return refuse(typed, "problem.address.same", visit)
        }
    }

    /// `GET /settings/address/confirm?token=`: shows one button, as for signing in.
    ///
    /// A customer who had to sign in first comes here without the token, which is stored nowhere. The page of the
    /// address says that the new address still waits for its link.
    package static func showAddressConfirm(_ visit: CustomerVisit) throws -> Response {
        let token = visit.request.query["token"]
        guard MailedToken.isOne(token) else { return visit.redirect("/settings/address") }
        let pending = try visit.store.addressChange(of: visit.customer.id)
        return visit.page(AddressConfirmPage(token: token, newEmail: pending?.newEmail)).unindexed
    }

    /// `POST /settings/address/confirm`: replaces the old address by the new one, which is now proved.
    package static func changeAddress(_ visit: CustomerVisit) throws -> Response {
        switch try visit.app.changeAddress(of: visit.signedIn, token: visit.request.form["token"], visit.asker) {
        case .changed: visit.redirect("/settings?saved=yes")
        case .taken(let email): refuse(email, "problem.address.taken", visit)
        case .unknownLink: visit.page(.unknown)
        }
    }

    /// Returns the page of the address with an error beside the field.
    private static func refuse(_ newEmail: String, _ key: String, _ visit: CustomerVisit) -> Response {
        let page = AddressPage(
            email: visit.customer.email, newEmail: newEmail, problem: visit.text(key),
            needsFreshSignIn: !visit.signedIn.mayChangeAddress)
        return visit.page(page, status: .unprocessableContent)
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

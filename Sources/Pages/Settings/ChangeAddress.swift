import Accounts
package import HTTP
import Logging
import Mail
import Postgres
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// The minutes after a sign-in in which the address can be changed (ASVS 5.0, 7.5.1).
    private static let freshMinutes = 15

    private static func isFresh(_ signedIn: SignedIn) -> Bool {
        signedIn.ageSeconds < freshMinutes * 60
    }

    /// `GET /settings/address`.
    package static func showAddress(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let pending = try app.store.addressChange(of: signedIn.customer.id)
        return app.page(
            AddressPage(
                email: signedIn.customer.email, pendingEmail: pending.flatMap { $0.isExpired ? nil : $0.newEmail },
                needsFreshSignIn: !isFresh(signedIn)),
            visit)
    }

    /// `POST /settings/address`: mails a link to the new address; nothing changes until it is used.
    package static func mailAddressLink(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        guard isFresh(signedIn) else { return app.redirect("/settings/address") }
        let customer = signedIn.customer
        let typed = visit.request.form["newEmail"]
        func refuse(_ key: String) -> Response {
            let page = AddressPage(
                email: customer.email, newEmail: typed, problem: app.text(key, visit.language), needsFreshSignIn: false)
            return app.page(page, visit, status: .unprocessableContent)
        }
        let address: EmailAddress
        do {
            address = try EmailAddress(validating: typed)
        } catch {
            return refuse(error.textKey)
        }
        guard address != EmailAddress(customer.email) else { return refuse("problem.address.same") }
        try app.store.transaction {
            try app.countMail(to: address, visit.asker)
            try app.store.insertAddressChange(of: customer.id, to: address, lifetimeMinutes: app.config.linkMinutes)
            try app.enqueue(MailAddressLink(customer: customer.id), visit.language)
        }
        return app.page(
            AddressSentPage(
                newEmail: address.text,
                minutes: app.text("wait.minutes", visit.language, counting: app.config.linkMinutes)),
            visit)
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
        let customer = signedIn.customer
        let token = visit.request.form["token"]
        enum Outcome { case changed, taken(String), unknown }
        let outcome: Outcome = try app.store.transaction {
            let store = try app.store
            try store.lock(customer.id)
            guard MailedToken.isOne(token),
                let change = try store.takeAddressChange(of: customer.id, tokenDigest: MailedToken.digest(token)),
                let address = EmailAddress(change.newEmail)
            else { return .unknown }
            if try store.isTaken(address, byOtherThan: customer.id) { return .taken(change.newEmail) }
            do {
                try store.transaction { try store.setEmail(of: customer.id, to: change) }
            } catch let error as PostgresError where error.sqlState == SQLState.uniqueViolation {
                // Somebody else proved the same address at this moment.
                return .taken(change.newEmail)
            }
            // Other browsers and unused links end: somebody else may read the old mailbox.
            try store.deleteSessions(of: customer.id, except: signedIn.sessionID)
            try store.revokeLinks(of: customer.id)
            try store.deleteFlows(of: customer.id)
            try store.deleteAccountDeletion(of: customer.id)
            try app.enqueue(
                MailAddressChanged(recipient: customer.email, newEmailMasked: address.masked),
                visit.language)
            return .changed
        }
        switch outcome {
        case .changed:
            app.log.info("address changed", metadata: ["request": "\(visit.request.id)", "customer_id": "\(customer.id)"])
            return app.redirect("/settings?saved=yes")
        case .unknown:
            return Login.linkProblem(.unknown, visit, app)
        case .taken(let email):
            // Only the owner of the address gets here, so this reveals nothing to others.
            let page = AddressPage(
                email: customer.email, newEmail: email, problem: app.text("problem.address.taken", visit.language),
                needsFreshSignIn: !isFresh(signedIn))
            return app.page(page, visit, status: .unprocessableContent)
        }
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

/// Mails the link that proves a new address. Running twice is harmless: both links work.
package struct MailAddressLink: Job {
    package static let kind = "settings.mail-address-link"
    package static func usefulSeconds(_ config: Config) -> Int { config.linkMinutes * 60 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let change = try app.store.addressChange(of: id), !change.isExpired,
            let address = EmailAddress(change.newEmail)
        else { return }
        let token = MailedToken.make()
        try app.store.setToken(ofAddressChange: id, tokenDigest: MailedToken.digest(token))
        let page = AddressLinkMail(
            url: app.url("/settings/address/confirm", ["token": token]),
            minutes: app.text("wait.minutes", context.language, counting: app.config.linkMinutes),
            newEmail: change.newEmail)
        try context.send(try app.message(page, to: address, context), app)
    }
}

struct AddressLinkMail: MailPage {
    static let name = "address-confirm"
    let url: String, minutes: String, newEmail: String
}

/// Tells the old address that it was replaced, even if the account is deleted meanwhile. Running twice is harmless: the Message-ID is the same.
package struct MailAddressChanged: Job {
    package static let kind = "settings.mail-address-changed"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let recipient: String
    let newEmailMasked: String

    package func run(_ context: JobContext, _ app: App) throws {
        guard let address = EmailAddress(recipient) else { return }
        try context.send(try app.message(AddressChangedMail(newEmailMasked: newEmailMasked), to: address, context), app)
    }
}

struct AddressChangedMail: MailPage {
    static let name = "address-changed"
    let newEmailMasked: String
}

import Logging
package import Mail
import Postgres
package import Runtime
package import Storage
import Templates

/// The outcome of asking for a new address.
package enum AddressRequest: Sendable {
    /// A link was mailed to the new address; nothing changes until it is used.
    case mailed(EmailAddress)
    /// The customer signed in too long ago.
    case needsFreshSignIn
    case invalid(EmailAddress.Problem)
    /// The account has this address already.
    case same
}

/// The outcome of using the link that proves a new address.
package enum AddressChangeOutcome: Sendable {
    case changed
    /// Another account has the address. Only a person who reads its mail learns this.
    case taken(email: String)
    /// The link is wrong, another customer's, used, replaced or expired.
    case unknownLink
}

extension SignedIn {
    /// True if the sign-in is at most 15 minutes old, recent enough to change the address (ASVS 5.0, 7.5.1). The
    /// database's clock decides, and this machine's adds the time for which the session was remembered.
    package var mayChangeAddress: Bool { ageSeconds < 15 * 60 }
}

extension App {
    /// Has a link mailed to the new address of a customer; nothing changes until it is used.
    ///
    /// - Throws: `Refusal.tooManyRequests` if a limit on mails is reached.
    package func askForAddressChange(
        to typed: String, of signedIn: SignedIn, _ asker: Asker
    ) throws -> AddressRequest {
        guard signedIn.mayChangeAddress else { return .needsFreshSignIn }
        let customer = signedIn.customer, address: EmailAddress
        do {
            address = try EmailAddress(validating: typed)
        } catch {
            return .invalid(error)
        }
        guard address != EmailAddress(customer.email) else { return .same }
        try askForConfirmation(by: MailAddressLink(customer: customer.id), to: address, of: customer.id, asker) {
            try $0.insertAddressChange(of: customer.id, to: address, lifetimeMinutes: config.linkMinutes)
        }
        return .mailed(address)
    }

    /// Replaces a customer's address by the new one, which the token of its link proves.
    package func changeAddress(
        of signedIn: SignedIn, token: String, _ asker: Asker
    ) throws -> AddressChangeOutcome {
        let customer = signedIn.customer, store = try store
        let outcome: AddressChangeOutcome = try store.transaction {
            try store.lock(customer.id)
            guard MailedToken.isOne(token),
                let change = try store.takeAddressChange(of: customer.id, tokenDigest: MailedToken.digest(token)),
                let address = EmailAddress(change.newEmail)
            else { return .unknownLink }
            if try store.isTaken(address, byOtherThan: customer.id) { return .taken(email: change.newEmail) }
            // Devices go on signing in with the address that they were set up with.
            if let old = try store.customer(customer.id).flatMap({ EmailAddress($0.email) }) {
                let digest = DeviceUserName.digest(ofEarlier: old, key: secrets.devices.current)
                try store.keepEarlierAddress(digest: digest, of: customer.id)
            }
            do {
                try store.transaction { try store.setEmail(of: customer.id, to: change) }
            } catch let error as PostgresError where error.sqlState == SQLState.uniqueViolation {
                // Somebody else proved the same address at this moment.
                return .taken(email: change.newEmail)
            }
            // Other browsers and unused links end: somebody else may read the old mailbox.
            try store.deleteSessions(of: customer.id, except: signedIn.sessionID)
            try store.revokeLinks(of: customer.id)
            try store.deleteFlows(of: customer.id)
            try store.deleteAccountDeletion(of: customer.id)
            try enqueue(
                MailAddressChanged(recipient: customer.email, newEmailMasked: address.masked), asker.language)
            return .changed
        }
        if case .changed = outcome {
            log.info("address changed", metadata: asker.logFields(customer.id))
        }
        return outcome
    }
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

/// Tells the old address that it was replaced, even if the account is deleted meanwhile. Running twice is harmless: the
/// Message-ID is the same.
package struct MailAddressChanged: Job {
    package static let kind = "settings.mail-address-changed"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let recipient: String
    let newEmailMasked: String

    package func run(_ context: JobContext, _ app: App) throws {
        guard let address = EmailAddress(recipient) else { return }
        let contact = app.config.operatorContact
        let page = AddressChangedMail(
            newEmailMasked: newEmailMasked, canReply: !app.config.mailReplyTo.isEmpty,
            operatorContact: contact.isEmpty ? nil : contact)
        try context.send(try app.message(page, to: address, context), app)
    }
}

struct AddressChangedMail: MailPage {
    static let name = "address-changed"
    let newEmailMasked: String
    /// False if the mail names no address for answers. The operator is then reached by the contact.
    let canReply: Bool
    let operatorContact: String?
}

import Logging
import Mail
package import Runtime
package import Storage
import Templates

extension App {
    /// Has a link mailed to a customer; nothing is deleted until it is used.
    ///
    /// - Parameter typed: the address of the account, which the customer has to type.
    /// - Returns: false if `typed` is not the account's address.
    /// - Throws: `Refusal.tooManyRequests` if a limit on mails is reached.
    package func askForDeletion(of customer: Customer, typed: String, _ asker: Asker) throws -> Bool {
        guard let address = EmailAddress(customer.email), EmailAddress(typed) == address else { return false }
        try askForConfirmation(by: MailDeletionLink(customer: customer.id), to: address, of: customer.id, asker) {
            try $0.insertAccountDeletion(of: customer.id, lifetimeMinutes: config.linkMinutes)
        }
        return true
    }

    /// Deletes an account and everything that belongs to it, at once.
    ///
    /// - Parameters:
    ///   - token: the token of the mailed link.
    ///   - ending: what has to be done in the same transaction, as for a link to another service.
    /// - Returns: false if the link is wrong, another customer's, used, replaced or expired.
    package func deleteAccount(
        of customer: Customer, token: String, _ asker: Asker, ending: () throws -> Void
    ) throws -> Bool {
        let store = try store
        let isDeleted = try store.transaction {
            try store.lock(customer.id)
            guard MailedToken.isOne(token),
                try store.takeAccountDeletion(of: customer.id, tokenDigest: MailedToken.digest(token))
            else { return false }
            try ending()
            guard try store.delete(customer.id) else { return false }
            try enqueue(MailAccountDeleted(recipient: customer.email), asker.language)
            return true
        }
        if isDeleted {
            log.info("account deleted", metadata: asker.logFields(customer.id))
        }
        return isDeleted
    }
}

extension App {
    /// Deletes an account and everything that belongs to it by the word of an operator. No mail is sent.
    ///
    /// - Parameter ending: what has to be done in the same transaction.
    /// - Returns: false if somebody else deleted it first.
    package func removeAccount(of customer: CustomerID, ending: () throws -> Void) throws -> Bool {
        let store = try store
        return try store.transaction {
            try store.lock(customer)
            try ending()
            return try store.delete(customer)
        }
    }
}

/// Mails the link that deletes the account, to its current address. Running twice is harmless: both links
/// work.
package struct MailDeletionLink: Job {
    package static let kind = "settings.mail-deletion-link"
    package static func usefulSeconds(_ config: Config) -> Int { config.linkMinutes * 60 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let id = customerID, let wish = try app.store.accountDeletion(of: id), !wish.isExpired,
            let customer = try app.store.customer(id), let address = EmailAddress(customer.email)
        else { return }
        let token = MailedToken.make()
        try app.store.setToken(ofAccountDeletion: id, tokenDigest: MailedToken.digest(token))
        let page = DeletionLinkMail(
            url: app.url("/settings/delete/confirm", ["token": token]),
            minutes: app.text("wait.minutes", context.language, counting: app.config.linkMinutes))
        try context.send(try app.message(page, to: address, context), app)
    }
}

struct DeletionLinkMail: MailPage {
    static let name = "delete-confirm"
    let url: String, minutes: String
}

/// Mails the confirmation that an account was deleted. The job's row is the last place with the address, and
/// loses it when the mail is sent. Running twice is harmless: the Message-ID is the same.
package struct MailAccountDeleted: Job {
    package static let kind = "settings.mail-account-deleted"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let recipient: String

    package func run(_ context: JobContext, _ app: App) throws {
        guard let address = EmailAddress(recipient) else { return }
        try context.send(try app.message(AccountDeletedMail(), to: address, context), app)
    }
}

struct AccountDeletedMail: MailPage {
    static let name = "account-deleted"
}

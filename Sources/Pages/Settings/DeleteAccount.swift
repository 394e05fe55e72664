import Accounts
package import HTTP
import Logging
import Mail
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/delete`: lists what will be deleted, with a field for the address.
    package static func showDelete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        app.page(DeletePage(email: signedIn.customer.email), visit)
    }

    /// `POST /settings/delete`: mails a link to the customer; nothing is deleted until it is used.
    package static func mailDeletionLink(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let typed = visit.request.form["typed"]
        let customer = signedIn.customer
        guard let address = EmailAddress(customer.email), EmailAddress(typed) == address else {
            let page = DeletePage(
                email: customer.email, typed: typed, problem: app.text("problem.address.mismatch", visit.language))
            return app.page(page, visit, status: .unprocessableContent)
        }
        try app.store.transaction {
            try app.countMail(to: address, visit.asker)
            try app.store.insertAccountDeletion(of: customer.id, lifetimeMinutes: app.config.linkMinutes)
            try app.enqueue(MailDeletionLink(customer: customer.id), visit.language)
        }
        return app.page(
            DeleteSentPage(
                email: customer.email,
                minutes: app.text("wait.minutes", visit.language, counting: app.config.linkMinutes)),
            visit)
    }

    /// `GET /settings/delete/confirm?token=`: one button; opening the link changes nothing.
    ///
    /// A customer who had to sign in first comes here without the token, since it is not stored, and asks
    /// for another link.
    package static func showDeleteConfirm(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let token = visit.request.query["token"]
        guard MailedToken.isOne(token) else { return app.redirect("/settings/delete") }
        return app.page(DeleteConfirmPage(token: token, email: signedIn.customer.email), visit).unindexed
    }

    /// `POST /settings/delete/confirm`: deletes the account and everything that belongs to it, at once.
    package static func deleteAccount(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let token = visit.request.form["token"]
        let customer = signedIn.customer
        let isDeleted = try app.store.transaction {
            let store = try app.store
            try store.lock(customer.id)
            guard MailedToken.isOne(token),
                try store.takeAccountDeletion(of: customer.id, tokenDigest: MailedToken.digest(token)),
                try store.delete(customer.id)
            else { return false }
            try app.enqueue(MailAccountDeleted(recipient: customer.email), visit.language)
            return true
        }
        guard isDeleted else { return Login.linkProblem(.unknown, visit, app) }
        app.log.info("account deleted", metadata: ["request": "\(visit.request.id)", "customer_id": "\(customer.id)"])
        var response = app.page(DeletedPage(), visit.signedOut)
        response.forgetEverything()
        return response
    }
}

struct DeletePage: Page {
    static let template = "settings/delete"
    static let hasForm = true
    var email: String
    var typed = ""
    var problem: String?
}

struct DeleteSentPage: Page {
    static let template = "settings/delete-sent"
    var email: String
    var minutes: String
}

struct DeleteConfirmPage: Page {
    static let template = "settings/delete-confirm"
    static let hasForm = true
    var token: String
    var email: String
}

struct DeletedPage: Page {
    static let template = "settings/deleted"
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

import FeatureKit
import HTTP
import Logging
import Mail
import Storage

extension Settings {
    /// `GET /settings/delete`: what will be removed, and a field for the address.
    static func showDelete(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        app.page(DeletePage(email: signedIn.customer.email), visit)
    }

    /// `POST /settings/delete`: removes the account and everything that hangs on it, at once.
    static func deleteAccount(_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        let typed = visit.request.form["typed"]
        let customer = signedIn.customer
        guard let address = EmailAddress(customer.email), EmailAddress(typed) == address else {
            let page = DeletePage(
                email: customer.email, typed: typed, problem: app.text("problem.address.mismatch", visit.language))
            return app.page(page, visit, status: .unprocessableContent)
        }
        try app.store.transaction {
            guard try app.store.delete(customer.id) else { return }
            try app.enqueue(MailAccountDeleted(recipient: customer.email), visit.language)
        }
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

struct DeletedPage: Page {
    static let template = "settings/deleted"
}

/// Confirms that an account is gone; the job row is the last place that knows the address, and
/// forgets it when the mail has left. Running twice is harmless: the Message-ID is the same.
struct MailAccountDeleted: Job {
    static let kind = "settings.mail-account-deleted"
    static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let recipient: String

    func run(_ context: JobContext, _ app: App) throws {
        guard let address = EmailAddress(recipient) else { return }
        try context.send(try app.message(AccountDeletedMail(), to: address, context), app)
    }
}

struct AccountDeletedMail: MailPage {
    static let name = "account-deleted"
}

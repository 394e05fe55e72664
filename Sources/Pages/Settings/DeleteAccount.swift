import Accounts
import Agreements
package import HTTP
package import Runtime
package import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/delete`: lists what will be deleted, with a field for the address.
    package static func showDelete(
        _ files: [ExportFile]
    ) -> @Sendable (_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        { visit, signedIn, app in
            app.page(DeletePage(items: items(files, visit, app), email: signedIn.customer.email), visit)
        }
    }

    /// `POST /settings/delete`: mails a link to the customer; nothing is deleted until it is used.
    package static func mailDeletionLink(
        _ files: [ExportFile]
    ) -> @Sendable (_ visit: Visit, _ signedIn: SignedIn, _ app: App) throws -> Response {
        { visit, signedIn, app in try mailDeletionLink(files, visit, signedIn, app) }
    }

    /// Returns what is deleted, in sentences: each part of the data of which there is a file in the export.
    private static func items(_ files: [ExportFile], _ visit: Visit, _ app: App) -> [String] {
        let parts = Set(files.compactMap(\.part))
        return DataPart.allCases.filter(parts.contains).map { app.text("delete.item.\($0.rawValue)", visit.language) }
    }

    private static func mailDeletionLink(
        _ files: [ExportFile], _ visit: Visit, _ signedIn: SignedIn, _ app: App
    ) throws -> Response {
        let typed = visit.request.form["typed"], customer = signedIn.customer
        guard try app.askForDeletion(of: customer, typed: typed, visit.asker) else {
            let page = DeletePage(
                items: items(files, visit, app), email: customer.email, typed: typed,
                problem: app.text("problem.address.mismatch", visit.language))
            return app.page(page, visit, status: .unprocessableContent)
        }
        return app.page(
            DeleteSentPage(
                email: customer.email,
                minutes: app.formatter(visit).text("wait.minutes", counting: app.config.linkMinutes)),
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
        let isDeleted = try app.deleteAccount(of: signedIn.customer, token: token, visit.asker) {
            try app.endLink(ofDeleted: signedIn.customer.id)
        }
        guard isDeleted else {
            return app.page(LinkProblem.unknown, visit)
        }
        var response = app.page(DeletedPage(), visit.signedOut)
        response.forgetEverything()
        return response
    }
}

struct DeletePage: Page {
    static let template = "settings/delete"
    static let hasForm = true
    /// The parts of the customer's data.
    var items: [String]
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

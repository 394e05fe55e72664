import Accounts
import Agreements
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/delete`: lists what will be deleted, with a field for the address.
    package static func showDelete(_ files: [ExportFile]) -> CustomerHandler {
        { visit in visit.page(DeletePage(items: items(files, visit), email: visit.customer.email)) }
    }

    /// `POST /settings/delete`: mails a link to the customer; nothing is deleted until it is used.
    package static func mailDeletionLink(_ files: [ExportFile]) -> CustomerHandler {
        { visit in try mailDeletionLink(files, visit) }
    }

    /// Returns what is deleted, in sentences: each part of the data of which there is a file in the export.
    private static func items(_ files: [ExportFile], _ visit: CustomerVisit) -> [String] {
        let parts = Set(files.compactMap(\.part))
        return DataPart.allCases.filter(parts.contains).map { visit.text("delete.item.\($0.rawValue)") }
    }

    private static func mailDeletionLink(_ files: [ExportFile], _ visit: CustomerVisit) throws -> Response {
        let typed = visit.request.form["typed"], customer = visit.customer
        guard try visit.app.askForDeletion(of: customer, typed: typed, visit.asker) else {
            let page = DeletePage(
                items: items(files, visit), email: customer.email, typed: typed,
                problem: visit.text("problem.address.mismatch"))
            return visit.page(page, status: .unprocessableContent)
        }
        return visit.page(
            DeleteSentPage(
                email: customer.email,
                minutes: visit.format.text("wait.minutes", counting: visit.app.config.linkMinutes)))
    }

    /// `GET /settings/delete/confirm?token=`: one button; opening the link changes nothing.
    ///
    /// A customer who had to sign in first comes here without the token, since it is not stored, and asks
    /// for another link.
    package static func showDeleteConfirm(_ visit: CustomerVisit) throws -> Response {
        let token = visit.request.query["token"]
        guard MailedToken.isOne(token) else { return visit.redirect("/settings/delete") }
        return visit.page(DeleteConfirmPage(token: token, email: visit.customer.email)).unindexed
    }

    /// `POST /settings/delete/confirm`: deletes the account and everything that belongs to it, at once.
    package static func deleteAccount(_ visit: CustomerVisit) throws -> Response {
        let token = visit.request.form["token"]
        let isDeleted = try visit.app.deleteAccount(of: visit.customer, token: token, visit.asker) {
            try visit.app.endLink(ofDeleted: visit.customer.id)
        }
        guard isDeleted else { return visit.page(.unknown) }
        var response = visit.app.page(DeletedPage(), visit.visitor.signedOut)
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

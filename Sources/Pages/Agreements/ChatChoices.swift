import Agreements
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension AgreementPages {
    /// `POST /settings/whatsapp/chats`: switches a chat off or on.
    package static func switchChat(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let number = Int64(form["id"]), ["on", "off"].contains(form["to"]) else { throw Refusal.badRequest }
        let isOff = form["to"] == "off"
        guard try visit.agreements.setChat(ChatID(number), isOff: isOff) else { throw Refusal.notFound }
        return visit.redirect("/settings/whatsapp?done=\(isOff ? "off" : "on")")
    }

    /// `POST /settings/whatsapp/choices`: the mail about what was found, and the language model if there is one.
    package static func choose(_ visit: CustomerVisit) throws -> Response {
        let home = visit.agreements, form = visit.request.form
        let allowsModel = try home.modelHost == nil ? home.link().allowsModel : form["model"] == "yes"
        try home.choose(allowsModel: allowsModel, mailsFindings: form["mails"] == "yes")
        return visit.redirect("/settings/whatsapp?done=saved")
    }

    /// `GET /settings/whatsapp/forget`: asks before everything is forgotten.
    package static func askToForget(_ visit: CustomerVisit) throws -> Response {
        visit.page(ForgetChatsPage())
    }

    /// `POST /settings/whatsapp/forget`.
    package static func forget(_ visit: CustomerVisit) throws -> Response {
        try visit.agreements.forgetEverything()
        return visit.redirect("/settings/whatsapp?done=forgotten")
    }
}

struct ForgetChatsPage: Page {
    static let template = "agreements/forget"
    static let hasForm = true
}

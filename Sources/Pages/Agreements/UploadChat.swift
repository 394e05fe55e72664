import Agreements
import Crypto
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension AgreementPages {
    /// The maximum length of an upload in bytes: a file and the rest of the form, as in nginx.
    package static let uploadLimit = 9 << 20
    /// The largest file that the second question carries along, so that it need not be chosen again.
    private static let carriedBytes = 256 << 10

    /// `GET /settings/whatsapp/upload`: the form for an exported chat.
    package static func showUpload(_ visit: CustomerVisit) throws -> Response {
        visit.page(UploadChatPage())
    }

    /// `POST /settings/whatsapp/upload`: takes in an exported chat. It is read within seconds, and the inbox shows what
    /// was found.
    package static func upload(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, format = visit.format
        let bytes = form.contains("data")
            ? base64Decoded(form["data"]) ?? [] : form.files.first { $0.name == "file" }?.bytes ?? []
        let own = form["own"]
        do {
            let chat = try visit.agreements.upload(bytes, ownName: own.isEmpty ? nil : own)
            var query = [("read", chat.id.description), ("messages", String(chat.messages))]
            if chat.isDateOrderGuessed { query.append(("order", chat.isMonthFirst ? "month" : "day")) }
            return visit.redirect(Request.address("/inbox", query))
        } catch let refusal as UploadRefusal {
            var page = UploadChatPage()
            if case .whoAreYou(let names) = refusal {
                page.names = names
                page.asksName = true
                if bytes.count <= carriedBytes { page.data = base64(bytes) }
                return visit.page(page)
            }
            page.problem = problem(refusal, format)
            guard case .tooOften(let seconds) = refusal else {
                return visit.page(page, status: .unprocessableContent)
            }
            var response = visit.page(page, status: .tooManyRequests)
            response.headers["Retry-After"] = String(seconds)
            return response
        }
    }

    private static func problem(_ refusal: UploadRefusal, _ format: Formatter) -> String {
        switch refusal {
        case .empty: format.text("problem.chat.empty")
        case .tooLarge(let megabytes): format.text("problem.chat.too-large", ["n": format.number(megabytes)])
        case .tooOften(let seconds): format.text("problem.chat.too-often", ["wait": format.wait(seconds)])
        case .notAChat: format.text("problem.chat.not-a-chat")
        case .noMessages: format.text("problem.chat.no-messages")
        case .group: format.text("problem.chat.group")
        case .oneSided: format.text("problem.chat.one-sided")
        case .chatOff: format.text("problem.chat.off")
        case .whoAreYou: format.text("upload.who")
        }
    }
}

struct UploadChatPage: Page {
    static let template = "agreements/upload"
    static let hasForm = true
    var problem: String?
    /// True for the second question: the customer's name in the file.
    var asksName = false
    /// The two names in the file.
    var names: [String] = []
    /// The file as base64; nil if it is too large and must be chosen again.
    var data: String?
}

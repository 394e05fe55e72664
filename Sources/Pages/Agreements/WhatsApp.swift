import Agreements
import CivilTime
package import HTTP
import Storage
import Templates
package import Web

extension AgreementPages {
    /// `GET /settings/whatsapp`: consent, the link, and the chats.
    ///
    /// While a link is made, the page loads itself again: the reload is a header, because pages with a reloading `meta`
    /// fail the rules of accessibility.
    package static func showWhatsApp(_ visit: CustomerVisit) throws -> Response {
        let home = visit.agreements, link = try home.link()
        var response = visit.page(try page(home, link, LinkForm(), visit))
        if link.isUnderWay { response.headers["Refresh"] = "5" }
        return response
    }

    /// Returns the page, with the form of a link as it was sent.
    static func page(
        _ home: AgreementHome, _ link: ChatLink, _ form: LinkForm, consentProblem: String? = nil, _ visit: CustomerVisit
    ) throws -> WhatsAppPage {
        let words = try FoundWords(visit)
        let chats = link.isUnderWay ? [] : try home.chats().map { ChatItem($0, words) }
        var page = WhatsAppPage(
            notice: notice(visit, words), chats: chats, hasChats: !chats.isEmpty, mailsFindings: link.mailsFindings,
            proofDays: words.number(AgreementHome.proofDays))
        page.model = home.modelHost.map { ModelChoice(host: $0.host, country: $0.country, isOn: link.allowsModel) }
        page.isUnderWay = link.isUnderWay
        if link.isUnderWay { page.step = "\(link.state.rawValue) \(link.code?.text ?? "")" }
        guard home.hasBridge else {
            page.isMissing = true
            return page
        }
        page.number = link.maskedNumber
        switch link.state {
        case _ where link.consentedAt == nil:
            page.consent = ConsentForm(problem: consentProblem)
            return page
        case .off: page.form = form
        case .failed, .lost:
            page.form = form
            page.failure = link.problem.map { failure($0, words) } ?? words.text("whatsapp.status.failed")
        case .asked: page.wait = words.text("whatsapp.wait.asked")
        case .waiting:
            page.code = link.code.map(CodeHalves.init)
            page.wait = words.text(page.code == nil ? "whatsapp.wait.asked" : "whatsapp.wait.phone")
        case .linked: page.wait = words.text("whatsapp.wait.linked")
        case .ready: page.phone = LinkedPhone(name: link.name, status: LinkStatus(link, words).words)
        }
        return page
    }

    private static func failure(_ problem: ChatLinkProblem, _ words: FoundWords) -> String {
        switch problem {
        case .unreachable: words.text("problem.link.unreachable")
        case .refused: words.text("problem.link.refused")
        case .expired: words.text("problem.link.expired")
        case .ended: words.text("problem.link.ended")
        }
    }

    /// Returns the sentence that says what the last form did; nil without one.
    private static func notice(_ visit: CustomerVisit, _ words: FoundWords) -> String? {
        switch visit.request.query["done"] {
        case "saved": words.text("settings.saved")
        case "disconnected": words.text("whatsapp.done.disconnected")
        case "cancelled": words.text("whatsapp.done.cancelled")
        case "off": words.text("whatsapp.done.off")
        case "on": words.text("whatsapp.done.on")
        case "forgotten": words.text("whatsapp.done.forgotten")
        default: nil
        }
    }
}

struct WhatsAppPage: Page {
    static let template = "agreements/whatsapp"
    static let hasForm = true
    /// The sentence that says what the last form did.
    var notice: String?
    /// True if this installation has no bridge.
    var isMissing = false
    /// The question for consent, before anything is linked.
    var consent: ConsentForm?
    /// The form that asks for the number.
    var form: LinkForm?
    /// The reason why the last link was not made, or ended.
    var failure: String?
    /// The sentence beside the moving mark, while a link is made.
    var wait: String?
    var code: CodeHalves?
    /// The number that is linked, mostly hidden.
    var number: String?
    var phone: LinkedPhone?
    var isUnderWay = false
    /// The state of a link that is being made, and its code: a script loads the page again when they change.
    var step = ""
    var chats: [ChatItem]
    var hasChats: Bool
    var mailsFindings: Bool
    /// The choice about the operator's language model; nil if there is none.
    var model: ModelChoice?
    /// The days for which sentences are kept.
    var proofDays: String
}

/// The choice whether a language model reads the chats, too.
struct ModelChoice: Encodable {
    var host: String
    var country: String
    var isOn: Bool
}

struct ConsentForm: Encodable {
    var problem: String?
}

/// The form that asks for the number.
struct LinkForm: Encodable {
    var typed = ""
    var problem: String?
}

/// The code for the phone in its two halves.
struct CodeHalves: Encodable {
    var first: String
    var second: String
    /// Both together, to copy.
    var whole: String
    /// Letter by letter, to be heard.
    var spelled: String

    init(first: String, second: String, whole: String, spelled: String) {
        self.first = first
        self.second = second
        self.whole = whole
        self.spelled = spelled
    }

    init(_ code: LinkingCode) {
        (first, second) = code.halves
        whole = code.text
        func letters(_ half: String) -> String { half.map { String($0) }.joined(separator: " ") }
        spelled = "\(letters(first)), \(letters(second))"
    }
}

struct LinkedPhone: Encodable {
    /// The name of the phone's owner at WhatsApp.
    var name: String?
    var status: String
}

/// A chat in the list.
struct ChatItem: Encodable {
    var id: String
    var name: String
    var details: String
    var isOff: Bool
    var isNotUnderstood: Bool

    init(id: String, name: String, details: String, isOff: Bool, isNotUnderstood: Bool) {
        self.id = id
        self.name = name
        self.details = details
        self.isOff = isOff
        self.isNotUnderstood = isNotUnderstood
    }

    init(_ chat: KnownChat, _ words: FoundWords) {
        id = chat.id.description
        name = chat.name ?? chat.maskedNumber ?? words.text("inbox.nobody")
        let last = words.text("whatsapp.chat.last", ["day": words.day(of: chat.lastMessageAt)])
        let kind = chat.source == .upload ? words.text("whatsapp.chat.uploaded") : nil
        details = [kind, last].compactMap(\.self).joined(separator: " · ")
        isOff = chat.isOff
        isNotUnderstood = chat.isNotUnderstood
    }
}

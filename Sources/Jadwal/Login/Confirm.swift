import Crypto
import FeatureKit
import HTTP
import Mail
import Storage

extension Login {
    /// `GET /magic-link?token=`: one button. Opening the link, any number of times and by whatever
    /// program, spends nothing: this page does not even look the token up.
    static func showConfirm(_ visit: Visit, _ app: App) throws -> Response {
        let token = visit.request.query["token"]
        guard isToken(token) else { return linkProblem(.unknown, visit, app) }
        let flow = try flow(of: visit, app)
        let page = ConfirmPage(
            token: token, maskedEmail: flow.flatMap { EmailAddress($0.typedEmail)?.masked },
            isSameBrowser: flow != nil, signedInAs: visit.signedIn?.customer.email)
        return tokenPage(app.page(page, visit))
    }

    /// A UUID as RFC 9562 writes it; anything else is not worth a question to the database.
    static func isToken(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
            default: Character(Unicode.Scalar(bytes[index])).isHexDigit
            }
        }
    }

    /// What is stored of a link's token. UUIDs are compared without regard to case (RFC 9562 §4).
    static func digest(ofToken token: String) -> [UInt8] {
        sha256(Array(token.lowercased().utf8))
    }

    /// Pages that hold a token are not for search engines.
    static func tokenPage(_ page: Response) -> Response {
        var page = page
        page.headers["X-Robots-Tag"] = "noindex"
        return page
    }

    enum LinkProblem {
        case expired, used, replaced, unknown
    }

    /// Why a link does not work, and a form for a fresh one.
    static func linkProblem(_ problem: LinkProblem, email: String = "", _ visit: Visit, _ app: App) -> Response {
        let page = LinkProblemPage(
            isExpired: problem == .expired, isUsed: problem == .used, isReplaced: problem == .replaced,
            isUnknown: problem == .unknown, email: email)
        return tokenPage(app.page(page, visit, status: problem == .unknown ? .notFound : .gone))
    }
}

struct ConfirmPage: Page {
    static let template = "login/confirm"
    static let hasForm = true
    var token: String
    var maskedEmail: String?
    var isSameBrowser: Bool
    var signedInAs: String?
}

struct LinkProblemPage: Page {
    static let template = "login/link-problem"
    static let hasForm = true
    var isExpired: Bool
    var isUsed: Bool
    var isReplaced: Bool
    var isUnknown: Bool
    var email: String
}

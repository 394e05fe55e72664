import Accounts
import HTTP
import Runtime
import Templates
import Web

extension App {
    /// Returns the page that says why a mailed link does not work, with a form for a new one.
    func page(_ problem: LinkProblem, email: String = "", _ visit: Visit) -> Response {
        let page = LinkProblemPage(
            isExpired: problem == .expired, isUsed: problem == .used, isReplaced: problem == .replaced,
            isUnknown: problem == .unknown, email: email,
            next: AskedSignIn(visit, self)?.next ?? "")
        return self.page(page, visit, status: problem == .unknown ? .notFound : .gone).unindexed
    }
}

extension CustomerVisit {
    /// Returns the page that says why a mailed link does not work.
    func page(_ problem: LinkProblem) -> Response { app.page(problem, visitor) }
}

struct LinkProblemPage: Page {
    static let template = "login/link-problem"
    static let hasForm = true
    var isExpired: Bool
    var isUsed: Bool
    var isReplaced: Bool
    var isUnknown: Bool
    var email: String
    /// The page to go on to, if this browser asked for a sign-in; else empty.
    var next: String
}

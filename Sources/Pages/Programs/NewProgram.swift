import Accounts
package import HTTP
import Runtime
import Storage
import Templates
package import Web

extension Programs {
    /// `GET /settings/programs/new`: the form for a program of `/api/v1`.
    package static func showNew(_ visit: CustomerVisit) throws -> Response {
        visit.page(NewProgramPage(visit, label: "", chosen: [.read]))
    }

    /// `POST /settings/programs/new`: makes a token with the chosen scopes, and shows it, this once.
    package static func make(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form, typed = form["label"]
        let chosen = TokenScope.allCases.filter { form.all("scope").contains($0.rawValue) }
        var page = NewProgramPage(visit, label: typed, chosen: chosen)
        guard !chosen.isEmpty else {
            page.scopeProblem = visit.text("programs.scope.none")
            return visit.page(page, status: .unprocessableContent)
        }
        switch try visit.app.makeToken(label: typed, scopes: chosen, of: visit.customer.id, visit.asker) {
        case .made(_, let text): page.token = text
        case .unfitLabel: page.labelProblem = visit.text("problem.device.label")
        case .tooMany:
            page.labelProblem = visit.text("programs.full", ["limit": visit.format.number(App.mostTokens)])
        }
        return visit.page(page, status: page.labelProblem == nil ? .ok : .unprocessableContent)
    }
}

struct NewProgramPage: Page {
    static let template = "programs/new"
    static let hasForm = true
    /// The address of the API.
    var address: String
    var label: String
    var labelProblem: String?
    var scopes: [ScopeChoice]
    var scopeProblem: String?
    /// The token that was just made.
    var token: String?
}

/// A thing that a program may be allowed to do.
struct ScopeChoice: Encodable {
    var name: String, label: String
    var isChosen: Bool
}

extension NewProgramPage {
    fileprivate init(_ visit: CustomerVisit, label: String, chosen: [TokenScope]) {
        self.init(
            address: visit.app.config.origin + "/api/v1", label: label,
            scopes: TokenScope.allCases.map { scope in
                ScopeChoice(
                    name: scope.rawValue, label: visit.text("programs.scope.\(scope.rawValue)"),
                    isChosen: chosen.contains(scope))
            })
    }
}

import Calendars
package import HTTP
import OutsideCalendars
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/accounts/{account}/password`: asks for another password.
    package static func askForPassword(_ visit: CustomerVisit) throws -> Response {
        visit.page(AccountPasswordPage(try account(visit)))
    }

    /// `POST /calendars/accounts/{account}/password`: replaces it. A worker tries it at once.
    package static func replacePassword(_ visit: CustomerVisit) throws -> Response {
        let state = try account(visit)
        var page = AccountPasswordPage(state)
        do {
            let password = visit.request.form["password"].trimmed
            guard try visit.outsideAccounts.replacePassword(of: state.account.id, with: password)
            else { throw Refusal.notFound }
            return visit.redirect("/calendars?done=looking")
        } catch AccountProblem.locked {
            page.problem = visit.text("outside.state.locked")
        } catch AccountProblem.tooOften(let seconds) {
            page.problem = visit.text("account.problem.too-often", ["wait": visit.format.wait(seconds)])
            return tooOften(page, seconds, visit)
        } catch is AccountProblem {
            page.problem = visit.text("account.problem.no-password")
        }
        return visit.page(page, status: .unprocessableContent)
    }

    /// `GET /calendars/accounts/{account}/leave`: asks what becomes of the copies.
    package static func askToLeaveAccount(_ visit: CustomerVisit) throws -> Response {
        let state = try account(visit)
        return visit.page(
            LeaveAccountPage(
                id: state.account.id.description, account: AccountItem.title(state), host: state.account.host,
                passwordPage: state.provider?.passwordPage))
    }

    /// `POST /calendars/accounts/{account}/leave`.
    package static func leaveAccount(_ visit: CustomerVisit) throws -> Response {
        let state = try account(visit)
        guard let leaving = Leaving(rawValue: visit.request.form["events"]) else { throw Refusal.badRequest }
        guard try orNotFound({ try visit.outsideAccounts.leave(state, leaving) }) else { throw Refusal.notFound }
        return visit.redirect("/calendars?done=left")
    }
}

struct AccountPasswordPage: Page {
    static let template = "calendars/account-password"
    static let hasForm = true
    var id: String
    var account: String
    var host: String
    var problem: String?
    /// The page of the service at which such passwords are made; nil if it is not known.
    var passwordPage: String?
}

extension AccountPasswordPage {
    fileprivate init(_ state: AccountState) {
        self.init(
            id: state.account.id.description, account: AccountItem.title(state), host: state.account.host,
            passwordPage: state.provider?.passwordPage)
    }
}

struct LeaveAccountPage: Page {
    static let template = "calendars/leave-account"
    static let hasForm = true
    var id: String
    var account: String
    var host: String
    /// The page of the service at which the password can be ended; nil if it is not known.
    var passwordPage: String?
}

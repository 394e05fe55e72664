import Calendars
package import HTTP
import OutsideCalendars
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/join`: the form for an account at another service.
    package static func showJoin(_ visit: CustomerVisit) throws -> Response {
        let provider = Provider(rawValue: visit.request.query["provider"]) ?? .iCloud
        return visit.page(JoinAccountPage(AccountChoices(provider)))
    }

    /// `POST /calendars/join`: takes an account down. A worker proves the password, on the page that follows.
    package static func join(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        guard let provider = Provider(rawValue: form["provider"]) else { throw Refusal.badRequest }
        var choices = AccountChoices(provider)
        choices.address = form["address"].trimmed
        choices.user = form["user"].trimmed
        choices.password = form["password"].trimmed
        choices.withAlarms = form["alarms"] == "yes"
        do {
            let id = try visit.outsideAccounts.join(choices)
            return visit.redirect("/calendars/accounts/\(id)")
        } catch let problem as AccountProblem {
            var page = JoinAccountPage(choices)
            page.word(problem, visit.format)
            if case .tooOften(let seconds) = problem { return tooOften(page, seconds, visit) }
            return visit.page(page, status: .unprocessableContent)
        }
    }

    /// `GET /calendars/accounts/{account}`: waits for the proof, and lets the customer choose calendars.
    package static func showAccount(_ visit: CustomerVisit) throws -> Response {
        let state = try account(visit)
        switch state.account.state {
        case .asked:
            var response = visit.page(AskingPage(host: state.account.host, isLocked: state.status == .locked))
            response.headers["Refresh"] = "2"
            return response
        case .refused:
            var page = JoinAccountPage(AccountChoices(state.provider ?? .other))
            page.problem = sentence(refused: state, visit.format)
            return visit.page(page)
        case .found, .joined:
            return visit.page(PickPage(state, visit.format))
        }
    }

    /// Returns the account that a path names.
    ///
    /// - Throws: 404, also for the account of somebody else.
    static func account(_ visit: CustomerVisit) throws -> AccountState {
        guard let found = try visit.outsideAccounts.account(visit.request.parameter("account"))
        else { throw Refusal.notFound }
        return found
    }

    /// Returns a form with the time after which a password is taken again.
    static func tooOften(_ page: some Page, _ seconds: Int, _ visit: CustomerVisit) -> Response {
        var response = visit.page(page, status: .tooManyRequests)
        response.headers["Retry-After"] = String(seconds)
        return response
    }

    private static func sentence(refused state: AccountState, _ format: Formatter) -> String {
        let host = ["host": state.account.host]
        return switch state.account.problem {
        case "forbidden": format.text("account.problem.password", host)
        case "not-a-calendar", "not-found", "web-page", "gone": format.text("account.problem.nothing", host)
        case "elsewhere": format.text("account.problem.elsewhere", host)
        case "certificate": format.text("account.problem.certificate", host)
        default: format.text("account.problem.unreachable", host)
        }
    }
}

extension CustomerVisit {
    /// The customer's accounts at other services.
    var outsideAccounts: OutsideAccounts { app.outsideAccounts(of: customer) }
}

struct JoinAccountPage: Page {
    static let template = "calendars/join"
    static let hasForm = true
    var providers: [Choice]
    var address: String
    var addressProblem: String?
    var user: String
    var userProblem: String?
    var passwordProblem: String?
    /// The problem of the whole form; nil if there is none, or if it is of a field.
    var problem: String?
    var withAlarms: Bool
}

extension JoinAccountPage {
    /// Makes the form with what was typed. A password is never shown again.
    init(_ choices: AccountChoices) {
        self.init(
            providers: Provider.allCases.map {
                Choice(value: $0.rawValue, label: $0.name, isSelected: $0 == choices.provider)
            },
            address: choices.address, user: choices.user, withAlarms: choices.withAlarms)
    }

    mutating func word(_ found: AccountProblem, _ format: Formatter) {
        switch found {
        case .address(let problem): addressProblem = CalendarPages.sentence(problem, format)
        case .noUser: userProblem = format.text("account.problem.user")
        case .noPassword: passwordProblem = format.text("account.problem.no-password")
        case .tooMany(let limit): problem = format.text("account.problem.many", counting: limit)
        case .locked: problem = format.text("outside.state.locked")
        case .tooOften(let seconds):
            problem = format.text("account.problem.too-often", ["wait": format.wait(seconds)])
        }
    }
}

extension Provider {
    /// The name as the service writes it.
    var name: String {
        switch self {
        case .iCloud: "iCloud"
        case .fastmail: "Fastmail"
        case .nextcloud: "Nextcloud"
        case .yahoo: "Yahoo"
        case .mailboxOrg: "mailbox.org"
        case .posteo: "Posteo"
        case .zoho: "Zoho"
        case .other: "CalDAV"
        }
    }
}

/// The page while a worker proves the password.
struct AskingPage: Page {
    static let template = "calendars/asking"
    var host: String
    /// True if the key of the installation is not there.
    var isLocked: Bool
}

import Calendars
package import HTTP
import OutsideCalendars
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `POST /calendars/accounts/{account}`: reads the chosen calendars, and removes those that are chosen no longer.
    package static func pick(_ visit: CustomerVisit) throws -> Response {
        let state = try account(visit)
        let chosen = Set(visit.request.form.all("calendar"))
        do {
            let isProved = try orNotFound { try visit.outsideAccounts.choose(chosen, of: state) }
            guard isProved else { throw Refusal.notFound }
        } catch CalendarRefusal.tooManyCalendars(let limit) {
            var page = PickPage(state, visit.format)
            page.problem = tooMany(limit, visit.format)
            return visit.page(page, status: .unprocessableContent)
        }
        return visit.redirect("/calendars?done=joined")
    }

    /// `POST /calendars/accounts/{account}/look`: asks the account now, at most once a minute.
    package static func lookAtAccount(_ visit: CustomerVisit) throws -> Response {
        let isAsked = try visit.outsideAccounts.lookNow(try account(visit).account.id)
        return visit.redirect("/calendars?done=\(isAsked ? "looking" : "looked")")
    }
}

/// The calendars of an account, to choose from.
struct PickPage: Page {
    static let template = "calendars/pick"
    static let hasForm = true
    var id: String
    /// The service and the user.
    var account: String
    var host: String
    var problem: String?
    var calendars: [PickItem]
    /// True if the account was joined before.
    var isJoined: Bool

    init(
        id: String, account: String, host: String, problem: String?, calendars: [PickItem], isJoined: Bool
    ) {
        self.id = id
        self.account = account
        self.host = host
        self.problem = problem
        self.calendars = calendars
        self.isJoined = isJoined
    }

    init(_ state: AccountState, _ format: Formatter) {
        let isJoined = state.account.state == .joined
        self.init(
            id: state.account.id.description, account: AccountItem.title(state), host: state.account.host, problem: nil,
            calendars: state.calendars.map { calendar in
                PickItem(
                    id: calendar.id.description, name: calendar.name,
                    color: CalendarPalette.nearest(to: calendar.color).name,
                    isTasks: calendar.components == ["VTODO"],
                    // Calendars of events are ticked at first.
                    isChosen: isJoined ? calendar.segment != nil : calendar.components.contains("VEVENT"))
            },
            isJoined: isJoined)
    }
}

struct PickItem: Encodable {
    var id: String
    var name: String
    /// The class of its colour.
    var color: String
    var isTasks: Bool
    var isChosen: Bool
}

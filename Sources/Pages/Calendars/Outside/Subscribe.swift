import Calendars
package import HTTP
import OutsideCalendars
import Runtime
import Storage
import Templates
package import Web

extension CalendarPages {
    /// `GET /calendars/subscribe`: the form for an address.
    package static func showSubscribe(_ visit: CustomerVisit) throws -> Response {
        visit.page(SubscribePage(address: visit.request.query["address"], name: ""))
    }

    /// `POST /calendars/subscribe`: subscribes. The first fetch is a worker's.
    package static func subscribe(_ visit: CustomerVisit) throws -> Response {
        let form = visit.request.form
        var choices = JoinChoices(address: form["address"].trimmed, name: form["name"].trimmed)
        choices.withAlarms = form["alarms"] == "yes"
        choices.allowsPlain = form["plain"] == "yes"
        var page = SubscribePage(
            address: choices.address, name: choices.name, withAlarms: choices.withAlarms,
            allowsPlain: choices.allowsPlain)
        // The name may be left to the calendar.
        page.nameProblem = choices.name.isEmpty ? nil : nameProblem(choices.name, visit)
        guard page.nameProblem == nil else { return visit.page(page, status: .unprocessableContent) }
        do {
            let calendar = try visit.subscriptions.join(choices)
            return visit.redirect("/calendars?done=subscribed&calendar=\(calendar.id)")
        } catch let problem as JoinProblem {
            page.problem = sentence(problem, visit.format)
        } catch CalendarRefusal.tooManyCalendars(let limit) {
            page.problem = tooMany(limit, visit.format)
        }
        return visit.page(page, status: .unprocessableContent)
    }

    private static func sentence(_ problem: JoinProblem, _ format: Formatter) -> String {
        switch problem {
        case .notAnAddress: format.text("outside.subscribe.problem.address")
        case .port: format.text("outside.subscribe.problem.port")
        case .tooLong: format.text("outside.subscribe.problem.long")
        case .plain: format.text("outside.subscribe.problem.plain")
        case .own: format.text("outside.subscribe.problem.own")
        case .googlePage: format.text("outside.subscribe.problem.google")
        case .outlookPage: format.text("outside.subscribe.problem.outlook")
        case .already: format.text("outside.subscribe.problem.already")
        case .tooMany(let limit): format.text("outside.subscribe.problem.many", counting: limit)
        }
    }
}

struct SubscribePage: Page {
    static let template = "calendars/subscribe"
    static let hasForm = true
    var address: String
    var problem: String?
    var name: String
    var nameProblem: String?
    var withAlarms = false
    var allowsPlain = false
}

import CivilTime
package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/travel`: what a customer owns, and the ways they like.
    package static func showTravel(_ visit: CustomerVisit) throws -> Response {
        try travelPage(try visit.planning.habits(), HabitForm(visit.format), visit)
    }

    private static func travelPage(_ habits: DayHabits, _ form: HabitForm, _ visit: CustomerVisit) throws -> Response {
        let services = try visit.planning.outsideServices().map { ServiceItem($0, visit.format) }
        return visit.page(
            TravelSettingsPage(habits, form, services: services), status: form.isSound ? .ok : .unprocessableContent)
    }

    /// `POST /settings/travel/services/{service}`: agrees that a service of others is asked, or takes that back.
    package static func chooseService(_ visit: CustomerVisit) throws -> Response {
        let answer = visit.request.form["do"]
        guard ["on", "off"].contains(answer) else { throw Refusal.badRequest }
        let service = visit.request.parameter("service")
        guard try visit.planning.setConsent(to: service, answer == "on") else { throw Refusal.notFound }
        return visit.redirect("/settings/travel#services")
    }

    /// `POST /settings/travel`.
    package static func saveTravel(_ visit: CustomerVisit) throws -> Response {
        var habits = try visit.planning.habits(), form = HabitForm(visit.format, visit.request.form)
        form.readTravel(into: &habits)
        guard form.isSound else { return try travelPage(habits, form, visit) }
        let saved = habits
        try visit.planning.changeHabits { habits in
            habits.travel = saved.travel
            habits.wayReserveMinutes = saved.wayReserveMinutes
        }
        return visit.redirect("/settings?saved=yes")
    }
}

extension HabitForm {
    /// Reads the fields of the page into habits. What cannot be read stays as it is.
    fileprivate mutating func readTravel(into habits: inout DayHabits) {
        habits.travel.ownsCar = isTicked("car", stored: habits.travel.ownsCar)
        habits.travel.ownsBike = isTicked("bike", stored: habits.travel.ownsBike)
        habits.travel.isEco = isTicked("eco", stored: habits.travel.isEco)
        let walk = number("walk", format.text("travel-settings.walk"), within: TravelHabits.walks)
        habits.travel.farthestWalk = walk ?? habits.travel.farthestWalk
        let reserve = minutes(OtherField.reserve, format.text("my-week.reserve"))
        habits.wayReserveMinutes = reserve ?? habits.wayReserveMinutes
    }
}

/// `templates/settings/travel.mustache`.
struct TravelSettingsPage: Page {
    static let template = "settings/travel"
    static let hasForm = true
    var summary: ProblemSummary?
    var ownsCar: Bool, ownsBike: Bool
    var isEco: Bool
    var walk: HabitField
    var reserve: HabitField
    /// The services of others that the operator switched on; none if there are none.
    var services: [ServiceItem]
    var hasServices: Bool
}

/// A service of others, and the consent to it.
struct ServiceItem: Encodable {
    /// The last part of the address of its form.
    var key: String
    /// `Google Routes`
    var name: String
    var host: String
    /// The sentences that say what is sent.
    var data: String
    /// True if the customer agreed.
    var isOn: Bool
    /// `Allowed since 12 November`; nil without consent.
    var since: String?
}

extension ServiceItem {
    init(_ service: OutsideService, _ format: Formatter) {
        self.init(
            key: service.name, name: format.text("travel-service.\(service.name)"), host: service.host,
            data: format.text("travel-service.sends.\(service.sends.rawValue)"), isOn: service.isAgreed,
            since: service.agreedAt.map { agreed in
                format.text("travel-service.since", ["day": format.day(TimeZoneRules.utc.date(at: agreed), .year)])
            })
    }
}

extension TravelSettingsPage {
    init(_ habits: DayHabits, _ form: HabitForm, services: [ServiceItem]) {
        let format = form.format, travel = habits.travel
        self.init(
            summary: form.summary, ownsCar: travel.ownsCar, ownsBike: travel.ownsBike, isEco: travel.isEco,
            walk: form.field(
                "walk", format.text("travel-settings.walk"), stored: format.number(travel.farthestWalk)),
            reserve: form.field(
                OtherField.reserve, format.text("my-week.reserve"), stored: format.number(habits.wayReserveMinutes)),
            services: services, hasServices: !services.isEmpty)
    }
}

package import HTTP
import Planning
import Runtime
import Storage
import Templates
package import Web

extension Settings {
    /// `GET /settings/travel`: what a customer owns, and the ways they like.
    package static func showTravel(_ visit: CustomerVisit) throws -> Response {
        visit.page(TravelSettingsPage(try visit.planning.habits(), HabitForm(visit.format)))
    }

    /// `POST /settings/travel`.
    package static func saveTravel(_ visit: CustomerVisit) throws -> Response {
        var habits = try visit.planning.habits(), form = HabitForm(visit.format, visit.request.form)
        form.readTravel(into: &habits)
        guard form.isSound else { return visit.page(TravelSettingsPage(habits, form), status: .unprocessableContent) }
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
}

extension TravelSettingsPage {
    init(_ habits: DayHabits, _ form: HabitForm) {
        let format = form.format, travel = habits.travel
        self.init(
            summary: form.summary, ownsCar: travel.ownsCar, ownsBike: travel.ownsBike, isEco: travel.isEco,
            walk: form.field(
                "walk", format.text("travel-settings.walk"), stored: format.number(travel.farthestWalk)),
            reserve: form.field(
                OtherField.reserve, format.text("my-week.reserve"), stored: format.number(habits.wayReserveMinutes)))
    }
}

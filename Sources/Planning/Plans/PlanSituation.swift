package import Calendars
package import CivilTime
import Scheduling
package import Storage

/// Everything that a plan of a customer's next days depends on.
package struct PlanSituation: Sendable {
    package let now: Instant
    package let time: PlannedTime
    /// The day at which the line of `time` begins.
    let firstDay: LocalDate
    /// The customer's first day of the week.
    let weekStart: Weekday
    package var choices: PlanningChoices
    package let plan: PlanRow?
    /// The times of tasks from a month ago on, by day and start.
    package var items: [PlanItem]
    let events: [PlanEventRow]
    package var tasks: FlexibleTasks
    /// The number of the place at which the first way of today starts: the position of a moment ago. Every place is near
    /// if it is nil.
    let origin: Int?
    /// All calendars of the customer.
    let calendars: [CalendarRow]
    /// The plan-day of now.
    package let today: LocalDate

    var line: LocalTimeLine { time.availability.line }
    var nowMinute: Int { line.minute(at: now) }

    /// The number of plan-days that are planned. Later ones stay as they are.
    var dayCount = PlanningHome.planDays

    /// The plan-days.
    package var days: [LocalDate] { (0..<dayCount).map { today + $0 } }

    /// Returns the minutes of a plan-day.
    func dayTime(_ day: LocalDate) -> PlanDayTime {
        PlanDayTime(day - firstDay, on: line, from: choices.dayStart)
    }

    /// Returns the plan-day of a moment.
    func day(of moment: Instant) -> LocalDate {
        let minute = line.minute(at: moment), number = line.dayNumber(of: minute)
        let isBefore = minute < PlanDayTime(number, on: line, from: choices.dayStart).time.lowerBound
        return firstDay + (isBefore ? number - 1 : number)
    }

    /// The number of a place by its identity, for the engine.
    func number(ofPlace id: SavedPlaceID?) -> Int? { time.places.number(ofSaved: id) }

    /// The saved places, by name.
    package var places: [SavedPlace] { time.places.saved }

    /// The minutes between the places, by the quickest way.
    var travel: TravelTimes { time.places.travel }

    /// Returns a task by its UID.
    package func task(_ uid: String) -> FlexibleTask? { tasks.tasks.first { $0.uid == uid } }
}

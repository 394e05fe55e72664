package import Runtime
package import Storage

// Planning: the time of a customer, as suggestions and plans see it. It reads calendars and prayer times, and asks the
// engine `Scheduling`.
//
// - Planning.swift: `PlanningHome`, the plans of a customer.
// - DayHabits/: the hours of the week, the minutes of prayers, quiet hours.
// - Places/: the places at which tasks are done, and the numbers of places for the engine.
// - Positions/: the last position of the customer, at which the way of a plan may start.
// - Places/: the places at which tasks are done.
// - Travel/: the ways between places, and the minutes they take.
// - PlannedTime.swift: what takes the customer's time on some days, for the engine.
// - PrayersForOthers.swift: the prayers that others see as busy time.
// - Leaving/: alerts that say when to leave for an event.
// - Digest/: the day, announced each morning.
// - Plans/: the times of flexible tasks, found by the worker.
// - Conflicts/: events that clash with others or with prayers: finding them, and writing them down.

/// The plans of one customer, and the habits they follow.
package struct PlanningHome {
    let app: App
    package let customer: Customer

    var owner: CustomerID { customer.id }

    fileprivate init(app: App, customer: Customer) {
        self.app = app
        self.customer = customer
    }
}

extension App {
    /// Returns the plans of a customer.
    package func planning(of customer: Customer) -> PlanningHome { PlanningHome(app: self, customer: customer) }
}

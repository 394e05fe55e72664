package import Runtime
package import Storage

// Planning: the time of a customer, as suggestions and plans see it.
//
// - Planning.swift: `PlanningHome`, the plans of a customer.
// - DayHabits/: the hours of the week, the minutes of prayers, quiet hours.

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

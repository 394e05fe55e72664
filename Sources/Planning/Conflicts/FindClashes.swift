import Logging
package import Runtime
package import Storage

/// Compares what changed in a customer's calendars with the rest of their time, and writes down what clashes.
///
/// A trigger enqueues it with each change of a calendar. Running twice is harmless: it compares what was not compared
/// yet, and what it finds replaces what was found before.
package struct FindClashes: Job {
    package static let kind = "planning.find-clashes"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        guard let row = try app.store.customer(customer) else { return }
        let outcome = try app.planning(of: row).compareChanges()
        guard outcome.opened + outcome.ended > 0 else { return }
        app.log.info("conflicts compared", metadata: [
            "customer_id": "\(customer)", "opened": "\(outcome.opened)", "ended": "\(outcome.ended)",
        ])
    }
}

/// Compares what a customer had stored before conflicts were looked for, once.
///
/// Running twice is harmless, as `FindClashes` is.
package struct CompareStored: Job {
    package static let kind = "planning.compare-stored"
    package static func usefulSeconds(_ config: Config) -> Int { 30 * 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        try FindClashes(customer: customer).run(context, app)
    }
}

import CivilTime
import Logging
package import Runtime
package import Storage
import Templates

/// Plans the days of a customer again.
///
/// A trigger enqueues it with each change of a calendar or of a choice. Many changes at once make one job, and a change
/// during a job makes one more. Running twice is harmless: the second plan is the same and writes nothing.
package struct MakePlan: Job {
    package static let kind = "planning.plan"
    package static func usefulSeconds(_ config: Config) -> Int { 86_400 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        try app.planDays(of: customer, .all)
    }
}

/// Plans today and tomorrow of a customer again, without a change: time has passed. The first one of a plan-day, which is
/// at night, plans all days.
///
/// Running twice is harmless: the second plan is the same and writes nothing.
package struct RefreshPlan: Job {
    package static let kind = "planning.refresh-plan"
    package static func usefulSeconds(_ config: Config) -> Int { 7_200 }
    let customer: CustomerID

    package var customerID: CustomerID? { customer }

    package func run(_ context: JobContext, _ app: App) throws {
        try app.planDays(of: customer, .near)
    }
}

extension App {
    fileprivate func planDays(of customer: CustomerID, _ span: PlanSpan) throws {
        guard let row = try store.customer(customer) else { return }
        let outcome = try planning(of: row).planDays(span)
        guard outcome.written + outcome.removed + outcome.restored > 0 else { return }
        log.info("days planned", metadata: [
            "customer_id": "\(customer)", "written": "\(outcome.written)", "removed": "\(outcome.removed)",
            "restored": "\(outcome.restored)", "proven": "\(outcome.isProven)",
        ])
    }

    /// The hours after which a plan is made again without a change: time has passed, and a new day has come.
    private static let planHours = 2

    /// Enqueues a plan for customers whose plan is some hours old.
    ///
    /// Running twice is harmless: a customer for whom a job waits is left out.
    ///
    /// - Returns: the number of customers, at most `limit`.
    package func refreshPlans(limit: Int) throws -> Int {
        let due = try store.customersToPlan(before: now() - .seconds(Self.planHours * 3_600), limit: limit)
        for id in due { try enqueue(RefreshPlan(customer: id), .english) }
        return due.count
    }
}

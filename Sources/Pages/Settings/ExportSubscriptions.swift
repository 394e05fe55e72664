import CivilTime
import OutsideCalendars
import Runtime
import Storage

extension Export {
    /// Returns the calendars of others with the hosts they come from. The addresses are secrets and stay out.
    package static func subscriptions(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.subscriptions.map(SubscriptionExport.init))
    }
}

private struct SubscriptionExport: Encodable {
    /// The address of the calendar among the others.
    let calendar: String
    /// nil if the address is one that is never fetched.
    let host: String?
    let madeByProgram: Bool, keepsReminders: Bool, subscribed: String, lastGoodAnswer: String?, problem: String?
    let address = "not included"

    init(_ state: SubscriptionState) {
        let subscription = state.subscription
        calendar = subscription.segment
        host = state.source?.host
        madeByProgram = subscription.isOfProgram
        keepsReminders = subscription.withAlarms
        subscribed = subscription.createdAt.iso8601
        lastGoodAnswer = state.source?.goodAt?.iso8601
        problem = state.source?.problem
    }
}

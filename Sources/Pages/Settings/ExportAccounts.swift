import CivilTime
import OutsideCalendars
import Runtime
import Storage

extension Export {
    /// Returns the accounts at other services with their calendars. Users, passwords and addresses stay out.
    package static func accounts(_ data: CustomerData) throws -> [UInt8] {
        try JSON.pretty(data.accounts.map(AccountExport.init))
    }
}

private struct AccountExport: Encodable {
    let service: String, host: String, user: String, keepsReminders: Bool, agreed: String
    let lastGoodAnswer: String?, problem: String?
    let password = "not included"
    let calendars: [Calendar]

    struct Calendar: Encodable {
        let name: String
        /// The address of the calendar among the others; nil for one that is not read.
        let calendar: String?
        let isGone: Bool
    }

    init(_ state: AccountState) {
        service = state.account.provider
        host = state.account.host
        user = state.account.label
        keepsReminders = state.account.withAlarms
        agreed = state.account.consentedAt.iso8601
        lastGoodAnswer = state.account.goodAt?.iso8601
        problem = state.account.problem
        calendars = state.calendars.map {
            Calendar(name: $0.name, calendar: $0.segment, isGone: $0.goneSince != nil)
        }
    }
}

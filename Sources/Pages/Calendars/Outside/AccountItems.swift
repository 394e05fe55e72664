import Calendars
import OutsideCalendars
import Runtime
import Storage
import Templates
import Web

/// An account at another service in the list.
struct AccountItem: Encodable {
    var id: String
    /// The service and the user.
    var title: String
    var host: String
    /// The state, in words.
    var state: String
    /// True if a person has to do something, or the state is older than a day.
    var needsAttention: Bool
    /// True if the password is accepted no longer.
    var needsPassword: Bool
    /// True if its calendars are read; otherwise they are still to be chosen.
    var isJoined: Bool
    var calendars: [AccountCalendarItem]

    /// Returns the service and the user: `iCloud · sara@…`.
    static func title(_ state: AccountState) -> String {
        "\(state.provider?.name ?? state.account.host) · \(state.account.label)"
    }
}

/// A calendar of an account in the list.
struct AccountCalendarItem: Encodable {
    var id: String
    var name: String
    /// The class of its colour.
    var color: String
    var contents: String
    /// Its own state, in words; nil if it is the one of the account.
    var ownState: String?
    /// The events that could not be read, in a sentence; nil if all were.
    var rest: String?
    /// True if events vanished that the customer may believe to be gone.
    var isHeld: Bool
    var isVisible: Bool
    var isFree: Bool
}

extension CalendarPages {
    /// Returns the accounts at other services with those of their calendars that are read.
    static func accountItems(
        _ accounts: [AccountState], _ calendars: [CalendarRow], _ visit: CustomerVisit
    ) throws -> [AccountItem] {
        let now = visit.app.now(), words = try SubscriptionWords(visit.format, visit.zone, now: now)
        return accounts.filter { $0.account.state != .refused }.map { state in
            AccountItem(
                id: state.account.id.description, title: AccountItem.title(state), host: state.account.host,
                state: state.account.state == .found ? visit.text("account.choose") : words.sentence(state.status),
                needsAttention: words.needsAttention(state.status, isStale: state.isStale(at: now)),
                needsPassword: state.needsPassword, isJoined: state.account.state == .joined,
                calendars: state.calendars.compactMap { remote in
                    calendars.first { $0.id == remote.calendar }.map { item($0, remote, state, words, visit) }
                })
        }
    }

    private static func item(
        _ calendar: CalendarRow, _ remote: RemoteCalendarRow, _ state: AccountState, _ words: SubscriptionWords,
        _ visit: CustomerVisit
    ) -> AccountCalendarItem {
        let status = state.status(of: remote)
        let isHeld = if case .held = status { true } else { false }
        return AccountCalendarItem(
            id: calendar.id.description, name: name(of: calendar, visit),
            color: CalendarPalette.nearest(to: calendar.color).name, contents: contents(of: calendar, visit.format),
            ownState: status == state.status ? nil : words.sentence(status),
            rest: remote.skippedCount > 0 ? visit.format.text("outside.skipped", counting: remote.skippedCount) : nil,
            isHeld: isHeld, isVisible: calendar.isVisible, isFree: calendar.isTransparent)
    }
}

extension AccountState {
    /// True if another password is needed.
    var needsPassword: Bool {
        if case .needsYou(.signIn, _) = status { true } else { false }
    }
}

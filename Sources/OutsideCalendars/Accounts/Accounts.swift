import Calendars
import Runtime
package import Storage

// - Accounts.swift: `OutsideAccounts`, those of one customer. Provider.swift: the services that a page offers.
// - JoinAccount.swift, ChooseCalendars.swift and LeaveAccount.swift: the beginning, the choice and the end of one.
// - AccountStatus.swift: the state of one. AccountVault.swift: the encryption of passwords.
// - Reading: the requests to another server, and the way of its answers into the calendars.

/// The accounts of one customer at other services, whose calendars are read by CalDAV.
package struct OutsideAccounts {
    let app: App
    let customer: Customer

    var owner: CustomerID { customer.id }
    /// The calendars, written by Jadwal itself.
    var home: CalendarHome { app.calendars(of: customer, by: .jadwal) }

    /// Returns the accounts in the order in which they were joined, with their calendars.
    package func all() throws -> [AccountState] {
        let store = try app.store, accounts = try store.accounts(of: owner)
        guard !accounts.isEmpty else { return [] }
        let calendars = Dictionary(grouping: try store.remoteCalendars(of: owner), by: \.account)
        return accounts.map { AccountState(account: $0, calendars: calendars[$0.id] ?? []) }
    }

    /// Returns an account by its number; nil if the customer has none of that number.
    package func account(_ id: String) throws -> AccountState? {
        try all().first { $0.account.id.description == id }
    }

    /// Returns the account of a calendar here; nil if it is of none.
    package func account(ofCalendar id: CalendarID) throws -> AccountState? {
        try all().first { $0.calendars.contains { $0.calendar == id } }
    }

    /// Makes an account due at once.
    ///
    /// - Returns: false if it was asked within the last minute.
    package func lookNow(_ id: OutsideAccountID) throws -> Bool {
        try app.store.lookNow(at: id, of: owner)
    }

    /// Believes that many events vanished from a calendar, so that the next look removes them here.
    ///
    /// - Returns: false if none is held.
    package func acceptHeld(_ calendar: CalendarID) throws -> Bool {
        guard let remote = try account(ofCalendar: calendar)?.calendars.first(where: { $0.calendar == calendar })
        else { return false }
        let store = try app.store
        return try store.transaction {
            guard try store.acceptHeld(remote.id, of: owner) else { return false }
            try store.askSoon(remote.account, of: owner)
            return true
        }
    }
}

extension App {
    /// Returns the accounts of a customer at other services.
    package func outsideAccounts(of customer: Customer) -> OutsideAccounts {
        OutsideAccounts(app: self, customer: customer)
    }
}

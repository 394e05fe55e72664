import Calendars
import Runtime
import Storage

extension OutsideAccounts {
    /// Reads the chosen calendars of an account, each into a calendar here, and ends the reading of the others.
    ///
    /// - Parameter chosen: their numbers.
    /// - Returns: false if the account was not proved.
    /// - Throws: `CalendarRefusal.tooManyCalendars`.
    package func choose(_ chosen: Set<String>, of state: AccountState) throws -> Bool {
        guard [.found, .joined].contains(state.account.state) else { return false }
        let store = try app.store
        for remote in state.calendars {
            let isChosen = chosen.contains(remote.id.description)
            if isChosen, remote.segment == nil {
                _ = try home.makeForeign(try values(of: remote)) { calendar in
                    try store.read(remote.id, of: owner, into: calendar.id)
                }
            } else if !isChosen, remote.calendar != nil {
                try end(remote, .remove)
            }
        }
        try store.noteChosen(account: state.account.id, of: owner)
        return true
    }

    /// Ends the reading of one calendar.
    func end(_ remote: RemoteCalendarRow, _ leaving: Leaving) throws {
        let store = try app.store
        try store.transaction {
            try store.stopReading(remote.id, of: owner)
            if leaving == .remove, let segment = remote.segment { try home.delete(segment) }
        }
    }

    private func values(of remote: RemoteCalendarRow) throws -> CalendarValues {
        var values = CalendarValues()
        values.displayName = remote.name
        values.components = remote.components
        values.color = try remote.color ?? CalendarPalette.unused(beside: home.calendars())
        return values
    }
}

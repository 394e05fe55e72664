import Calendars
import Runtime
import Storage

extension OutsideAccounts {
    /// Leaves an account. Its password and all that is known of it are deleted at once; the account itself is not
    /// touched.
    ///
    /// - Returns: false if there is no such account.
    package func leave(_ state: AccountState, _ leaving: Leaving) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            for remote in state.calendars where remote.calendar != nil { try end(remote, leaving) }
            guard try store.deleteAccount(state.account.id, of: owner) else { return false }
            try store.deleteUnusedAccountKey(of: owner)
            return true
        }
    }
}

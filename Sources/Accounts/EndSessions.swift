import Logging
import Mail
package import Runtime
package import Storage

extension App {
    /// Ends the session of the browser that asks; does nothing if it has none.
    package func signOut(_ asker: Asker) throws {
        guard let signedIn = asker.signedIn else { return }
        let customer = signedIn.customer.id
        try store.deleteSession(signedIn.sessionID, of: customer)
        log.info("signed out", metadata: asker.logFields(customer))
    }

    /// Ends one session of a customer; does nothing if it is another customer's.
    package func endSession(_ session: SessionID, of customer: CustomerID, _ asker: Asker) throws {
        try store.deleteSession(session, of: customer)
        log.info("session ended", metadata: asker.logFields(customer))
    }

    /// Ends all sessions of a customer, and everything that could begin another one without a new mail.
    package func endAllSessions(of customer: Customer, _ asker: Asker) throws {
        let store = try store
        try store.transaction {
            try store.lock(customer.id)
            try store.deleteSessions(of: customer.id)
            // A link in the mailbox would sign in again, and a profile holds the feed's address.
            try store.revokeLinks(of: customer.id)
            try store.deleteProfileGrants(of: customer.id)
            try store.deleteDeviceSetups(of: customer.id)
            // Without those links the owner must be able to ask for another at once.
            if let address = EmailAddress(customer.email) {
                try store.forget(MailBudget.mailsOfStrangers(to: address, self))
            }
        }
        log.info("all sessions ended", metadata: asker.logFields(customer.id))
    }
}

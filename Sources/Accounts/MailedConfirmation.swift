import Logging
import Mail
import Runtime
import Storage

extension App {
    /// Has the link mailed by which a customer confirms a wish, if the limits on such mails allow one. The wish is
    /// written down in the same transaction. The link's token is made when the mail is sent.
    ///
    /// - Throws: `Refusal.tooManyRequests` if one of the limits is reached; then nothing is written or counted.
    func askForConfirmation(
        by mail: some Job, to address: EmailAddress, of customer: CustomerID, _ asker: Asker,
        write: (Store) throws -> Void
    ) throws {
        let store = try store
        let throttles = throttles(
            "mail.settings.network", network: asker.address, limit: config.mailsPerNetwork, seconds: 3_600) + [
                throttle("mail.settings.address", Array(address.key.utf8), limit: 5, seconds: 3_600),
                throttle("mail.settings.customer", Array(customer.description.utf8), limit: 10, seconds: 3_600),
            ]
        try store.transaction {
            if let seconds = try store.take(throttles) {
                log.warning("mail limit", metadata: ["request": "\(asker.request)", "retry_seconds": "\(seconds)"])
                throw Refusal.tooManyRequests(seconds: seconds)
            }
            try write(store)
            try enqueue(mail, asker.language)
        }
    }
}

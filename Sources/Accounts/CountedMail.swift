import Logging
import Mail
import Runtime
import Storage

extension App {
    /// Counts a mail that a signed-in customer causes, to their new address or about the account. It runs in the
    /// transaction that enqueues the mail.
    ///
    /// - Throws: `Refusal.tooManyRequests` if one of the limits is reached; then nothing is counted.
    func countMail(to address: EmailAddress, _ asker: Asker) throws {
        var throttles = throttles(
            "mail.settings.network", network: asker.address, limit: config.mailsPerNetwork, seconds: 3_600)
        throttles.append(throttle("mail.settings.address", Array(address.key.utf8), limit: 5, seconds: 3_600))
        if let customer = asker.signedIn?.customer.id {
            throttles.append(throttle("mail.settings.customer", Array(customer.description.utf8), limit: 10, seconds: 3_600))
        }
        if let seconds = try store.take(throttles) {
            log.warning("mail limit", metadata: ["request": "\(asker.request)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }
}

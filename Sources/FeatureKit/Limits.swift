import Crypto
import HTTP
import Logging
public import Mail
public import Storage

extension App {
    /// What is counted for one subject, which is kept as a keyed digest only.
    public func throttle(_ kind: String, _ subject: [UInt8], limit: Int, seconds: Int) -> Throttle {
        Throttle(
            kind: kind, subject: hmacSHA256(key: secrets.throttles.current, subject), limit: limit, windowSeconds: seconds)
    }

    /// The counters of a client's address: one for its network, and for IPv6 one for each wider network around it.
    public func throttles(_ kind: String, network address: String, limit: Int, seconds: Int) -> [Throttle] {
        Networks.enclosing(address).map {
            throttle(kind, $0.bytes, limit: limit * $0.share, seconds: seconds)
        }
    }

    /// Counts a mail that somebody signed in asks for, to a new address of theirs or about the account, in
    /// the transaction that enqueues it.
    ///
    /// - Throws: `Refusal.tooManyRequests` if one of its limits is reached; then none is counted.
    public func countMail(to address: EmailAddress, _ visit: Visit) throws {
        var throttles = throttles(
            "mail.settings.network", network: visit.request.remoteAddress, limit: config.mailsPerNetwork, seconds: 3_600)
        throttles.append(throttle("mail.settings.address", Array(address.key.utf8), limit: 5, seconds: 3_600))
        if let customer = visit.signedIn?.customer.id {
            throttles.append(throttle("mail.settings.customer", Array(customer.description.utf8), limit: 10, seconds: 3_600))
        }
        if let seconds = try store.take(throttles) {
            log.warning("mail limit", metadata: ["request": "\(visit.request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }
}

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

    /// Counts a mail that somebody asks for, in the transaction that enqueues it.
    ///
    /// - Throws: `Refusal.tooManyRequests` when one of its limits is reached; then none is counted.
    public func countMail(to address: EmailAddress, _ visit: Visit) throws {
        let key = Array(address.key.utf8)
        let network = Networks.counted(visit.request.remoteAddress)
        var throttles = [
            throttle("mail.address", key, limit: config.mailsPerAddress, seconds: 3_600),
            throttle("mail.network", network, limit: config.mailsPerNetwork, seconds: 3_600),
            throttle("mail.service", [], limit: config.mailsPerHour, seconds: 3_600),
        ]
        if config.resendSeconds > 0 {
            throttles.append(throttle("mail.again", key, limit: 1, seconds: config.resendSeconds))
        }
        if let seconds = try store.take(throttles) {
            log.warning("mail limit", metadata: ["request": "\(visit.request.id)", "retry_seconds": "\(seconds)"])
            throw Refusal.tooManyRequests(seconds: seconds)
        }
    }
}

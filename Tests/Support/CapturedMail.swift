public import Mail
public import Runtime

/// A transport that keeps what it is handed, and fails when it is told to.
public final class CapturedMail: MailTransport {
    public var repeatsHarmlessly = false
    /// What the next deliveries end with, one each; after them all succeed.
    public var failures: [DeliveryError] = []
    /// What was taken, and what was handed over with an end that nobody saw.
    public private(set) var messages: [MailMessage] = []
    public private(set) var attempts = 0

    public init() {}

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        attempts += 1
        if !failures.isEmpty { throw failures.removeFirst() }
        messages.append(message)
    }

    /// Forgets what came so far.
    public func clear() {
        messages = []
        attempts = 0
    }
}

public import Mail
public import Runtime

/// A transport that keeps the mails it receives, and fails as a test asks it to.
public final class CapturedMail: MailTransport {
    public var repeatsHarmlessly = false
    /// The errors of the next deliveries, one each; later deliveries succeed.
    public var failures: [DeliveryError] = []
    /// The mails that were taken, and those that were handed over but whose end nobody saw.
    public private(set) var messages: [MailMessage] = []
    public private(set) var attempts = 0

    public init() {}

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        attempts += 1
        if !failures.isEmpty { throw failures.removeFirst() }
        messages.append(message)
    }

    /// Forgets the mails so far.
    public func clear() {
        messages = []
        attempts = 0
    }
}

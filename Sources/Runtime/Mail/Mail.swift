public import Mail
import System

/// A way to hand mail over: a mail server, an HTTP API, or a folder for development.
public protocol MailTransport {
    /// True if a message that is handed over twice arrives only once.
    var repeatsHarmlessly: Bool { get }

    func deliver(_ message: MailMessage) throws(DeliveryError)
}

/// The transport of a process that only writes mails down for the worker, and knows no mail server.
public struct NoMail: MailTransport {
    public let repeatsHarmlessly = true

    public init() {}

    public func deliver(_ message: MailMessage) throws(DeliveryError) {
        throw .temporary("this process sends no mail")
    }
}

/// The reason why a mail was not delivered; its text holds no address.
public enum DeliveryError: Error, Sendable, Equatable {
    /// The other side will never take it.
    case refused(String)
    /// It did not leave; it may be tried again.
    case temporary(String)
    /// The connection was lost when the mail may already have been taken.
    case unknown(String)

    /// True if the mail may have left in spite of the error.
    public var mayHaveLeft: Bool {
        if case .unknown = self { true } else { false }
    }
}

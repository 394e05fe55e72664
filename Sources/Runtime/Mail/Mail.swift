public import Mail
import System

/// How mail leaves the house.
public protocol MailTransport {
    /// Whether the same message handed over twice arrives once.
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

/// Why a mail was not delivered; the reasons hold no address.
public enum DeliveryError: Error, Sendable, Equatable {
    /// The other side will never take it.
    case refused(String)
    /// It did not leave; it may be tried again.
    case temporary(String)
    /// The connection was lost when it may already have been taken.
    case unknown(String)

    /// Whether the mail may be on its way all the same.
    public var mayHaveLeft: Bool {
        if case .unknown = self { true } else { false }
    }
}

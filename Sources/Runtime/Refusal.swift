/// A decision to say no, for a reason the person can be told.
public enum Refusal: Error, Equatable, Sendable {
    case badRequest
    /// The form's token is missing or of another session, or the form came from another site.
    case forgedForm
    case notFound
    case methodNotAllowed(allow: String)
    case payloadTooLarge
    case unsupportedMediaType
    case headersTooLarge
    case tooManyRequests(seconds: Int)
    /// The person is asked to sign in and then brought back to `next`.
    case signInFirst(next: String)
    /// A service that the answer needs, most of all the database, does not answer now.
    case unavailable(seconds: Int)
    /// A service has a fault that only the operator can mend. Its sentence is `error.<text>.message` of the catalogue.
    case faulty(text: String)
}

/// An error of a service with a refusal of its own.
public protocol RefusingError: Error {
    var refusal: Refusal { get }
    /// The event of its line in the log.
    var event: String { get }
}

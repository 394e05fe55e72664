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
    /// The chats of the customer do not open, since a key is missing.
    case sealed
}

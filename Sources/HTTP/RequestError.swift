/// An error in a request that cannot be read.
///
/// The message goes to the log and may be shown to a person. It never quotes the request: even a
/// malformed address can contain somebody's token.
public struct RequestError: Error, Equatable, Sendable {
    /// The status of the response: 400, 404, 413, 414 or 431.
    public let status: Status
    public let message: String

    public init(status: Status, message: String) {
        self.status = status
        self.message = message
    }

    public static func badRequest(_ message: String) -> RequestError {
        RequestError(status: .badRequest, message: message)
    }

    public static func tooLarge(_ message: String) -> RequestError {
        RequestError(status: .payloadTooLarge, message: message)
    }
}

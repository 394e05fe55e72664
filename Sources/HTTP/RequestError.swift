/// Why a request cannot be read.
///
/// The message goes to a log and may be shown to a person. It never quotes what was sent: a
/// malformed address can still hold somebody's token.
public struct RequestError: Error, Equatable, Sendable {
    /// 400, 413, 414 or 431.
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

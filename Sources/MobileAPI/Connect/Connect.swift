package import HTTP

// Connect: calls, their codecs and errors.
//
// - Connect.swift: the codes of errors. CallError.swift: an error with its details.
// - Codec.swift: JSON and binary messages. Envelope.swift: the message of a request, out of a body or a query.
// - Call.swift: a call and its caller. Method.swift: a line of the table. CallAudience.swift: who may call.
// - KeptAnswers.swift: answers that are not made again.
// - RefusedCall.swift: the errors of services as errors of Connect. ServedDefinitions.swift: the definitions as text.

/// A code of an error, by its name on the wire.
package enum CallCode: String, Sendable, CaseIterable {
    case canceled, unknown, `internal`, unavailable, unauthenticated, unimplemented, aborted
    case invalidArgument = "invalid_argument"
    case deadlineExceeded = "deadline_exceeded"
    case notFound = "not_found"
    case alreadyExists = "already_exists"
    case permissionDenied = "permission_denied"
    case resourceExhausted = "resource_exhausted"
    case failedPrecondition = "failed_precondition"
    case outOfRange = "out_of_range"
    case dataLoss = "data_loss"

    /// The status of its response.
    package var status: Status {
        switch self {
        case .canceled: Status(rawValue: 499)
        case .invalidArgument, .failedPrecondition, .outOfRange: .badRequest
        case .unauthenticated: .unauthorized
        case .permissionDenied: .forbidden
        case .notFound: .notFound
        case .alreadyExists, .aborted: .conflict
        case .resourceExhausted: .tooManyRequests
        case .unknown, .`internal`, .dataLoss: .internalServerError
        case .unimplemented: .notImplemented
        case .unavailable: .serviceUnavailable
        case .deadlineExceeded: .gatewayTimeout
        }
    }
}

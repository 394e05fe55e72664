package import Routing
import WebClient

/// The reason why an engine did not help.
package enum EngineFailure: Error, Sendable, Hashable {
    /// There is no connection, or the certificate is wrong.
    case unreachable
    case timedOut
    case tooLarge
    /// The response is not HTTP, or ended too early.
    case broken
    /// Nothing was sent: the engine failed before, or wants rest.
    case paused(seconds: Int)
    case refused(RoutingError)

    init(_ error: WebClientError) {
        self = switch error {
        case .notAllowed, .unreachable: .unreachable
        case .timedOut: .timedOut
        case .tooLarge: .tooLarge
        case .broken: .broken
        }
    }

    /// True if the next way may well be answered: the failure is about these places, and not about the engine.
    var isAboutPlaces: Bool {
        guard case .refused(let error) = self else { return false }
        return switch error {
        case .noRoute, .pointNotFound, .snappedTooFar, .tooFar, .tooManyPlaces, .unsupported, .outsideTimetable,
            .implausible, .notAsAsked:
            true
        case .quotaUsedUp, .keyRefused, .notUnderstood, .serverFault, .changedOnTheWay, .notJSON, .cutShort, .tooLarge,
            .wrongShape, .wrongUnits:
            false
        }
    }

    /// A sentence for the operator.
    package var sentence: String {
        switch self {
        case .unreachable: "it does not answer, or its certificate is wrong"
        case .timedOut: "it did not answer within \(EngineClient.timeoutSeconds) seconds"
        case .tooLarge: "its answer is too large"
        case .broken: "its answer broke off, or is not HTTP"
        case .paused(let seconds): "it failed before, and is asked again in \(seconds) seconds"
        case .refused(let error): error.sentence
        }
    }
}

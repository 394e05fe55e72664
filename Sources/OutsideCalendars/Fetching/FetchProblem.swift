import WebClient

/// The reason of a failed fetch, as it is stored and counted. None says more than a word.
package enum FetchProblem: String, Error, Sendable, CaseIterable {
    case unreachable
    case timedOut = "timed-out"
    case certificate
    case tooLarge = "too-large"
    case packed
    case redirect
    case broken
    /// The server wants another password, or none helps.
    case forbidden
    case notFound = "not-found"
    case gone
    /// The server was asked too often, or is overloaded.
    case busy
    case server
    case webPage = "web-page"
    case notACalendar = "not-a-calendar"
    /// The answer ends in the middle, or has something else behind its end.
    case cutOff = "cut-off"
    /// The key of the address is not there.
    case locked
    /// A fault of Jadwal's own; the log has it.
    case fault

    init(_ error: GuardedError) {
        self = switch error {
        // Nobody learns from the state which addresses exist inside.
        case .refused, .unreachable: .unreachable
        case .timedOut: .timedOut
        case .certificate: .certificate
        case .tooLarge: .tooLarge
        case .packed: .packed
        case .redirectLoop, .redirectRefused: .redirect
        case .broken: .broken
        }
    }

    /// Makes the problem of a status; nil for 200 and 304.
    init?(status: Int) {
        switch status {
        case 200, 304: return nil
        case 401, 403, 407: self = .forbidden
        case 404: self = .notFound
        case 410: self = .gone
        case 429, 503: self = .busy
        case 500...: self = .server
        default: self = .notFound
        }
    }

    /// True if only a person can help.
    var needsPerson: Bool {
        switch self {
        case .forbidden, .notFound, .certificate, .webPage, .notACalendar, .tooLarge: true
        default: false
        }
    }
}

import Synchronization

/// An endpoint, as all threads of a process know it: the form of answers that it can give, and if it may be asked now.
public final class ModelEndpoint: Sendable {
    /// The forms of answers, the strictest first.
    public enum Form: String, Sendable, CaseIterable {
        case schema = "json_schema"
        case object = "json_object"
        case plain

        var next: Form? {
            switch self {
            case .schema: .object
            case .object: .plain
            case .plain: nil
            }
        }
    }

    private struct State {
        var form = Form.schema
        var failures = 0
        /// The time before which nothing is sent.
        var pausedUntil = 0
        /// The time before which nothing is sent after the endpoint rejected the key, the model or the address.
        var rejectedUntil = 0
        /// The start of the one request that is sent while the circuit breaker is half open.
        var trialSince: Int?
    }

    public let settings: ModelSettings
    private let clock: @Sendable () -> Int
    private let state = Mutex(State())

    /// The failures in a row after which the endpoint is not asked.
    static let failuresToOpen = 5
    /// The seconds until one request tries it again.
    static let openSeconds = 60
    static let rejectedSeconds = 3_600
    private static let busySeconds = 60

    /// Makes an endpoint that nothing is known about yet.
    ///
    /// - Parameter clock: the seconds of a clock, from any moment.
    public init(_ settings: ModelSettings, clock: @escaping @Sendable () -> Int) {
        self.settings = settings
        self.clock = clock
    }

    /// The form that requests ask for now.
    public var form: Form { state.withLock { $0.form } }

    /// Asks for leave to send a request.
    ///
    /// - Throws: `ModelError.paused` if nothing may be sent now, `ModelError.setAside` after a rejection.
    func begin() throws(ModelError) {
        let now = clock(), trialLimit = settings.timeoutSeconds * Form.allCases.count
        let rejected = state.withLock { $0.rejectedUntil - now }
        if rejected > 0 { throw .setAside(seconds: rejected) }
        let wait: Int? = state.withLock { state in
            if now < state.pausedUntil { return state.pausedUntil - now }
            guard state.failures >= Self.failuresToOpen else { return nil }
            if let since = state.trialSince, now - since < trialLimit { return trialLimit - (now - since) }
            state.trialSince = now
            return nil
        }
        if let wait { throw .paused(seconds: wait) }
    }

    /// Keeps the form that the endpoint understands.
    func learn(_ form: Form) {
        state.withLock { $0.form = form }
    }

    /// Notes the end of a request; nil if the endpoint did its part.
    func finish(_ error: ModelError?) {
        let now = clock()
        state.withLock { state in
            state.trialSince = nil
            switch error {
            case .unreachable, .timedOut, .broken:
                state.failures += 1
                if state.failures >= Self.failuresToOpen { state.pausedUntil = now + Self.openSeconds }
            case .rejected:
                state.rejectedUntil = now + Self.rejectedSeconds
            case .busy(let seconds):
                state.pausedUntil = max(state.pausedUntil, now + seconds)
            default:
                state.failures = 0
            }
        }
    }

    /// Returns the seconds of a Retry-After header: at least one, at most an hour; a minute without a number.
    static func seconds(retryAfter header: String?) -> Int {
        min(max(header.flatMap { Int($0) } ?? busySeconds, 1), 3_600)
    }
}

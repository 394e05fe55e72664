import Routing
import Runtime
import Synchronization

/// An engine as all threads of a process know it: the failures in a row, and if it may be asked now.
final class EngineGate: Sendable {
    private struct State {
        var failures = 0
        /// The second before which nothing is sent.
        var pausedUntil = 0
    }

    private let state = Mutex(State())

    /// The failures in a row after which the engine is not asked.
    static let failuresToOpen = 3
    /// The seconds until it is tried again.
    static let openSeconds = 60
    /// The seconds for which an engine that refused the key is left alone.
    static let refusedSeconds = 3_600

    private static let gates = Mutex<[String: EngineGate]>([:])

    /// Returns the gate of an engine, the same for all threads.
    static func of(_ engine: ConfiguredEngine) -> EngineGate {
        let name = "\(engine.source.kind.rawValue) \(engine.source.address)"
        return gates.withLock { gates in
            if let gate = gates[name] { return gate }
            let gate = EngineGate()
            gates[name] = gate
            return gate
        }
    }

    /// Asks for leave to send a request.
    ///
    /// After a pause, one request tries the engine: until it has ended, the others stay away.
    ///
    /// - Parameter now: the seconds of a clock, from any moment.
    func begin(now: Int) throws(EngineFailure) {
        let wait: Int = state.withLock { state in
            if now < state.pausedUntil { return state.pausedUntil - now }
            if state.failures >= Self.failuresToOpen { state.pausedUntil = now + EngineClient.timeoutSeconds + 1 }
            return 0
        }
        if wait > 0 { throw .paused(seconds: wait) }
    }

    /// Notes the end of a request.
    ///
    /// - Parameter failure: nil if the engine did its part.
    /// - Returns: true if the engine is left alone from now on, after it was asked until now.
    func finish(_ failure: EngineFailure?, now: Int) -> Bool {
        state.withLock { state in
            guard let failure, !failure.isAboutPlaces else {
                state = State()
                return false
            }
            state.failures += 1
            let pause: Int
            switch failure {
            case .refused(.quotaUsedUp(let seconds)): pause = seconds ?? Self.openSeconds
            case .refused(.keyRefused): pause = Self.refusedSeconds
            default: pause = state.failures >= Self.failuresToOpen ? Self.openSeconds : 0
            }
            guard pause > 0 else { return false }
            state.pausedUntil = now + pause
            return true
        }
    }
}

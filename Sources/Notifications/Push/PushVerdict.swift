package import CivilTime

/// The meaning of a push service's answer.
package enum PushVerdict: Sendable, Hashable {
    /// The service took the notice. Nobody learns whether a person saw it.
    case sent
    /// The device takes no more notices.
    ///
    /// - since: the moment at which the service knew it; a device that registered later stays. nil if unknown.
    case gone(since: Instant?)
    /// The device or the service wants a pause.
    ///
    /// - seconds: the length that the service asks for; nil if it names none.
    case later(seconds: Int?)
    /// The service cannot answer now.
    case unavailable(String)
    /// The service refuses this device, or the proof of who sends. Which of the two, other devices show.
    case refused(String)
    /// The service refuses everything, because a key or a setting is wrong.
    case misconfigured(String)
    /// The notice is too long.
    case tooLong
    /// The request is wrong, and another try would be, too.
    case ourFault(String)
    /// The device may be known to Apple's other environment.
    case otherEnvironment
    /// The token is too old. A new one helps.
    case tokenExpired
}

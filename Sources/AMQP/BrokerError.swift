/// An error of a connection to the broker.
///
/// No text contains a password or a part of a message, so all of them may be logged. The broker's own words name
/// queues, virtual hosts and users.
public enum BrokerError: Error, Hashable, Sendable {
    /// There is no connection: a wrong host, nobody listens there, or no answer in time.
    case unreachable(String)
    /// The broker's certificate is not one that the address allows.
    case untrusted(String)
    /// The user or the password is wrong.
    case wrongLogin
    /// The virtual host does not exist, or this user may not enter it.
    case virtualHostRefused
    /// This user may not do that with the queue.
    case notPermitted(String)
    /// The queue does not exist.
    case noQueue(String)
    /// The queue exists with other properties than the ones declared, or a published message is longer than the
    /// broker takes.
    case preconditionFailed(String)
    /// The queue was deleted, or moved to another node of the broker, while messages were consumed from it.
    case consumerCanceled(queue: String)
    /// The broker closed the connection or the channel for another reason.
    case closedByBroker(code: Int, String)
    /// The broker did not answer in time.
    case timedOut
    /// The connection was lost.
    case lost(String)
    /// A published message reached no queue. The connection stays open.
    case unroutable
    /// The broker did not keep a published message. The connection stays open.
    case notConfirmed
}

extension BrokerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let reason): "the broker cannot be reached: \(reason)"
        case .untrusted(let reason): "the broker is not trusted: \(reason)"
        case .wrongLogin: "the broker refuses the user or the password"
        case .virtualHostRefused: "the broker has no such virtual host, or its user may not enter it"
        case .notPermitted(let words): "the broker's user may not do that: \(words)"
        case .noQueue(let words): "the queue does not exist: \(words)"
        case .preconditionFailed(let words): "the broker refuses that: \(words)"
        case .consumerCanceled(let queue): "the queue \(queue) was deleted or moved"
        case .closedByBroker(let code, let words): "the broker closed the connection with \(code): \(words)"
        case .timedOut: "the broker did not answer in time"
        case .lost(let reason): "the connection to the broker is lost: \(reason)"
        case .unroutable: "the message reached no queue"
        case .notConfirmed: "the broker did not keep the message"
        }
    }
}

// A client of RabbitMQ (AMQP 0-9-1) on top of librabbitmq.
//
// - AMQP.swift: `BrokerConnection`, one connection with one channel. Queues.swift, Consuming.swift and
//   Publishing.swift add to it.
// - QueueConsumer.swift: the loop of a thread that takes messages from a queue, and connects again after a loss.
//   RetryPauses.swift: its growing pauses.
// - BrokerAddress.swift and BrokerAddressError.swift: the address of a broker. Percent.swift: its escapes.
// - Delivery.swift: a message that the broker delivered. DeathCount.swift: how often it was rejected before.
// - BrokerError.swift and Replies.swift: errors, which contain no data.
// - Connecting.swift and Login.swift: opening a connection. Frames.swift: reading what the broker sends.

import CRabbitMQ
import Glibc

/// A connection to RabbitMQ, for the thread that made it.
///
/// librabbitmq allows one thread at a time on a connection, so the type is not `Sendable`: passing one to
/// another thread does not compile. Every call has a deadline, but `publish` waits as long as the broker takes
/// no input. After an error the connection is closed, except after the two that say so; `isClosed` is then true
/// and every call throws. The broker delivers again what was not acknowledged.
///
/// Heartbeats are sent and checked only inside calls. A thread that makes no call for twice the interval of the
/// address loses the connection.
public final class BrokerConnection {
    private(set) var state: amqp_connection_state_t?
    /// The queue that this connection consumes from; nil before `consume`.
    var consumedQueue: String?
    var isConfirming = false

    /// The only channel of the connection.
    static let channel: amqp_channel_t = 1
    /// The time limit for an answer of the broker, and for the rest of a message that has begun.
    let answerSeconds: Int

    /// Connects, logs in and opens a channel.
    ///
    /// - Parameters:
    ///   - name: the name that the broker's lists of connections show.
    ///   - connectSeconds: the time limit for connecting, TLS included, without the look-up of the host's name.
    ///   - answerSeconds: the time limit for the login, and for each answer later.
    public init(
        _ address: BrokerAddress, name: String, connectSeconds: Int = 5, answerSeconds: Int = 10
    ) throws(BrokerError) {
        self.answerSeconds = answerSeconds
        guard let state = amqp_new_connection() else { throw .lost("there is not enough memory for a connection") }
        do {
            try connect(state, to: address, seconds: connectSeconds)
            try logIn(state, to: address, name: name, seconds: answerSeconds)
        } catch {
            amqp_destroy_connection(state)
            throw error
        }
        self.state = state
    }

    deinit { drop() }

    /// True if the connection was closed, by `close` or after an error.
    public var isClosed: Bool { state == nil }

    /// Tells the broker that the connection ends, and closes it. Messages without an acknowledgement go back to
    /// their queue at once.
    public func close() {
        guard let state else { return }
        // The connection ends either way, so a broker that does not answer is no error. Nobody waits long for it.
        var timeout = timeval(tv_sec: 1, tv_usec: 0)
        amqp_set_rpc_timeout(state, &timeout)
        _ = amqp_connection_close(state, AMQP_REPLY_SUCCESS)
        drop()
    }

    /// Returns librabbitmq's handle.
    func open() throws(BrokerError) -> amqp_connection_state_t {
        guard let state else { throw .lost("the connection to the broker was closed earlier") }
        return state
    }

    /// Closes the connection without a word to the broker, which notices that by itself.
    func drop() {
        guard let state else { return }
        amqp_destroy_connection(state)
        self.state = nil
    }

    /// Closes the connection if a call fails.
    func closingOnError<Value>(
        _ body: (amqp_connection_state_t) throws(BrokerError) -> Value
    ) throws(BrokerError) -> Value {
        let state = try open()
        do {
            return try body(state)
        } catch {
            drop()
            throw error
        }
    }
}

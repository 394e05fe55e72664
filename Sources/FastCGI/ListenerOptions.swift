public import HTTP

/// The options of a `Listener`: its socket and its limits.
public struct ListenerOptions: Sendable {
    /// The path of a Unix socket. Its permissions decide who may connect.
    public var socketPath: String
    /// The maximum number of connections that wait for a thread. The next one is refused.
    public var queueLimit = 256
    /// The longest pause of a peer that has not sent its whole request, in seconds.
    public var receiveTimeout = 5
    /// The time from the connection to the last byte of the request, in seconds.
    public var requestDeadline = 30
    /// The maximum number of connections that wait in the kernel.
    public var backlog: Int32 = 511
    /// The seconds after which the listener counts as stuck: every thread is busy, and none has taken a
    /// request for so long. Then the service manager gets no heartbeats. It must be longer than any
    /// request takes.
    public var stuckAfter = 60
    /// Returns the owner of a request that may take long; nil for any other request.
    public var share: @Sendable (RequestPreview) -> ShareKey? = { _ in nil }
    /// The seconds that such a request waits for its owner's thread before it is refused.
    public var shareWait = 5
    /// The permissions of the socket, for its owner and its group, which nginx is in.
    public var socketMode: UInt32 = 0o660
    /// The response for a connection that does not fit into the queue, or has waited too long for its share.
    public var busyAnswer = Response(
        status: .serviceUnavailable,
        headers: ["Content-Type": "text/plain; charset=utf-8", "Retry-After": "1"],
        body: .bytes(Array("""
            Jadwal is busy. Please try again in a moment.
            جدول مشغول. أعد المحاولة بعد لحظات.

            """.utf8)))

    public init(socketPath: String) {
        self.socketPath = socketPath
    }
}

/// The numbers for `/metrics`. Totals count from the start of the process.
public struct ListenerStatistics: Sendable, Equatable {
    /// The threads inside `eachRequest`.
    public internal(set) var threads = 0
    /// The threads that have a connection now.
    public internal(set) var active = 0
    /// The connections that wait in the queue for a thread, without the kernel's backlog.
    public internal(set) var queueDepth = 0
    /// The total of requests that a thread has taken.
    public internal(set) var taken = 0
    /// The connections that wait for their share of the threads.
    public internal(set) var waitingForShare = 0
    /// The total of connections that were refused because the queue was full, or their share was taken.
    public internal(set) var refused = 0
    /// The total of connections whose peer was too slow.
    public internal(set) var timedOut = 0
}

/// An error that stops a listener from starting.
public struct FastCGIError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text for the person who starts the responder. It names the socket.
    public let description: String
    /// The errno, or 0.
    public let code: Int32
}

/// A request that arrived on a connection.
public enum Incoming: Sendable {
    case request(Request)
    /// A request that cannot be read. Answer it, and do nothing else for it.
    ///
    /// Values that did not arrive are empty.
    case malformed(RequestError, id: String, method: String, remoteAddress: String)
}

/// The result of sending a response.
public struct Completion: Sendable, Equatable {
    /// The number of bytes of the body that were sent.
    public let bytesSent: Int
    /// True if the client closed or stopped reading before it had the whole response.
    public let clientWentAway: Bool
    /// The time from the connection to the last byte sent.
    public let nanoseconds: UInt64
}

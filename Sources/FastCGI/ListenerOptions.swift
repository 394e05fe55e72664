public import HTTP

/// Where a `Listener` listens, and how patient it is.
public struct ListenerOptions: Sendable {
    /// A Unix socket: its permissions are what keeps strangers from speaking FastCGI to us.
    public var socketPath: String
    /// Connections that wait for a thread; the next one is turned away.
    public var queueLimit = 256
    /// The longest silence of a peer that has not sent its whole request, in seconds.
    public var receiveTimeout = 5
    /// From the connection to the last byte of the request, in seconds.
    public var requestDeadline = 30
    /// In bytes. A longer body is answered with 413.
    public var bodyLimit = 1 << 20
    /// Connections the kernel keeps until a thread takes them.
    public var backlog: Int32 = 511
    /// While every thread is busy and none of them has taken a connection for so many seconds, the
    /// listener counts as stuck: the service manager gets no sign of life. Longer than any request takes.
    public var stuckAfter = 60
    /// Owner and group: nginx is in the group.
    public var socketMode: UInt32 = 0o660
    /// What a connection gets that finds the queue full.
    public var busyAnswer = Response(
        status: .serviceUnavailable,
        headers: ["Content-Type": "text/plain; charset=utf-8", "Retry-After": "1"],
        body: .bytes(Array("Jadwal is busy. Please try again in a moment.\n".utf8)))

    public init(socketPath: String) {
        self.socketPath = socketPath
    }
}

/// Numbers for `/metrics`. Totals count from the start of the process.
public struct ListenerStatistics: Sendable, Equatable {
    /// Threads inside `eachRequest`.
    public internal(set) var threads = 0
    /// Threads that have a connection right now.
    public internal(set) var active = 0
    /// Connections that wait for a thread, those in the kernel's backlog not counted.
    public internal(set) var queueDepth = 0
    /// Connections a thread has taken, in total.
    public internal(set) var taken = 0
    /// Connections turned away because the queue was full, in total.
    public internal(set) var refused = 0
    /// Connections whose peer was too slow, in total.
    public internal(set) var timedOut = 0
}

/// Why a listener could not be made.
public struct FastCGIError: Error, Equatable, Sendable, CustomStringConvertible {
    /// For the person who starts the responder; names the socket.
    public let description: String
    /// errno, or 0.
    public let code: Int32
}

/// What arrived on a connection.
public enum Incoming: Sendable {
    case request(Request)
    /// Something that is no request we can read. Answer it, but do nothing else for it.
    ///
    /// The other values are empty if they did not arrive either.
    case malformed(RequestError, id: String, method: String, remoteAddress: String)
}

/// How sending an answer went.
public struct Completion: Sendable, Equatable {
    /// Of the body.
    public let bytesSent: Int
    /// Whether the other end closed, or stopped reading, before it had everything.
    public let clientWentAway: Bool
    /// From the connection to the last byte sent.
    public let nanoseconds: UInt64
}

import CFastCGI
import Glibc

/// The threads' wait for new connections and for requests on kept ones, in one epoll.
///
/// An event wakes one thread. A kept connection is reported once and then has to be watched again
/// (EPOLLONESHOT), so that two threads never read from it.
struct Readiness: ~Copyable, Sendable {
    private let descriptor: Int32
    private let listeningSocket: Int32
    private let stopEvent: Int32
    private let timeout: Int

    /// - Parameter timeout: the seconds that a thread may wait for a kept connection's peer.
    init(listeningSocket: Int32, stopEvent: Int32, timeout: Int) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        self.listeningSocket = listeningSocket
        self.stopEvent = stopEvent
        self.timeout = timeout
        _ = control(EPOLL_CTL_ADD, listeningSocket, EPOLLIN.rawValue)
        _ = control(EPOLL_CTL_ADD, stopEvent, EPOLLIN.rawValue)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until something can be read, at most a second, so that a lost wake-up does no harm.
    ///
    /// - Returns: a kept connection with bytes or at its end; nil if it may be anything else.
    borrowing func wait() -> Int32? {
        var event = epoll_event()
        let count = epoll_wait(descriptor, &event, 1, 1_000)
        if count < 0, errno != EINTR { sleep(milliseconds: 20) }
        return count == 1 && isKept(event) ? event.data.fd : nil
    }

    /// Returns the kept connections that can be read now, without waiting.
    borrowing func readyNow() -> [Int32] {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
        var connections: [Int32] = []
        for event in events.prefix(max(0, Int(count))) where isKept(event) { connections.append(event.data.fd) }
        return connections
    }

    /// Watches a kept connection until it is reported.
    ///
    /// - Returns: false if the system refuses.
    borrowing func watch(_ connection: Int32) -> Bool {
        let events = EPOLLIN.rawValue | EPOLLONESHOT.rawValue
        if control(EPOLL_CTL_MOD, connection, events) { return true }
        // From its second request on, the connection's buffer may still hold an answer that nobody reads.
        setTimeouts(connection, seconds: timeout)
        return control(EPOLL_CTL_ADD, connection, events)
    }

    private borrowing func isKept(_ event: epoll_event) -> Bool {
        event.data.fd != listeningSocket && event.data.fd != stopEvent
    }

    private borrowing func control(_ operation: Int32, _ watched: Int32, _ events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data(fd: watched))
        return epoll_ctl(descriptor, operation, watched, &event) == 0
    }
}

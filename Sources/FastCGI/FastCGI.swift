// A FastCGI responder: it takes connections from nginx, reads requests and writes responses.
//
// - FastCGI.swift: `Listener`, the public interface. ListenerOptions.swift: its options and statistics.
// - Supervisor.swift and Watchdog.swift: overload and slow peers.
// - ListeningSocket.swift: the Unix socket.
// - Responder.swift: one thread's work for one connection.
// - RequestHead.swift, Reading.swift and CGIVariables.swift: from records to a `Request`.
// - Writing.swift and ResponseHead.swift: from a `Response` to records. Records.swift: their format.
// - Library.swift, Signals.swift and Threads.swift: libfcgi and the process.
// - ServiceManager.swift: messages to systemd.

import CFastCGI
import Glibc
public import HTTP
import Synchronization

/// A socket for FastCGI connections from nginx, and the threads that answer them.
///
/// A thread in `eachRequest` accepts its connections itself, so that a request costs one wake-up. While
/// every thread is busy, the listener's own thread moves connections from the kernel's backlog to a
/// queue. Those that do not fit are refused with a 503. If the backlog became full, the kernel would
/// refuse connections at once, and nginx would show its own 502.
///
/// Signals must be blocked before the first thread starts (`blockAllSignals`).
public final class Listener: Sendable {
    struct State {
        var statistics = ListenerStatistics()
        /// The connections that no thread has taken yet, oldest first. It is filled only while every
        /// thread is busy, and a thread looks here before it waits. So no connection is forgotten.
        var queue: [Int32] = []
        var isStopping = false

        var everyThreadIsBusy: Bool {
            statistics.threads > 0 && statistics.active == statistics.threads
        }
    }

    let options: ListenerOptions
    let socket: Int32
    let watchdog = Watchdog()
    let state = Mutex(State())
    /// An eventfd that is readable from the moment at which the listener stops.
    private let stopEvent: Int32

    /// Binds the socket and listens. Connections wait until a thread in `eachRequest` takes them.
    public init(_ options: ListenerOptions) throws(FastCGIError) {
        let status = startLibrary()
        guard status == 0 else {
            throw FastCGIError(description: "libfcgi could not start", code: status)
        }
        self.options = options
        socket = try openListeningSocket(options)
        stopEvent = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard stopEvent >= 0 else {
            let code = errno
            close(socket)
            throw FastCGIError(description: "could not make an eventfd", code: code)
        }
    }

    deinit {
        close(socket)
        close(stopEvent)
    }

    public var statistics: ListenerStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.queueDepth = state.queue.count
            return statistics
        }
    }

    /// Starts the supervisor's thread (`Supervisor`). Call it once.
    ///
    /// - Parameter manager: gets heartbeats as often as it wants, unless the threads are stuck.
    public func start(_ manager: ServiceManager? = nil) {
        startThread(named: "fcgi-supervisor") {
            var supervisor = Supervisor(self, manager)
            supervisor.run()
        }
    }

    /// Answers requests on the calling thread, one after the other, until the listener stops.
    ///
    /// After `stop`, requests that already wait are still answered.
    ///
    /// - Parameters:
    ///   - answer: makes the response. For HEAD it makes the response to GET, whose body is not sent.
    ///   - finished: is called for the log after the response was sent, or could not be sent.
    public func eachRequest(
        _ answer: (Incoming) -> Response,
        finished: (Incoming, Response, Completion) -> Void = { _, _, _ in }
    ) {
        withSignalsBlocked {
            let responder = Responder(self)
            let epoll = Epoll(listeningSocket: socket, stopEvent: stopEvent)
            state.withLock {
                $0.statistics.threads += 1
                $0.statistics.active += 1
            }
            while let connection = nextConnection(epoll) {
                responder.serve(connection, answer, finished)
            }
            state.withLock {
                $0.statistics.threads -= 1
                $0.statistics.active -= 1
            }
        }
    }

    /// Stops accepting connections. The threads answer those that wait and then end.
    ///
    /// It returns at once. Any thread may call it, more than once. The file of the socket stays.
    public func stop() {
        // New connections are refused first. After that, a thread that finds no connection may end.
        shutdown(socket, Int32(SHUT_RD))
        state.withLock { $0.isStopping = true }
        eventfd_write(stopEvent, 1)
    }

    /// Waits for a connection. The thread counts as busy before and after.
    ///
    /// - Returns: nil if the listener has stopped and no connection waits.
    private func nextConnection(_ epoll: borrowing Epoll) -> Int32? {
        let queued: Int32? = state.withLock { state in
            if !state.queue.isEmpty {
                state.statistics.taken += 1
                return state.queue.removeFirst()
            }
            state.statistics.active -= 1
            return nil
        }
        if let queued { return queued }
        let connection = acceptNext(epoll)
        state.withLock {
            $0.statistics.active += 1
            if connection != nil { $0.statistics.taken += 1 }
        }
        return connection
    }

    private func acceptNext(_ epoll: borrowing Epoll) -> Int32? {
        while true {
            let connection = accept4(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            if connection >= 0 { return connection }
            switch errno {
            case EAGAIN, EINVAL:
                if state.withLock({ $0.isStopping }) { return nil }
                epoll.wait()
            case EINTR, ECONNABORTED:
                continue
            default:
                // Out of descriptors or memory. Some are free when another connection closes.
                sleep(milliseconds: 20)
            }
        }
    }
}

/// One thread's wait for a connection.
///
/// Each thread has its own epoll with EPOLLEXCLUSIVE, so that one connection wakes one thread.
private struct Epoll: ~Copyable {
    private let descriptor: Int32

    init(listeningSocket: Int32, stopEvent: Int32) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        add(listeningSocket, EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue)
        add(stopEvent, EPOLLIN.rawValue)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until there may be a connection or the listener stops, at most a second, so that a lost
    /// wake-up does no harm.
    borrowing func wait() {
        var event = epoll_event()
        if epoll_wait(descriptor, &event, 1, 1_000) < 0, errno != EINTR {
            sleep(milliseconds: 20)
        }
    }

    private func add(_ watched: Int32, _ events: UInt32) {
        var event = epoll_event()
        event.events = events
        epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event)
    }
}

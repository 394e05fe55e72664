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

/// Takes FastCGI connections from nginx and hands each request to a thread that is free.
///
/// A thread in `eachRequest` takes its connections from the kernel itself, so a request costs one
/// wake-up. Only while every thread is busy does the listener's own thread empty the kernel's
/// backlog into a queue, and turn away what does not fit with a clean 503: a Unix socket whose
/// backlog is full refuses at once, which would be nginx's bare 502.
///
/// Signals must be blocked before the first thread starts (`blockAllSignals`).
public final class Listener: Sendable {
    struct State {
        var statistics = ListenerStatistics()
        /// Connections no thread has taken yet, oldest first. Only filled while every thread is
        /// busy, and a thread looks here before it waits: so none is ever left behind.
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
    /// Readable for good once the listener stops; an eventfd.
    private let stopEvent: Int32

    /// Binds the socket and listens. Connections wait until `eachRequest` takes them.
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

    /// Starts the thread that guards the door; see `Supervisor`. Call once.
    ///
    /// - Parameter manager: gets a sign of life as often as it wants one, unless the threads are stuck.
    public func start(_ manager: ServiceManager? = nil) {
        startThread(named: "fcgi-supervisor") {
            var supervisor = Supervisor(self, manager)
            supervisor.run()
        }
    }

    /// Answers requests on the calling thread, one after the other, until the listener stops.
    ///
    /// After `stop`, requests that wait already are still answered.
    ///
    /// - Parameters:
    ///   - answer: makes the answer. To HEAD it gives the answer to GET; the body stays here.
    ///   - finished: called after the answer was sent or could not be, for the log.
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

    /// Takes no new connections, lets the threads answer those that wait, and makes them leave.
    ///
    /// Returns at once; may be called from any thread, more than once. The socket's file stays.
    public func stop() {
        // First nobody can connect any more; only then may a thread that finds nobody waiting leave.
        shutdown(socket, Int32(SHUT_RD))
        state.withLock { $0.isStopping = true }
        eventfd_write(stopEvent, 1)
    }

    /// Waits for a connection, as a thread that counts as busy before and after.
    ///
    /// - Returns: nil once the listener has stopped and nobody waits any more.
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
                // Out of descriptors or memory. It passes when another connection closes.
                sleep(milliseconds: 20)
            }
        }
    }
}

/// Where one thread waits for a connection.
///
/// A thread has an epoll of its own with EPOLLEXCLUSIVE, so that one connection wakes one thread.
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

    /// Returns when there may be a connection, or the listener stops; at the latest after a second,
    /// so that nothing depends on a wake-up that got lost.
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

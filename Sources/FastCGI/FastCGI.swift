// A FastCGI responder: it takes connections from nginx, reads requests and writes responses.
//
// - FastCGI.swift: `Listener`, the public interface. ListenerOptions.swift: its options and statistics.
// - Supervisor.swift and Watchdog.swift: overload and slow peers. LongRequests.swift: the processors of demanding
//   requests.
// - ListeningSocket.swift: the Unix socket. Readiness.swift: the wait for connections and requests.
// - Responder.swift: one thread's work for one request.
// - RequestHead.swift, Reading.swift and CGIVariables.swift: from records to a `Request`.
// - Writing.swift and ResponseHead.swift: from a `Response` to records. Records.swift: their format.
// - Library.swift, Signals.swift and Threads.swift: libfcgi and the process.
// - ServiceManager.swift: messages to systemd.

import CFastCGI
import Glibc
public import HTTP
import Synchronization
import System

/// A socket for FastCGI connections from nginx, and the threads that answer them.
///
/// A thread in `eachRequest` accepts its connections itself, so that a request costs one wake-up. nginx
/// keeps a connection for its next request. Between two requests it belongs to no thread: all threads wait
/// for all kept connections together, so that one that stays silent holds up nobody.
///
/// While every thread is busy, the listener's own thread moves new connections, and kept ones with a
/// request, to a queue. Those that do not fit are refused with a 503. If the backlog became full, the
/// kernel would refuse connections at once, and nginx would show its own 502.
///
/// Signals must be blocked before the first thread starts (`blockAllSignals`).
public final class Listener: Sendable {
    struct State {
        var statistics = ListenerStatistics()
        /// The connections that no thread has taken yet, oldest first. It is filled only while every
        /// thread is busy, and a thread looks here before it waits. So no connection is forgotten.
        var queue: [Int32] = []
        /// The kept connections that wait for a request. One that is not here belongs to a thread.
        var idle: Set<Int32> = []
        /// The demanding requests, and the connections of those that wait for a thread.
        var shares = ThreadShares()
        /// The time at which kept connections close, on the clock of `Monotonic`; nil before `stop`.
        var closesAt: UInt64?

        var isStopping: Bool { closesAt != nil }

        var everyThreadIsBusy: Bool {
            statistics.threads > 0 && statistics.active == statistics.threads
        }
    }

    let options: ListenerOptions
    let socket: Int32
    let watchdog = Watchdog()
    let state = Mutex(State())
    let longRequests = LongRequests()
    let readiness: Readiness
    /// An eventfd that is readable from the moment at which the listener stops.
    private let stopEvent: Int32
    /// The maximum number of kept connections that wait for a request. nginx keeps 32 in each of its processes,
    /// and has a process for each core.
    static let idleLimit = 1_024
    /// The nanoseconds after `stop` in which kept connections are still served.
    private static let graceTime: UInt64 = 1_000_000_000

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
        readiness = Readiness(listeningSocket: socket, stopEvent: stopEvent, timeout: options.receiveTimeout)
    }

    deinit {
        for connection in state.withLock({ $0.idle }) { close(connection) }
        close(socket)
        close(stopEvent)
    }

    public var statistics: ListenerStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.queueDepth = state.queue.count
            statistics.waitingForShare = state.shares.waitingCount
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
            state.withLock { state in
                state.statistics.threads += 1
                state.statistics.active += 1
                // A request may have come before this thread, and wait for it.
                if let next = state.shares.grow(to: state.mostDemanding) { state.queue.insert(next, at: 0) }
            }
            var kept: Int32?
            while let connection = nextConnection(keeping: kept) {
                kept = responder.serve(connection, answer, finished) ? connection : nil
                // The allocator keeps what was freed in pieces. The system gets it back after a large request.
                if responder.usedMuch { malloc_trim(0) }
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
    ///
    /// nginx does not know yet, and may just be sending a request on a kept connection. So each that waits is
    /// served once more if a request comes within a second, and closed then.
    public func stop() {
        // New connections are refused first. After that, a thread that finds no connection may end.
        shutdown(socket, Int32(SHUT_RD))
        state.withLock { $0.closesAt = $0.closesAt ?? Monotonic.nanoseconds() + Self.graceTime }
        eventfd_write(stopEvent, 1)
    }

    /// Waits for a connection with a request. The thread counts as busy before and after.
    ///
    /// - Parameter kept: the connection that the thread has served and that stays open.
    /// - Returns: nil if the listener has stopped and no connection waits.
    private func nextConnection(keeping kept: Int32?) -> Int32? {
        let (queued, isKept): (Int32?, Bool) = state.withLock { state in
            let isKept = kept.map { state.keep($0, limit: Self.idleLimit) } ?? true
            guard state.queue.isEmpty else {
                state.statistics.taken += 1
                return (state.queue.removeFirst(), isKept)
            }
            state.statistics.active -= 1
            return (nil, isKept)
        }
        if let kept {
            // Outside of the lock, which all threads need. Nobody closes the connection meanwhile: `stop` leaves a
            // second.
            if !isKept { close(kept) } else if !readiness.watch(kept) { forget(kept) }
        }
        if let queued { return queued }
        while true {
            if let connection = readiness.wait() {
                let isTaken = state.withLock { $0.begin($0.idle.remove(connection)) != nil }
                if isTaken { return connection }
            } else if let connection = acceptNext() {
                return state.withLock { $0.begin(connection) }
            } else if state.withLock({ $0.isStopping }) {
                return nextWhileStopping()
            }
        }
    }

    /// - Returns: nil if no connection waits.
    private func acceptNext() -> Int32? {
        while true {
            let connection = accept4(socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            if connection >= 0 { return connection }
            switch errno {
            case EAGAIN, EINVAL:
                return nil
            case EINTR, ECONNABORTED:
                continue
            default:
                // Out of descriptors or memory. Some are free when another connection closes.
                sleep(milliseconds: 20)
            }
        }
    }

    /// Waits for the last requests on kept connections.
    private func nextWhileStopping() -> Int32? {
        while true {
            let (connection, isDone): (Int32?, Bool) = state.withLock { state in
                _ = state.queueIdle(readiness, limit: .max)
                if let closesAt = state.closesAt, closesAt <= Monotonic.nanoseconds() {
                    for connection in state.idle { close(connection) }
                    state.idle = []
                }
                if !state.queue.isEmpty { return (state.begin(state.queue.removeFirst()), false) }
                guard state.idle.isEmpty, state.shares.isEmpty else { return (nil, false) }
                state.statistics.active += 1
                return (nil, true)
            }
            if isDone || connection != nil { return connection }
            sleep(milliseconds: 5)
        }
    }

    /// Begins a demanding request on the calling thread.
    ///
    /// - Returns: false if its connection waits, and no longer belongs to a thread.
    func begin(_ connection: Int32, _ key: ShareKey) -> Bool {
        let deadline = Monotonic.nanoseconds() + UInt64(options.shareWait) * 1_000_000_000
        return state.withLock { state in
            let (runs, next) = state.shares.begin(connection, key, most: state.mostDemanding, deadline: deadline)
            if let next { state.queue.insert(next, at: 0) }
            // It is taken when it runs.
            if !runs { state.statistics.taken -= 1 }
            return runs
        }
    }

    /// Ends a demanding request. The calling thread takes the one that waits for it next.
    func end(_ key: ShareKey) {
        state.withLock { state in
            if let next = state.shares.end(key) { state.queue.insert(next, at: 0) }
        }
    }

    /// Forgets the share of a connection whose request could not be read.
    func abandon(_ connection: Int32) {
        state.withLock { state in
            if let next = state.shares.abandon(connection) { state.queue.insert(next, at: 0) }
        }
    }

    /// Closes a kept connection that cannot be watched.
    private func forget(_ connection: Int32) {
        if state.withLock({ $0.idle.remove(connection) }) != nil { close(connection) }
    }
}

extension Listener.State {
    /// The demanding requests that may run at the same time: one less than there are threads.
    fileprivate var mostDemanding: Int { max(1, statistics.threads - 1) }

    /// Notes a connection that waits for its next request.
    ///
    /// - Returns: false while stopping, or if there are too many.
    fileprivate mutating func keep(_ connection: Int32, limit: Int) -> Bool {
        guard !isStopping, idle.count < limit else { return false }
        idle.insert(connection)
        return true
    }

    /// Counts a connection that the calling thread serves from now on.
    fileprivate mutating func begin(_ connection: Int32?) -> Int32? {
        guard connection != nil else { return nil }
        statistics.active += 1
        statistics.taken += 1
        return connection
    }

    /// Moves the kept connections with a request to the queue.
    ///
    /// - Returns: those that do not fit into it.
    mutating func queueIdle(_ readiness: borrowing Readiness, limit: Int) -> [Int32] {
        var rest: [Int32] = []
        for connection in readiness.readyNow() where idle.remove(connection) != nil {
            var byte: UInt8 = 0
            // A connection that nginx has closed needs no thread.
            if recv(connection, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0 {
                close(connection)
            } else if queue.count < limit {
                queue.append(connection)
            } else {
                rest.append(connection)
            }
        }
        return rest
    }
}

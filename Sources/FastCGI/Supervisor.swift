import CFastCGI
import Glibc
import HTTP
import Synchronization
import System

/// The work of the listener's own thread, in rounds: twenty a second, or more when busy. Requests do not
/// pass through it.
///
/// It shuts down connections that are too slow. While every thread is busy, it moves new connections, and
/// kept ones with a request, to the queue and refuses those that do not fit. It moves long requests away from
/// half of the processors. It also sends heartbeats to the service manager.
struct Supervisor {
    /// A connection that is not served. It stays open until its peer has read the answer.
    private struct RefusedConnection {
        let descriptor: Int32
        let closesAt: UInt64
        var isAnswered = false
    }

    /// The milliseconds between two rounds while a thread is free. With 5,000 requests a second and
    /// every thread stuck, a backlog of 511 is full after a tenth of a second.
    private static let idleInterval = 50
    /// The milliseconds between two rounds while every thread is busy, or a refused connection is open.
    private static let busyInterval = 5
    /// The nanoseconds that a refused peer has to read its answer.
    private static let lingerTime: UInt64 = 1_000_000_000
    /// The maximum number of refused connections that are open.
    private static let lingerLimit = 128

    private let listener: Listener
    private let busyAnswer: [UInt8]
    private var refused: [RefusedConnection] = []
    private var heartbeat: Heartbeat?

    init(_ listener: Listener, _ manager: ServiceManager?) {
        self.listener = listener
        heartbeat = manager.flatMap { Heartbeat($0, stuckAfter: listener.options.stuckAfter) }
        busyAnswer = responseBytes(listener.options.busyAnswer)
    }

    /// Runs until the listener has stopped and its threads have ended.
    mutating func run() {
        while true {
            let slow = listener.watchdog.sweep()
            listener.longRequests.limit()
            let refusedCount = emptyBacklog()
            let (isBusy, isDone, taken) = listener.state.withLock { state in
                state.statistics.timedOut += slow
                state.statistics.refused += refusedCount
                let isDone = state.isStopping && state.statistics.threads == 0
                return (state.everyThreadIsBusy, isDone, state.statistics.taken)
            }
            answerRefused()
            heartbeat?.beat(isBusy: isBusy, taken: taken)
            if isDone && refused.isEmpty { return }
            let interval = isBusy || !refused.isEmpty ? Supervisor.busyInterval : Supervisor.idleInterval
            sleep(milliseconds: interval)
        }
    }

    /// Moves waiting connections to the queue and refuses those that do not fit, or have waited too long.
    ///
    /// - Returns: the number of refused connections.
    private mutating func emptyBacklog() -> Int {
        var count = 0
        while let connection = queueNext() {
            refuse(connection)
            count += 1
        }
        let rest = listener.state.withLock { state in
            let kept = state.everyThreadIsBusy && !state.isStopping
                ? state.queueIdle(listener.readiness, limit: listener.options.queueLimit) : []
            return kept + state.shares.takeOverdue(at: Monotonic.nanoseconds())
        }
        rest.forEach { refuse($0) }
        return count + rest.count
    }

    private mutating func refuse(_ connection: Int32) {
        // The oldest has had the most time to read its answer.
        if refused.count >= Supervisor.lingerLimit {
            close(refused.removeFirst().descriptor)
        }
        let closesAt = Monotonic.nanoseconds() + Supervisor.lingerTime
        refused.append(RefusedConnection(descriptor: connection, closesAt: closesAt))
    }

    /// Accepts connections and queues them while every thread is busy.
    ///
    /// It accepts under the lock, which is safe because this never waits. Otherwise a thread could
    /// become free in between and sleep while the queue is not empty.
    ///
    /// - Returns: a connection that does not fit into the queue; nil if no more connections wait, or if
    ///   a thread is free.
    private func queueNext() -> Int32? {
        listener.state.withLock { state in
            while state.everyThreadIsBusy, !state.isStopping {
                let connection = accept4(listener.socket, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                guard connection >= 0 else { return nil }
                guard state.queue.count < listener.options.queueLimit else { return connection }
                state.queue.append(connection)
            }
            return nil
        }
    }

    /// Answers refused connections, and closes each one after its peer has read the answer.
    ///
    /// If it closed a connection at once while the peer still writes, the peer would report the broken
    /// write and not the answer.
    private mutating func answerRefused() {
        let now = Monotonic.nanoseconds()
        refused.removeAll { connection in
            if connection.isAnswered {
                guard drain(connection.descriptor) || connection.closesAt <= now else { return false }
            } else {
                guard connection.closesAt <= now else { return false }
            }
            close(connection.descriptor)
            return true
        }
        for index in refused.indices where !refused[index].isAnswered {
            refused[index].isAnswered = answerBusy(refused[index].descriptor)
        }
    }

    /// Sends the answer to a refused connection.
    ///
    /// - Returns: false if the peer has not sent the id of its request yet.
    private func answerBusy(_ descriptor: Int32) -> Bool {
        let requestID: UInt16? = withUnsafeTemporaryAllocation(
            byteCount: Record.headerLength, alignment: 1
        ) { header in
            let count = recv(
                descriptor, header.baseAddress, header.count,
                Int32(MSG_PEEK | MSG_DONTWAIT))
            return count == header.count
                ? Record(UnsafeRawBufferPointer(header), at: 0)?.requestID : nil
        }
        guard let requestID else { return false }
        let records = Record.answer(busyAnswer, to: requestID)
        // The answer fits into the connection's empty buffer, so sending it does not wait.
        send(descriptor, records, records.count,
             Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        return true
    }
}

/// The heartbeats for a service manager, as long as the threads make progress.
private struct Heartbeat {
    private let manager: ServiceManager
    private let interval: UInt64
    private let stuckAfter: UInt64
    private var nextPing: UInt64 = 0
    /// The number of requests taken, as of the last round.
    private var taken = 0
    /// The last moment at which a thread was free or had taken a request.
    private var lastProgress = Monotonic.nanoseconds()

    init?(_ manager: ServiceManager, stuckAfter seconds: Int) {
        guard let interval = manager.pingInterval else { return nil }
        self.manager = manager
        self.interval = interval
        stuckAfter = UInt64(seconds) * 1_000_000_000
    }

    mutating func beat(isBusy: Bool, taken: Int) {
        let now = Monotonic.nanoseconds()
        if !isBusy || taken != self.taken {
            self.taken = taken
            lastProgress = now
        }
        guard now >= nextPing, now - lastProgress < stuckAfter else { return }
        manager.ping()
        nextPing = now + interval
    }
}

/// Reads and discards the bytes that have arrived, without waiting.
///
/// - Returns: true if the peer has closed.
func drain(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { scratch in
        // At most sixteen times, so that a peer that never stops does not block the thread.
        for _ in 0..<16 {
            let count = recv(
                descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
            if count == 0 { return true }
            if count < 0 { return errno != EAGAIN && errno != EINTR }
        }
        return false
    }
}

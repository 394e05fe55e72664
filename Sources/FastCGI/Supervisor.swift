import CFastCGI
import Glibc
import HTTP
import Synchronization
import System

/// The listener's own thread. It looks up a few times a second; requests do not pass through it.
///
/// While every thread is busy it moves waiting connections from the kernel's backlog to the queue,
/// turns away those the queue has no room for, and shuts down those that are too slow. It also gives
/// the service manager its signs of life.
struct Supervisor {
    /// A connection that will not be served, kept until its peer has read why.
    private struct RefusedConnection {
        let descriptor: Int32
        let closesAt: UInt64
        var isAnswered = false
    }

    /// Milliseconds between looks. A backlog of 511 lasts a tenth of a second at 5,000 requests a
    /// second with every thread stuck; once that is so, the looks are more frequent.
    private static let idleInterval = 50
    private static let busyInterval = 5
    /// How long a peer may take to read that we are busy.
    private static let lingerTime: UInt64 = 1_000_000_000
    private static let lingerLimit = 128

    private let listener: Listener
    private let busyAnswer: [UInt8]
    private var refused: [RefusedConnection] = []
    private var heartbeat: Heartbeat?

    init(_ listener: Listener, _ manager: ServiceManager?) {
        self.listener = listener
        heartbeat = manager.flatMap { Heartbeat($0, stuckAfter: listener.options.stuckAfter) }
        busyAnswer = wholeAnswer(listener.options.busyAnswer)
    }

    /// Runs until the listener has stopped and its threads have left.
    mutating func run() {
        while true {
            let slow = listener.watchdog.sweep()
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

    /// - Returns: how many connections were turned away.
    private mutating func emptyBacklog() -> Int {
        var count = 0
        while let connection = queueNext() {
            // The oldest has had the most time to read its answer.
            if refused.count >= Supervisor.lingerLimit {
                close(refused.removeFirst().descriptor)
            }
            let closesAt = Monotonic.nanoseconds() + Supervisor.lingerTime
            refused.append(RefusedConnection(descriptor: connection, closesAt: closesAt))
            count += 1
        }
        return count
    }

    /// Queues connections while every thread is busy.
    ///
    /// Accepting happens under the lock (it never waits): were a thread to become free between the
    /// question and the answer, it would sleep beside a queue that is not empty.
    ///
    /// - Returns: one that found the queue full; nil when no more of them wait.
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

    /// Tells those turned away, and closes once they have read it.
    ///
    /// Closing at once would break a peer's write that is under way, and it would report that
    /// instead of our answer.
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

    /// - Returns: false when the peer has not said yet what its request is called.
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
        // Fits into the empty buffer of a new connection, so it does not wait.
        send(descriptor, records, records.count,
             Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        return true
    }
}

/// Signs of life for a service manager, as long as the threads get anywhere.
private struct Heartbeat {
    private let manager: ServiceManager
    private let interval: UInt64
    private let stuckAfter: UInt64
    private var nextPing: UInt64 = 0
    /// Connections taken when they were last looked at, and since when the threads have taken none.
    private var taken = 0
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

/// Reads and forgets what has arrived, without waiting.
///
/// - Returns: whether the peer has closed.
func drain(_ descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { scratch in
        // Sixteen times at most, so that a peer who never stops does not hold the thread.
        for _ in 0..<16 {
            let count = recv(
                descriptor, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
            if count == 0 { return true }
            if count < 0 { return errno != EAGAIN && errno != EINTR }
        }
        return false
    }
}

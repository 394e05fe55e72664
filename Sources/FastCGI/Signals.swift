import Glibc

/// Keeps every signal from the calling thread and from those it starts later.
///
/// libfcgi takes a read or write that a signal interrupts for the end of the connection: half a
/// request then looks like a whole one. So signals are for one thread that waits for them.
public func blockAllSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
}

/// Waits until the process is sent one of these signals, which must be blocked in every thread.
///
/// - Returns: the signal that came.
public func waitForSignal(_ signals: [Int32]) -> Int32 {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for signal in signals {
        sigaddset(&awaited, signal)
    }
    var received: Int32 = 0
    while sigwait(&awaited, &received) != 0 {}
    return received
}

/// Runs a body with every signal blocked in this thread, then lets through what was let through before.
func withSignalsBlocked<T>(_ body: () -> T) -> T {
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &before)
    blockAllSignals()
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
}

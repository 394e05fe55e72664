import Glibc

/// Blocks every signal in the calling thread and in threads that it starts later.
///
/// If a signal interrupts a read or a write, libfcgi takes it for the end of the connection, and half a
/// request looks like a whole one. So one thread alone waits for signals.
public func blockAllSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, nil)
}

/// Waits until the process gets one of the signals. They must be blocked in every thread.
///
/// - Returns: the signal.
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

/// Runs a body with every signal blocked in this thread, and then restores the thread's mask.
func withSignalsBlocked<T>(_ body: () -> T) -> T {
    var before = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &before)
    blockAllSignals()
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
}

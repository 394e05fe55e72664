import CFastCGI
import Glibc

/// A POSIX thread. Foundation's threads would load Foundation at the start of every process.
public struct RunningThread: Sendable {
    fileprivate let handle: pthread_t

    /// Waits until the thread has ended. Call it once only.
    public func join() {
        pthread_join(handle, nil)
    }
}

/// Starts a thread with every signal blocked. A thread that is never joined ends with the process.
///
/// - Parameter name: at most 15 bytes, for `top` and debuggers.
@discardableResult
public func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> RunningThread {
    let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, { argument in
        guard let argument else { return nil }
        let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
        blockAllSignals()
        pthread_setname_np(pthread_self(), start.name)
        start.body()
        return nil
    }, start.toOpaque())
    precondition(status == 0, "the system has no thread left for \(name)")
    return RunningThread(handle: thread)
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

import CFastCGI
import Glibc

/// Starts a detached thread that no signal reaches.
///
/// - Parameter name: at most 15 bytes, for `top` and debuggers.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
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
    pthread_detach(thread)
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

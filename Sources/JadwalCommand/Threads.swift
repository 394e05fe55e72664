import Glibc
import Synchronization

/// A thread of the system's that runs one closure. Not Foundation's, which would bring Foundation
/// into the start of every process.
struct WorkerThread {
    private let handle: pthread_t

    /// - Parameter name: as `top` and a debugger show it, 15 bytes at most.
    init(_ name: String, _ body: @escaping @Sendable () -> Void) throws {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        // Template rendering recurses; the default of 8 MB is address space, not memory.
        let box = Unmanaged.passRetained(ThreadBody(name, body))
        var handle = pthread_t()
        let status = pthread_create(&handle, &attributes, { argument in
            guard let argument else { return nil }
            let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
            body.run()
            return nil
        }, box.toOpaque())
        guard status == 0 else {
            box.release()
            throw ThreadError(description: "a thread cannot be started: \(String(cString: strerror(status)))")
        }
        self.handle = handle
    }

    /// Waits until the closure has returned.
    func join() {
        pthread_join(handle, nil)
    }
}

struct ThreadError: Error, CustomStringConvertible {
    let description: String
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
        self.name = String(name.prefix(15))
        self.run = run
    }
}

/// Whether the process was told to stop, for loops to ask.
final class StopFlag: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }
    var isStopping: Bool { isSet.load(ordering: .acquiring) }
}

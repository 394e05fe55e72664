import Glibc
import Synchronization

/// Work on a thread of its own, whose outcome is asked for later.
public final class Background<Value: Sendable>: Sendable {
    private let outcome = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = Flag()

    public init(_ body: @escaping @Sendable () throws -> Value) throws {
        let work = Unmanaged.passRetained(Work { [self] in
            let result = Result { try body() }
            outcome.withLock { $0 = result }
            isDone.raise()
        })
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, work.toOpaque())
        guard status == 0 else { throw NoThread() }
        pthread_detach(thread)
    }

    /// Waits for the end.
    public func value() throws -> Value {
        isDone.wait()
        guard let result = outcome.withLock({ $0 }) else { throw NoThread() }
        return try result.get()
    }
}

public struct NoThread: Error {}

/// An event that happens once and for which other threads wait.
public final class Flag: Sendable {
    private let isRaised = Mutex(false)

    public init() {}

    public func raise() { isRaised.withLock { $0 = true } }

    public func wait() {
        while !isRaised.withLock({ $0 }) { usleep(1_000) }
    }
}

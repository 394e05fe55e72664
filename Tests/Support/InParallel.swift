import Glibc
import Synchronization

/// Runs a body on several threads at once and returns their results, in any order.
///
/// - Throws: the first error that any of them threw.
public func inParallel<Value: Sendable>(
    count: Int, _ body: @escaping @Sendable () throws -> Value
) throws -> [Value] {
    let outcomes = Outcomes<Value>()
    var threads: [pthread_t] = []
    for _ in 0..<count {
        let work = Unmanaged.passRetained(Work { outcomes.add(Result { try body() }) })
        var thread = pthread_t()
        pthread_create(&thread, nil, { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, work.toOpaque())
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    return try outcomes.all().map { try $0.get() }
}

private final class Outcomes<Value: Sendable>: Sendable {
    private let list = Mutex<[Result<Value, any Error>]>([])
    func add(_ outcome: Result<Value, any Error>) { list.withLock { $0.append(outcome) } }
    func all() -> [Result<Value, any Error>] { list.withLock { $0 } }
}

/// A closure that passes through a C pointer.
final class Work {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
}

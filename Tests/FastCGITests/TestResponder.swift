import Dispatch
@testable import FastCGI
import Glibc
import HTTP
import Synchronization

/// A listener with its threads, on its own socket in the temporary directory.
final class TestResponder: Sendable {
    let listener: Listener
    let path: String
    let threads = DispatchGroup()
    private let completions = Mutex<[Completion]>([])
    private let seen = Mutex<[Incoming]>([])

    init(
        threads count: Int = 2, _ options: ListenerOptions = testOptions(), manager: ServiceManager? = nil,
        answer: @escaping @Sendable (Incoming) -> Response = echo
    ) throws {
        path = options.socketPath
        listener = try Listener(options)
        listener.start(manager)
        for number in 1...count {
            threads.enter()
            startThread(named: "test-\(number)") { [self] in
                listener.eachRequest { incoming in
                    seen.withLock { $0.append(incoming) }
                    return answer(incoming)
                } finished: { _, _, completion in
                    completions.withLock { $0.append(completion) }
                }
                threads.leave()
            }
        }
    }

    /// The requests that the threads answered, in order.
    var incoming: [Incoming] { seen.withLock { $0 } }

    /// The results of sending the responses.
    var completed: [Completion] { completions.withLock { $0 } }

    /// Stops the listener and waits until every thread has ended.
    ///
    /// - Returns: true if they ended within ten seconds.
    @discardableResult
    func stop() -> Bool {
        listener.stop()
        let hasLeft = threads.wait(timeout: .now() + .seconds(10)) == .success
        unlink(path)
        return hasLeft
    }
}

/// Answers with the values of the request, so that a test sees them from outside.
@Sendable func echo(_ incoming: Incoming) -> Response {
    switch incoming {
    case .request(var request):
        do {
            try request.receiveBody(limit: 1 << 20)
        } catch {
            return .text(error.message, status: error.status)
        }
        let body = String(decoding: request.body, as: UTF8.self)
        return .text("\(request.method) \(request.path) \(body)")
    case .malformed(let error, _, _, _):
        return .text(error.message, status: error.status)
    }
}

func testOptions() -> ListenerOptions {
    ListenerOptions(socketPath: temporaryPath())
}

func temporaryPath() -> String {
    "/tmp/jadwal-fastcgi-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
}

/// Waits at most ten seconds for a condition that another thread makes true.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
        if condition() { return true }
        sleep(milliseconds: 5)
    }
    return condition()
}

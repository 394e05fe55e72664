import CFastCGI
import Glibc
import Synchronization
import System

/// The demanding requests that run, and the processors that are left to all others.
///
/// A request that has run for `longAfter` goes on at the second half of the processors, and so do the long requests of
/// other responders. However many customers ask for much at the same time, the first half stays free for nginx, for
/// pages and for signing in. Short requests use all of them.
final class LongRequests: Sendable {
    private struct Running {
        let since: UInt64
        var isLimited = false
    }

    /// The nanoseconds after which a request counts as long.
    private static let longAfter: UInt64 = 50_000_000

    /// The processors of this process, and the second half of them; nil if there is only one.
    private let processors: (all: ProcessorSet, half: ProcessorSet)?
    /// The threads with a demanding request, by the numbers of the system.
    private let running = Mutex<[Int32: Running]>([:])

    init() {
        processors = ProcessorSet.ofThisThread().flatMap { all in all.secondHalf.map { (all, $0) } }
    }

    /// Notes that a demanding request begins on a thread.
    func begin(on thread: Int32) {
        guard processors != nil else { return }
        running.withLock { $0[thread] = Running(since: Monotonic.nanoseconds()) }
    }

    /// Notes that it has ended. The thread may use all processors again.
    func end(on thread: Int32) {
        guard let processors else { return }
        running.withLock { running in
            if running.removeValue(forKey: thread)?.isLimited == true { processors.all.apply(to: thread) }
        }
    }

    /// Moves the requests that have become long.
    func limit() {
        guard let processors else { return }
        running.withLock { running in
            let now = Monotonic.nanoseconds()
            for (thread, request) in running where !request.isLimited && now - request.since > Self.longAfter {
                running[thread]?.isLimited = processors.half.apply(to: thread)
            }
        }
    }
}

/// Some processors, as the bits of Linux's masks.
struct ProcessorSet: Sendable, Equatable {
    private(set) var numbers: [Int]

    /// The words of a mask: as many as the largest kernel has processors.
    private static let words = 8_192 / UInt.bitWidth

    init(_ numbers: [Int]) {
        self.numbers = numbers
    }

    /// Returns the processors that the calling thread may use; nil if the system does not tell.
    static func ofThisThread() -> ProcessorSet? {
        var mask = [UInt](repeating: 0, count: words)
        guard processors_of_thread(0, &mask, mask.count * MemoryLayout<UInt>.size) > 0 else { return nil }
        return ProcessorSet((0..<words * UInt.bitWidth).filter { number in
            mask[number / UInt.bitWidth] >> (number % UInt.bitWidth) & 1 == 1
        })
    }

    /// The second half, the smaller one of an odd number; nil of fewer than two.
    var secondHalf: ProcessorSet? {
        numbers.count < 2 ? nil : ProcessorSet(Array(numbers[((numbers.count + 1) / 2)...]))
    }

    /// Lets a thread run on these processors only.
    ///
    /// - Returns: false if the system refuses it, as for a thread that has ended.
    @discardableResult
    func apply(to thread: Int32) -> Bool {
        var mask = [UInt](repeating: 0, count: Self.words)
        for number in numbers { mask[number / UInt.bitWidth] |= 1 << (number % UInt.bitWidth) }
        return set_processors_of_thread(thread, &mask, mask.count * MemoryLayout<UInt>.size) == 0
    }
}

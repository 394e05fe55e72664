import Glibc
import Synchronization
import System

/// The deadlines of connections. A sweep shuts down those that take too long.
///
/// A thread that blocks in libfcgi cannot check a deadline, so another thread does. The owner of a
/// descriptor releases it *before* closing it, under the same lock as the sweep. So the sweep never
/// shuts down a later connection that got the same number.
final class Watchdog: Sendable {
    private let deadlines = Mutex<[Int32: UInt64]>([:])

    /// Watches a descriptor until its deadline or its release.
    ///
    /// - Parameter deadline: on the clock of `Monotonic`.
    func watch(_ descriptor: Int32, until deadline: UInt64) {
        deadlines.withLock { $0[descriptor] = deadline }
    }

    /// Stops watching a descriptor.
    ///
    /// - Returns: false if the sweep has shut it down.
    @discardableResult
    func release(_ descriptor: Int32) -> Bool {
        deadlines.withLock { $0.removeValue(forKey: descriptor) != nil }
    }

    /// Shuts down the connections whose deadline has passed. Their owners then see the end of input.
    ///
    /// - Returns: the number of these connections.
    func sweep() -> Int {
        deadlines.withLock { deadlines in
            guard !deadlines.isEmpty else { return 0 }
            let now = Monotonic.nanoseconds()
            let overdue = deadlines.filter { $0.value <= now }.keys
            for descriptor in overdue {
                shutdown(descriptor, Int32(SHUT_RDWR))
                deadlines[descriptor] = nil
            }
            return overdue.count
        }
    }
}

func sleep(milliseconds: Int) {
    var pause = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    nanosleep(&pause, nil)
}

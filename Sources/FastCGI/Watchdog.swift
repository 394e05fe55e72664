import Glibc
import Synchronization
import System

/// Shuts down connections that take too long.
///
/// A thread that blocks in libfcgi cannot look at a clock, so another one does. The owner of a
/// descriptor releases it *before* closing it, under the same lock as the sweep: so a number that
/// is shut down here is still that connection, never a later one that was given the same number.
final class Watchdog: Sendable {
    private let deadlines = Mutex<[Int32: UInt64]>([:])

    /// - Parameter deadline: on the clock of `Monotonic`.
    func watch(_ descriptor: Int32, until deadline: UInt64) {
        deadlines.withLock { $0[descriptor] = deadline }
    }

    /// - Returns: false if the connection was shut down meanwhile.
    @discardableResult
    func release(_ descriptor: Int32) -> Bool {
        deadlines.withLock { $0.removeValue(forKey: descriptor) != nil }
    }

    /// Shuts down what is overdue; its owner then sees the end of the connection.
    ///
    /// - Returns: how many.
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

// Services of the operating system that several modules use. In this file: `Monotonic`, the clock
// for durations and deadlines.

import Glibc

/// The clock for durations and deadlines: `CLOCK_MONOTONIC`.
///
/// Its zero is a moment that the system chooses. It never goes back and nobody can set it. It stops
/// while the machine sleeps.
public enum Monotonic {
    /// Returns the present moment in nanoseconds.
    public static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the moment that many milliseconds from now, in nanoseconds. A negative number counts
    /// as 0.
    public static func deadline(milliseconds: Int) -> UInt64 {
        nanoseconds() + UInt64(max(0, milliseconds)) * 1_000_000
    }

    /// Returns the milliseconds until a deadline, 0 if it has passed. They are rounded up, so that a
    /// wait never ends too early.
    public static func milliseconds(until deadline: UInt64) -> UInt64 {
        let now = nanoseconds()
        return deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
    }
}

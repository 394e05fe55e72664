public import CivilTime
public import System

/// The moment at which a value was read from the database, on this machine's two clocks.
public struct ReadingTime: Sendable {
    private let now: Instant
    /// The same moment on the clock of `Monotonic`.
    private let tick: UInt64

    public init(_ now: Instant, tick: UInt64 = Monotonic.nanoseconds()) {
        self.now = now
        self.tick = tick
    }

    /// Returns the seconds that have passed since.
    ///
    /// Of the times on the two clocks the longer one counts: one clock may be set back, and the other stops while the
    /// machine sleeps.
    public func seconds(until now: Instant, tick: UInt64 = Monotonic.nanoseconds()) -> Int {
        let ticks = tick > self.tick ? Int64((tick - self.tick) / 1_000_000_000) : 0
        return Int(max(now.secondsSince1970 - self.now.secondsSince1970, ticks))
    }
}

public import CivilTime
public import Storage
public import System

/// A session as it was read from the database at a moment.
public struct RememberedSession: Sendable {
    private let signedIn: SignedIn
    private let readAt: Instant
    /// The same moment on the clock of `Monotonic`.
    private let readAtTick: UInt64

    /// A generous estimate of the memory of one, in bytes.
    public static let bytes = 1_024

    public init(_ signedIn: SignedIn, readAt: Instant, tick: UInt64 = Monotonic.nanoseconds()) {
        self.signedIn = signedIn
        self.readAt = readAt
        readAtTick = tick
    }

    public var customerID: CustomerID { signedIn.customer.id }

    /// Returns the session as it is at a later moment; nil if the database must be asked again.
    ///
    /// Of the times that have passed on this machine's two clocks the longer one counts: one clock may be set
    /// back, and the other stops while the machine sleeps.
    public func signedIn(at now: Instant, tick: UInt64 = Monotonic.nanoseconds()) -> SignedIn? {
        let ticks = tick > readAtTick ? Int64((tick - readAtTick) / 1_000_000_000) : 0
        let later = signedIn.older(bySeconds: Int(max(now.secondsSince1970 - readAt.secondsSince1970, ticks)))
        return later.isStale ? nil : later
    }
}

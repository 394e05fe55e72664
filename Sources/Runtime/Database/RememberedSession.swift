public import CivilTime
public import Storage
public import System

/// A session as it was read from the database at a moment.
public struct RememberedSession: Sendable {
    private let signedIn: SignedIn
    private let readAt: ReadingTime

    /// A generous estimate of the memory of one, in bytes.
    public static let bytes = 1_024

    public init(_ signedIn: SignedIn, readAt: Instant, tick: UInt64 = Monotonic.nanoseconds()) {
        self.signedIn = signedIn
        self.readAt = ReadingTime(readAt, tick: tick)
    }

    public var customerID: CustomerID { signedIn.customer.id }

    /// Returns the session as it is at a later moment; nil if the database must be asked again.
    public func signedIn(at now: Instant, tick: UInt64 = Monotonic.nanoseconds()) -> SignedIn? {
        let later = signedIn.older(bySeconds: readAt.seconds(until: now, tick: tick))
        return later.isStale ? nil : later
    }
}

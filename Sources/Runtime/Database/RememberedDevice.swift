public import CivilTime
public import Storage
public import System

/// A device's password as it was found in the database at a moment.
public struct RememberedDevice: Sendable {
    private let signIn: DeviceSignIn
    private let readAt: ReadingTime

    /// A generous estimate of the memory of one, in bytes.
    public static let bytes = 1_024

    public init(_ signIn: DeviceSignIn, readAt: Instant, tick: UInt64 = Monotonic.nanoseconds()) {
        self.signIn = signIn
        self.readAt = ReadingTime(readAt, tick: tick)
    }

    public var customerID: CustomerID { signIn.customer.id }

    /// Returns the customer and the password; nil if the last use has to be written down again.
    public func signIn(at now: Instant, tick: UInt64 = Monotonic.nanoseconds()) -> DeviceSignIn? {
        readAt.seconds(until: now, tick: tick) < signIn.freshSeconds ? signIn : nil
    }
}

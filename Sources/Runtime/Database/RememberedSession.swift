public import CivilTime
public import Storage

/// A session as it was read from the database at a moment.
public struct RememberedSession: Sendable {
    private let signedIn: SignedIn
    private let readAt: Instant

    /// A generous estimate of the memory of one, in bytes.
    public static let bytes = 1_024

    public init(_ signedIn: SignedIn, readAt: Instant) {
        self.signedIn = signedIn
        self.readAt = readAt
    }

    public var customerID: CustomerID { signedIn.customer.id }

    /// Returns the session as it is at a later moment.
    public func signedIn(at now: Instant) -> SignedIn {
        signedIn.older(bySeconds: Int(max(0, now.secondsSince1970 - readAt.secondsSince1970)))
    }
}

public import Storage
import Synchronization

/// The customers' shares of this process's threads: of each customer, one demanding request runs at a time.
///
/// A request is met twice. Before a thread takes it, the transport asks for its owner (`owner`) and lets it wait for
/// the one before it. There is no time yet to read the database, so the owner is the customer as whom these
/// credentials signed in last, or the credentials themselves. After it has signed in, `perform` makes sure.
public final class CustomerShares: Sendable {
    /// The owner of a request.
    public enum Owner: Hashable, Sendable {
        case customer(CustomerID)
        case credentials(Int)
    }

    private struct State {
        var running: Set<CustomerID> = []
        var owners: [Int: CustomerID] = [:]
    }

    private let state = Mutex(State())
    /// The most credentials whose customer is remembered; all are forgotten beyond it.
    private static let mostOwners = 10_000

    public init() {}

    /// Returns the owner of a request.
    ///
    /// - Parameter credentials: the header that signs it in, `Authorization` or `Cookie`, whole; empty without one.
    public func owner(of credentials: String) -> Owner {
        let key = Self.key(of: credentials)
        return state.withLock { $0.owners[key] }.map(Owner.customer) ?? .credentials(key)
    }

    /// Performs a demanding request, unless another one of the customer runs.
    ///
    /// - Throws: `Refusal.unavailable` if one runs that came with other credentials.
    package func perform<Result>(
        of customer: CustomerID, credentials: String, _ body: () throws -> Result
    ) throws -> Result {
        let key = Self.key(of: credentials)
        guard state.withLock({ $0.running.insert(customer).inserted }) else { throw Refusal.unavailable(seconds: 1) }
        defer {
            // The owner changes only now: a second request with new credentials waits for the first as theirs.
            state.withLock { state in
                state.running.remove(customer)
                if state.owners.count >= Self.mostOwners, state.owners[key] == nil { state.owners = [:] }
                state.owners[key] = customer
            }
        }
        return try body()
    }

    /// Returns a hash that only this process can make, since each seeds its own.
    private static func key(of credentials: String) -> Int {
        var hasher = Hasher()
        hasher.combine(credentials)
        return hasher.finalize()
    }
}

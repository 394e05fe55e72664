import Crypto
import Postgres
public import Storage

extension App {
    /// Returns the counter of one subject, which is stored only as a keyed digest.
    public func throttle(_ kind: String, _ subject: [UInt8], limit: Int, seconds: Int) -> Throttle {
        Throttle(
            kind: kind, subject: hmacSHA256(key: secrets.throttles.current, subject), limit: limit, windowSeconds: seconds)
    }

    /// Returns the counters of a client's address: one for its network, and for IPv6 one for each wider network.
    public func throttles(_ kind: String, network address: String, limit: Int, seconds: Int) -> [Throttle] {
        Networks.enclosing(address).map {
            throttle(kind, $0.bytes, limit: limit * $0.share, seconds: seconds)
        }
    }

    /// Counts one use in each counter; counts nothing if one of them is full. It joins a transaction that is open.
    ///
    /// - Returns: the seconds until there is room; nil if the use was counted.
    public func count(_ throttles: [Throttle]) throws -> Int? {
        let store = try store
        guard !store.connection.isInsideTransaction else { return try store.take(throttles) }
        return try store.transaction { try store.take(throttles) }
    }
}

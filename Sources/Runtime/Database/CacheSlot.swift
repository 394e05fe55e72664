import Synchronization

/// A cache that a feature declares as a constant, and of which each process has one.
///
/// The keys name everything that a value is made of, so no announcement concerns them.
public struct CacheSlot<Value: Sendable>: Sendable {
    /// The name of the slot, unlike that of any other.
    let name: String
    let limitBytes: Int

    /// - Parameter limitBytes: the most bytes of values, as in `AnnouncedCache`.
    public init(_ name: String, limitBytes: Int) {
        self.name = name
        self.limitBytes = limitBytes
    }
}

/// The caches of a process, made at their first use.
final class Caches: Sendable {
    private let made = Mutex<[String: any Sendable]>([:])

    func cache<Value>(_ slot: CacheSlot<Value>) -> AnnouncedCache<String, Value> {
        made.withLock { made in
            if let cache = made[slot.name] as? AnnouncedCache<String, Value> { return cache }
            precondition(made[slot.name] == nil, "two caches are called \(slot.name)")
            let cache = AnnouncedCache<String, Value>(limitBytes: slot.limitBytes)
            cache.listening(true)
            made[slot.name] = cache
            return cache
        }
    }
}

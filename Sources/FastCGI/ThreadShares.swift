import Glibc

/// The owner of demanding requests, as a hash. All requests of one owner take one thread at a time.
public struct ShareKey: Hashable, Sendable {
    private let hash: Int

    public init(_ value: some Hashable) {
        var hasher = Hasher()
        hasher.combine(value)
        hash = hasher.finalize()
    }
}

/// The threads that demanding requests may have: one for each owner, and one less than there are.
///
/// A request for which there is no thread waits without one. Its connection lies here with the whole request in the
/// socket's buffer, and goes to the listener's queue when a demanding request ends.
struct ThreadShares {
    private struct Waiting {
        let connection: Int32
        let key: ShareKey
        let until: UInt64
    }

    /// The most requests of one owner that wait.
    private static let mostWaiting = 16

    private var running: Set<ShareKey> = []
    /// The connections in the listener's queue whose owners count as running already.
    private var admitted: [Int32: ShareKey] = [:]
    private var waiting: [Waiting] = []
    /// The connections of owners who had too many that wait.
    private var refused: [Int32] = []

    var isEmpty: Bool { waiting.isEmpty && admitted.isEmpty && refused.isEmpty }
    var waitingCount: Int { waiting.count }

    /// Begins a demanding request, lets its connection wait, or refuses it if its owner has too many that wait.
    ///
    /// - Parameters:
    ///   - most: the demanding requests that may run at the same time.
    ///   - deadline: the time, on the clock of `Monotonic`, at which a request that still waits is refused.
    /// - Returns: `runs` is true if it runs now. `next` is a connection that waited and whose request may run now: the
    ///   owner of this one has become known since it was admitted, and its thread is free for another owner.
    mutating func begin(
        _ connection: Int32, _ key: ShareKey, most: Int, deadline: UInt64
    ) -> (runs: Bool, next: Int32?) {
        let held = admitted.removeValue(forKey: connection)
        if let held {
            if held == key { return (true, nil) }
            running.remove(held)
        }
        if !running.contains(key), running.count < most {
            running.insert(key)
            return (true, nil)
        }
        if waiting.count(where: { $0.key == key }) < Self.mostWaiting {
            waiting.append(Waiting(connection: connection, key: key, until: deadline))
        } else {
            refused.append(connection)
        }
        return (false, held == nil ? nil : admit())
    }

    /// Ends a demanding request.
    ///
    /// - Returns: a connection that waited and whose request may run now; nil if there is none.
    mutating func end(_ key: ShareKey) -> Int32? {
        running.remove(key)
        return admit()
    }

    /// Lets a request that waits run, because there are more threads than before.
    ///
    /// - Parameter most: the demanding requests that may run at the same time.
    /// - Returns: as `end`.
    mutating func grow(to most: Int) -> Int32? {
        running.count < most ? admit() : nil
    }

    private mutating func admit() -> Int32? {
        while let index = waiting.firstIndex(where: { !running.contains($0.key) }) {
            let next = waiting.remove(at: index)
            // Nobody reads the answer of a request whose client has gone.
            guard !isClosedByPeer(next.connection) else {
                close(next.connection)
                continue
            }
            running.insert(next.key)
            admitted[next.connection] = next.key
            return next.connection
        }
        return nil
    }

    /// Forgets a connection of the queue whose request could not be read again.
    ///
    /// - Returns: as `end`.
    mutating func abandon(_ connection: Int32) -> Int32? {
        admitted.removeValue(forKey: connection).flatMap { end($0) }
    }

    /// Removes and returns the connections that are refused, and those that have waited too long.
    mutating func takeOverdue(at now: UInt64) -> [Int32] {
        guard !refused.isEmpty || waiting.contains(where: { $0.until <= now }) else { return [] }
        let overdue = refused + waiting.filter { $0.until <= now }.map(\.connection)
        refused.removeAll()
        waiting.removeAll { $0.until <= now }
        return overdue
    }
}

private func isClosedByPeer(_ connection: Int32) -> Bool {
    // Linux's POLLRDHUP, which is not among the constants of Glibc's module.
    var wanted = pollfd(fd: connection, events: 0x2000, revents: 0)
    return poll(&wanted, 1, 0) > 0
}

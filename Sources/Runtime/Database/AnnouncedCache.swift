public import CivilTime
import Storage
import Synchronization

/// A cache of values from the database, each kept in memory while it is certainly current.
///
/// It keeps nothing until announcements of changes are received (`listening`). It forgets everything when
/// they stop, since a change could go unnoticed. A value that was read before an announcement and kept
/// after it would stay out of date. So reading begins with a `Ticket`, and every announcement makes
/// earlier tickets invalid.
public final class AnnouncedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limitBytes: Int
    private let state = Mutex(State())

    /// - Parameter limitBytes: the most bytes of values; the least recently used half is deleted to make room.
    public init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    /// A permission to keep what is read from now on, until the next change is announced.
    public struct Ticket: Sendable {
        fileprivate let changes: UInt64
    }

    /// Returns the value of a key; nil unless it is kept and still holds at that moment of this machine's clock.
    public func value(_ key: Key, at now: Instant) -> Value? {
        state.withLock { state in
            if let entry = state.young[key] { return entry.until > now ? entry.value : nil }
            guard let entry = state.old.removeValue(forKey: key), entry.until > now else { return nil }
            state.insert(entry, key, limitBytes)
            return entry.value
        }
    }

    /// Returns a ticket. Take it before a value is read.
    public func ticket() -> Ticket {
        Ticket(changes: state.withLock { $0.changes })
    }

    /// Keeps a value that was read under a ticket.
    ///
    /// - Parameters:
    ///   - until: the moment, by this machine's clock, from which the value no longer holds.
    ///   - bytes: the memory that it takes, roughly.
    public func keep(_ value: Value, for key: Key, until: Instant, bytes: Int, _ ticket: Ticket) {
        state.withLock { state in
            guard state.isListening, state.changes == ticket.changes, bytes <= limitBytes / 2 else { return }
            state.insert(Entry(value: value, until: until, bytes: bytes), key, limitBytes)
        }
    }

    /// Forgets the value of one key, after its change was announced.
    public func forget(_ key: Key) {
        state.withLock { state in
            state.changes += 1
            if let entry = state.young.removeValue(forKey: key) { state.youngBytes -= entry.bytes }
            state.old[key] = nil
        }
    }

    /// Forgets all values that fulfil a condition, after a change of them was announced.
    public func forget(where isChanged: (Value) -> Bool) {
        state.withLock { state in
            state.changes += 1
            for (key, entry) in state.young where isChanged(entry.value) {
                state.youngBytes -= entry.bytes
                state.young[key] = nil
            }
            for (key, entry) in state.old where isChanged(entry.value) { state.old[key] = nil }
        }
    }

    /// Forgets all values, after a change was announced that may concern any of them.
    public func forgetEverything() {
        state.withLock { $0.clear() }
    }

    /// Notes if announcements are received from now on; forgets all values.
    public func listening(_ isListening: Bool) {
        state.withLock { state in
            state.clear()
            state.isListening = isListening
        }
    }

    private struct Entry {
        let value: Value
        let until: Instant
        let bytes: Int
    }

    /// Two generations of values. A value that is used moves to the young one. When that fills half the room,
    /// the whole old generation is deleted.
    private struct State {
        var isListening = false
        var changes: UInt64 = 0
        var young: [Key: Entry] = [:], old: [Key: Entry] = [:]
        var youngBytes = 0

        mutating func insert(_ entry: Entry, _ key: Key, _ limitBytes: Int) {
            if youngBytes + entry.bytes > limitBytes / 2 {
                old = young
                young = [:]
                youngBytes = 0
            }
            if let before = young.updateValue(entry, forKey: key) { youngBytes -= before.bytes }
            youngBytes += entry.bytes
        }

        mutating func clear() {
            changes += 1
            young = [:]
            old = [:]
            youngBytes = 0
        }
    }
}

extension AnnouncedCache {
    /// Returns the kept value of a key. Otherwise makes it and keeps it for a day.
    ///
    /// - Parameter bytes: returns the memory that a value takes, roughly.
    package func value(
        _ key: Key, at now: Instant, bytes: (Value) -> Int, make: () throws -> Value
    ) rethrows -> Value {
        if let kept = value(key, at: now) { return kept }
        let ticket = ticket(), made = try make()
        keep(made, for: key, until: now + .seconds(86_400), bytes: bytes(made), ticket)
        return made
    }
}

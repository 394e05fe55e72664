public import CivilTime
import Storage
import Synchronization

/// What was read from the database, kept in the process's memory for as long as it certainly holds.
///
/// It keeps nothing until somebody listens for the announcements of changes (`listening`), and
/// forgets everything when they are lost: what might have changed unheard is not believed. A value
/// read before a change was announced and kept after it would be believed for ever, so reading
/// begins with a `Ticket`, which every announcement makes worthless.
public final class AnnouncedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limitBytes: Int
    private let state = Mutex(State())

    /// - Parameter limitBytes: of the values' own bytes; the least recently used half makes room.
    public init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    /// A permission to keep what is read from now on, until the next change is announced.
    public struct Ticket: Sendable {
        fileprivate let changes: UInt64
    }

    /// The value of a key, if it is kept and holds at this moment.
    public func value(_ key: Key, at now: Instant) -> Value? {
        state.withLock { state in
            if let entry = state.young[key] { return entry.until > now ? entry.value : nil }
            guard let entry = state.old.removeValue(forKey: key), entry.until > now else { return nil }
            state.insert(entry, key, limitBytes)
            return entry.value
        }
    }

    /// Taken before a value is read.
    public func ticket() -> Ticket {
        Ticket(changes: state.withLock { $0.changes })
    }

    /// Keeps what was read under a ticket.
    ///
    /// - Parameters:
    ///   - until: the moment from which the value no longer holds.
    ///   - bytes: how much memory it takes, roughly.
    public func keep(_ value: Value, for key: Key, until: Instant, bytes: Int, _ ticket: Ticket) {
        state.withLock { state in
            guard state.isListening, state.changes == ticket.changes, bytes <= limitBytes / 2 else { return }
            state.insert(Entry(value: value, until: until, bytes: bytes), key, limitBytes)
        }
    }

    /// A change of one key was announced.
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

    /// A change of unknown reach was announced.
    public func forgetEverything() {
        state.withLock { $0.clear() }
    }

    /// From now on, or until told otherwise, changes are heard of.
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

    /// Two generations: what is used moves to the young one; when that has taken half the room, the
    /// old one is dropped whole.
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

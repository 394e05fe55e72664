// The approximate place of an Internet address, from a database file by libmaxminddb.
//
// - AddressPlaces.swift: `AddressDatabase`, a file that may be replaced while it is in use.
// - AddressPlace.swift: one entry of it.
// - OpenDatabase.swift: an open copy of the file.

import Glibc
import Synchronization
import System

/// Where an Internet address seems to be, by a file in MaxMind's format that the operator names.
///
/// The file may be replaced at any time, in place or by renaming: it is looked at once a second,
/// and a new one is used as soon as it is whole. Until then, and when it is broken or gone, the one
/// before stays in use. `report` hears of each change once.
public final class AddressDatabase: Sendable {
    private let path: String
    private let copies: String
    private let report: @Sendable (AddressDatabaseEvent) -> Void
    private let state = Mutex(State())

    private struct State {
        var current: OpenDatabase?
        /// The file that `current`, or the last failure, is of.
        var stamp: FileStamp?
        var failure: AddressDatabaseError?
        var isLoading = false
        /// On the monotonic clock.
        var nextLook: UInt64 = 0
    }

    /// - Parameters:
    ///   - path: of the file; it need not be there yet.
    ///   - copies: a folder that may be written to. libmaxminddb maps a file into memory, and a
    ///     mapped file that somebody shortens kills the process, so a private copy is mapped.
    ///   - report: called by whichever thread first looks at a file.
    public init(path: String, copies: String, report: @escaping @Sendable (AddressDatabaseEvent) -> Void) {
        self.path = path
        self.copies = copies
        self.report = report
    }

    /// What the file knows about an address; nil where it knows nothing, for a text that is no
    /// address, and while no file could be read.
    ///
    /// - Throws: when the database is damaged just where it is read.
    public func place(of address: String) throws(AddressDatabaseError) -> AddressPlace? {
        try current()?.place(of: address)
    }

    /// Opens the file for whoever wants to know whether it can be used.
    ///
    /// - Returns: what its maker calls it, as in GeoLite2-City.
    public func type() throws(AddressDatabaseError) -> String {
        try OpenDatabase(copying: path, into: copies).type
    }

    /// The database in use, after a look at the file when one is due.
    private func current() -> OpenDatabase? {
        let now = Monotonic.nanoseconds()
        let (current, isDue) = state.withLock { state in
            guard now >= state.nextLook, !state.isLoading else { return (state.current, false) }
            state.isLoading = true
            return (state.current, true)
        }
        return isDue ? look(current) : current
    }

    /// Opens the file if it is another than last time. One thread at a time is here; the others go
    /// on with what they have.
    private func look(_ current: OpenDatabase?) -> OpenDatabase? {
        let known = state.withLock { ($0.stamp, $0.failure) }
        var event: AddressDatabaseEvent?
        var next = (stamp: known.0, failure: known.1, database: current)
        do {
            let stamp = try FileStamp(path)
            if stamp != known.0 {
                next.stamp = stamp
                next.database = try OpenDatabase(copying: path, into: copies)
                next.failure = nil
                event = .opened(path: path, type: next.database?.type ?? "")
            }
        } catch {
            if error == .changing {
                // Whoever writes it is not done: the next look compares with the stamp of before.
                next.stamp = known.0
            } else {
                if error != known.1 || next.stamp != known.0 { event = .kept(error, path: path, hasOld: current != nil) }
                // Nothing of the file was seen, so the next look tries again.
                switch error {
                case .unreadable, .uncopied: next.stamp = nil
                default: break
                }
                next.failure = error
            }
        }
        state.withLock { state in
            state.current = next.database
            state.stamp = next.stamp
            state.failure = next.failure
            state.isLoading = false
            state.nextLook = Monotonic.nanoseconds() + 1_000_000_000
        }
        if let event { report(event) }
        return next.database
    }
}

/// What happened to the file; for the log.
public enum AddressDatabaseEvent: Sendable, Equatable {
    case opened(path: String, type: String)
    /// It cannot be used; the one before is used on, if there is one.
    case kept(AddressDatabaseError, path: String, hasOld: Bool)
}

/// Why a file cannot be used.
public enum AddressDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// In the system's words.
    case unreadable(String)
    /// The private copy of it cannot be made, in the system's words.
    case uncopied(String)
    /// Somebody was writing to it while it was read.
    case changing
    /// In libmaxminddb's words.
    case damaged(String)
    /// It is whole, but knows no countries: a file of networks' owners, say.
    case otherContent(String)

    public var description: String {
        switch self {
        case .unreadable(let words): "cannot be read: \(words)"
        case .uncopied(let words): "cannot be copied \(words)"
        case .changing: "is being written"
        case .damaged(let words): "is damaged or half-written: \(words)"
        case .otherContent(let type): "is of type \(type), which knows no places"
        }
    }
}

/// Which file it is, and in which state: enough to see that it was replaced or written to.
struct FileStamp: Equatable {
    let device: UInt, inode: UInt, size: Int, seconds: Int, nanoseconds: Int

    init(_ path: String) throws(AddressDatabaseError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        self.init(status)
    }

    init(of descriptor: Int32) throws(AddressDatabaseError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(String(cString: strerror(errno))) }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

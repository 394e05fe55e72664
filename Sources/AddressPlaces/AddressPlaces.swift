// The approximate place of an Internet address, from a database file by libmaxminddb.
//
// - AddressPlaces.swift: `AddressDatabase`, a file that may be replaced while it is in use.
// - AddressPlace.swift: one entry of it.
// - OpenDatabase.swift: an open copy of the file.

import Glibc
import Synchronization
import System

/// A database of the places of Internet addresses: a file in MaxMind's format that the operator names.
///
/// The file may be replaced at any time, in place or by renaming. At most once a second it is checked, and
/// a new file is used as soon as it is complete. While it is incomplete, damaged or missing, the previous
/// one stays in use. `report` is called once for each change.
public final class AddressDatabase: Sendable {
    private let path: String
    private let copies: String
    private let report: @Sendable (AddressDatabaseEvent) -> Void
    private let state = Mutex(State())

    private struct State {
        var current: OpenDatabase?
        /// The stamp of the file that led to `current` or to the last error.
        var stamp: FileStamp?
        var failure: AddressDatabaseError?
        var isLoading = false
        /// The moment of the next check, on the monotonic clock.
        var nextCheck: UInt64 = 0
    }

    /// Makes a database. The file is opened at the first look-up.
    ///
    /// - Parameters:
    ///   - path: the path of the file, which need not exist yet.
    ///   - copies: a folder that can be written to. libmaxminddb maps a file into memory. If somebody
    ///     shortened a mapped file, the process would crash, so a private copy is mapped.
    ///   - report: is called by the thread that checks the file.
    public init(path: String, copies: String, report: @escaping @Sendable (AddressDatabaseEvent) -> Void) {
        self.path = path
        self.copies = copies
        self.report = report
    }

    /// Returns the place of an address; nil if the file has none, if the text is not an address, and if no
    /// file could be read yet.
    ///
    /// - Throws: if the part of the database that is read is damaged.
    public func place(of address: String) throws(AddressDatabaseError) -> AddressPlace? {
        try current()?.place(of: address)
    }

    /// Opens the file to check that it can be used.
    ///
    /// - Returns: the type that the file gives itself, such as GeoLite2-City.
    public func type() throws(AddressDatabaseError) -> String {
        try OpenDatabase(copying: path, into: copies).type
    }

    /// Returns the database in use. It checks the file first if a check is due.
    private func current() -> OpenDatabase? {
        let now = Monotonic.nanoseconds()
        let (current, isDue) = state.withLock { state in
            guard now >= state.nextCheck, !state.isLoading else { return (state.current, false) }
            state.isLoading = true
            return (state.current, true)
        }
        return isDue ? reload(current) : current
    }

    /// Opens the file if it has changed. Only one thread at a time does this. The others use the current
    /// database.
    private func reload(_ current: OpenDatabase?) -> OpenDatabase? {
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
                // Somebody still writes the file, so the next check compares with the earlier stamp.
                next.stamp = known.0
            } else {
                if error != known.1 || next.stamp != known.0 { event = .kept(error, path: path, hasOld: current != nil) }
                // The file was not read, so the next check tries again.
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
            state.nextCheck = Monotonic.nanoseconds() + 1_000_000_000
        }
        if let event { report(event) }
        return next.database
    }
}

/// A change of the file, for the log.
public enum AddressDatabaseEvent: Sendable, Equatable {
    case opened(path: String, type: String)
    /// The file cannot be used. The previous one stays in use if there is one.
    case kept(AddressDatabaseError, path: String, hasOld: Bool)
}

/// An error in a file, which cannot be used.
public enum AddressDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be read; with the system's message.
    case unreadable(String)
    /// The private copy cannot be made; with the system's message.
    case uncopied(String)
    /// Somebody changed the file while it was read.
    case changing
    /// The file is damaged or incomplete; with libmaxminddb's message.
    case damaged(String)
    /// The file is complete but has no countries, for example one with the owners of networks.
    case otherContent(String)

    public var description: String {
        switch self {
        case .unreadable(let words): "cannot be read: \(words)"
        case .uncopied(let words): "cannot be copied \(words)"
        case .changing: "is being written"
        case .damaged(let words): "is damaged or half-written: \(words)"
        case .otherContent(let type): "is of type \(type), which has no places"
        }
    }
}

/// The identity and state of a file, which show that it was replaced or changed.
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

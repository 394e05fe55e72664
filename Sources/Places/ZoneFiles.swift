import CivilTime
import Glibc
import Synchronization
package import System

/// Time zone files that have been read, kept until they are replaced.
///
/// Shared by all threads. A file is checked for a change at most once a second.
final class ZoneFiles: Sendable {
    private let zones = Mutex<[String: Entry]>([:])
    private let seconds: @Sendable () -> Int

    init(seconds: @escaping @Sendable () -> Int) {
        self.seconds = seconds
    }

    private struct Entry {
        let rules: TimeZoneRules
        let stamp: FileStamp
        var checkedSeconds: Int
    }

    /// - Returns: nil if the file no longer exists.
    func rules(named name: String, path: String) throws -> TimeZoneRules? {
        let now = seconds()
        return try zones.withLock { zones in
            if let entry = zones[name], entry.checkedSeconds == now { return entry.rules }
            guard let stamp = try FileStamp(path: path) else {
                zones[name] = nil
                return nil
            }
            if let entry = zones[name], entry.stamp == stamp {
                zones[name]?.checkedSeconds = now
                return entry.rules
            }
            let rules = try TimeZoneRules(name: name, tzif: readBytes(path))
            zones[name] = Entry(rules: rules, stamp: stamp, checkedSeconds: now)
            return rules
        }
    }
}

/// The properties of a file that differ from those of an earlier file with the same name.
package struct FileStamp: Equatable {
    private let device: dev_t, inode: ino_t, bytes: off_t
    private let seconds: Int, nanoseconds: Int

    /// - Returns: nil if there is no such file.
    package init?(path: String) throws(FileError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw FileError(path: path, message: String(cString: strerror(errno)))
        }
        device = status.st_dev
        inode = status.st_ino
        bytes = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}

public import CivilTime
import Crypto
import Glibc
import System

/// The folder `secrets/` of a data folder, locked for as long as this value lives.
///
/// `NAME.key` is the current key; `NAME.key.SECONDS` is one that was replaced at that time, in
/// seconds since 1970. The lock is the folder's own (flock), so a crash leaves none behind.
public struct KeyFolder: ~Copyable {
    public enum Lock: Sendable { case reading, changing }

    /// A key as it lies in the folder.
    public struct Entry: Sendable {
        public let ring: KeyRing
        public let madeAt: Instant
    }

    private let path: String
    private let descriptor: Int32
    private let owner: uid_t

    /// Makes the folder unless it is there.
    static func make(data: String) throws(SecretError) {
        let path = data + "/secrets"
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(path, "cannot be made") }
    }

    /// Opens the folder and waits for its lock.
    public init(data: String, _ lock: Lock) throws(SecretError) {
        let path = data + "/secrets"
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw .system(path, "cannot be opened") }
        var status = stat()
        var isLocked = fstat(opened, &status) == 0
        while isLocked, flock(opened, lock == .reading ? LOCK_SH : LOCK_EX) != 0 { isLocked = errno == EINTR }
        guard isLocked else {
            let failure = SecretError.system(path, "cannot be locked")
            close(opened)
            throw failure
        }
        self.path = path
        descriptor = opened
        owner = status.st_uid
    }

    deinit { close(descriptor) }

    /// A key with its earlier ones; nil before it was made.
    public func entry(_ kind: KeyKind) throws -> Entry? {
        let file = file(kind)
        var status = stat()
        if stat(file, &status) != 0, errno == ENOENT { return nil }
        let current = try key(file)
        guard stat(file, &status) == 0 else { throw SecretError.system(file, "cannot be read") }
        var previous: [[UInt8]] = []
        for name in try earlierFiles(kind).reversed() {
            let earlier = try key(name)
            // A rotation that ended in its middle leaves the current key among the earlier ones.
            if earlier != current, !previous.contains(earlier) { previous.append(earlier) }
        }
        if let limit = kind.earlierLimit { previous.removeLast(max(0, previous.count - limit)) }
        return Entry(
            ring: KeyRing(current, previous: previous),
            madeAt: Instant(secondsSince1970: Int64(status.st_mtim.tv_sec)))
    }

    /// A key with its earlier ones. A missing key is made: of two processes at once, the first to link its file wins.
    public func ring(_ kind: KeyKind) throws -> KeyRing {
        if let entry = try entry(kind) { return entry.ring }
        let file = file(kind), fresh = "\(file).\(Random.uuidV4())"
        try writeAtomically(Random.bytes(32), to: fresh, mode: 0o600)
        defer { unlink(fresh) }
        if link(fresh, file) != 0, errno != EEXIST { throw SecretError.system(file, "cannot be made") }
        return KeyRing(try key(file))
    }

    /// Puts a new key in the place of the current one, which stays beside it if earlier ones are valid.
    ///
    /// The current key is linked to its second name before its first name is given away by a rename.
    /// So at every moment, also after a crash, there is one current key and no valid one is lost.
    public func rotate(_ kind: KeyKind, now: Instant) throws -> KeyRing {
        try checkOwner()
        guard try entry(kind) != nil else {
            throw SecretError(description: "\(file(kind)) is not there yet; the first start of `jadwal serve` makes it")
        }
        if kind.earlierLimit != 0 {
            let newest = try earlierFiles(kind).last.flatMap { number(of: $0) } ?? 0
            let name = "\(file(kind)).\(max(now.secondsSince1970, newest + 1))"
            guard link(file(kind), name) == 0 else { throw SecretError.system(name, "cannot be made") }
            try flush()
        }
        try writeAtomically(Random.bytes(32), to: file(kind), mode: 0o600)
        try flush()
        if let limit = kind.earlierLimit {
            for name in try earlierFiles(kind).dropLast(limit) { try remove(name) }
            try flush()
        }
        return try ring(kind)
    }

    /// Deletes the earlier keys and returns their number.
    public func forget(_ kind: KeyKind) throws -> Int {
        try checkOwner()
        let earlier = try entry(kind)?.ring.previous.count ?? 0
        for name in try earlierFiles(kind) { try remove(name) }
        try flush()
        return earlier
    }

    private func file(_ kind: KeyKind) -> String { "\(path)/\(kind.name).key" }

    /// The files of earlier keys, oldest first.
    private func earlierFiles(_ kind: KeyKind) throws -> [String] {
        let start = "\(kind.name).key."
        return try files(below: path).filter { $0.hasPrefix(start) }.map { "\(path)/\($0)" }
            .compactMap { name in number(of: name).map { (number: $0, name: name) } }
            .sorted { $0.number < $1.number }.map(\.name)
    }

    /// The time in the name of an earlier key's file; nil for a file of another kind.
    private func number(of file: String) -> Int64? {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        let digits = file[file.index(after: dot)...]
        return digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(digits) : nil
    }

    private func key(_ file: String) throws -> [UInt8] {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw SecretError(description: "\(file) may be read by others; chmod 600 it")
        }
        let bytes = try readBytes(file)
        guard bytes.count == 32 else {
            throw SecretError(description: "\(file) must hold 32 bytes; restore it, or remove it to make a new one")
        }
        return bytes
    }

    /// A key written by another account, as by root, could not be read by the service.
    private func checkOwner() throws(SecretError) {
        guard geteuid() == owner else {
            let account = getpwuid(owner).map { String(cString: $0.pointee.pw_name) } ?? "\(owner)"
            throw SecretError(description: "\(path) belongs to \(account); run this as that account")
        }
    }

    private func remove(_ file: String) throws(SecretError) {
        guard unlink(file) == 0 else { throw .system(file, "cannot be removed") }
    }

    /// Waits until the names in the folder are on the disk.
    private func flush() throws(SecretError) {
        guard fsync(descriptor) == 0 else { throw .system(path, "cannot be written") }
    }
}

extension SecretError {
    fileprivate static func system(_ path: String, _ what: String) -> SecretError {
        SecretError(description: "\(path) \(what): \(String(cString: strerror(errno)))")
    }
}

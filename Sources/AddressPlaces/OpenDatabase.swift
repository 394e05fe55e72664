import CMaxMind
import Glibc

/// An open private copy of a database, closed with the last reference to it.
///
/// `@unchecked Sendable`: libmaxminddb's manual, "Threads": "This library is thread safe when
/// compiled and linked with a thread-safe malloc and free implementation". A look-up only reads.
final class OpenDatabase: @unchecked Sendable {
    private let database: UnsafeMutablePointer<MMDB_s>
    /// The type that the file gives itself, such as GeoLite2-City.
    let type: String

    /// Copies a file and opens the copy. Nobody else can write to the copy, because it has no name.
    init(copying path: String, into folder: String) throws(AddressDatabaseError) {
        let descriptor = try Self.privateCopy(of: path, in: folder)
        // The file stays mapped after its descriptor is closed.
        defer { close(descriptor) }
        let database = UnsafeMutablePointer<MMDB_s>.allocate(capacity: 1)
        let status = MMDB_open("/proc/self/fd/\(descriptor)", UInt32(MMDB_MODE_MMAP), database)
        guard status == MMDB_SUCCESS else {
            database.deallocate()
            throw .damaged(String(cString: MMDB_strerror(status)))
        }
        self.database = database
        type = database.pointee.metadata.database_type.map { String(cString: $0) } ?? ""
        guard type.contains("City") || type.contains("Country") || type.contains("Enterprise") else {
            throw .otherContent(type)
        }
        try probe()
    }

    deinit {
        MMDB_close(database)
        database.deallocate()
    }

    /// Looks up addresses of all networks, so that a damaged file is refused before a request uses it.
    private func probe() throws(AddressDatabaseError) {
        for first in UInt8.min...UInt8.max { _ = try place(of: "\(first).1.1.1") }
    }

    func place(of address: String) throws(AddressDatabaseError) -> AddressPlace? {
        var addressStatus: Int32 = 0, status: Int32 = 0
        var found = MMDB_lookup_string(database, Self.withoutMapping(address), &addressStatus, &status)
        if addressStatus != 0 || status == MMDB_IPV6_LOOKUP_IN_IPV4_DATABASE_ERROR { return nil }
        guard status == MMDB_SUCCESS else { throw .damaged(String(cString: MMDB_strerror(status))) }
        return found.found_entry ? try AddressPlace(of: &found.entry) : nil
    }

    /// Converts an IPv4 address in IPv6 form, `::ffff:203.0.113.7` (RFC 4291 §2.5.5.2), to its IPv4 form,
    /// since not every database has both.
    private static func withoutMapping(_ address: String) -> String {
        let prefix = "::ffff:"
        guard address.contains("."), address.lowercased().hasPrefix(prefix) else { return address }
        return String(address.dropFirst(prefix.count))
    }

    /// Copies a file to one without a name.
    ///
    /// - Returns: the descriptor of the copy.
    /// - Throws: `.changing` if the file changed while it was copied.
    private static func privateCopy(of path: String, in folder: String) throws(AddressDatabaseError) -> Int32 {
        func failure() -> AddressDatabaseError { .uncopied("into \(folder): \(String(cString: strerror(errno)))") }
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        defer { close(source) }
        let before = try FileStamp(of: source)

        var name = Array("\(folder)/.mmdb-XXXXXX".utf8CString)
        let copy = mkstemp(&name)
        guard copy >= 0 else { throw failure() }
        unlink(name)
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        do throws(AddressDatabaseError) {
            var rest = before.size
            while rest > 0 {
                let count = sendfile(copy, source, nil, rest)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure() }
                guard count > 0 else { throw .changing }
                rest -= count
            }
            guard try FileStamp(of: source) == before, try FileStamp(path) == before else { throw .changing }
            return copy
        } catch {
            close(copy)
            throw error
        }
    }
}

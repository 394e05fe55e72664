import CArchive
import Glibc

/// A file found in an archive.
public struct ZippedFile: Equatable {
    public let name: [UInt8]
    public let bytes: [UInt8]
    public let modified: Int64

    public init(name: [UInt8], bytes: [UInt8], modified: Int64) {
        self.name = name
        self.bytes = bytes
        self.modified = modified
    }
}

public struct UnreadableArchive: Error {}

/// Returns the files that libarchive's reader finds in an archive.
public func unzipped(_ archive: [UInt8]) throws -> [ZippedFile] {
    // Names marked as UTF-8 are given in the thread's character set.
    let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
        uselocale(before)
        freelocale(utf8)
    }
    let reader = archive_read_new()
    defer { archive_read_free(reader) }
    archive_read_support_format_zip(reader)
    guard archive_read_open_memory(reader, archive, archive.count) == ARCHIVE_OK else { throw UnreadableArchive() }
    var files: [ZippedFile] = []
    while true {
        var entry: OpaquePointer?
        let result = archive_read_next_header(reader, &entry)
        if result == ARCHIVE_EOF { return files }
        guard result == ARCHIVE_OK, let name = archive_entry_pathname(entry) else { throw UnreadableArchive() }
        files.append(ZippedFile(
            name: Array(String(cString: name).utf8), bytes: try contents(reader),
            modified: Int64(archive_entry_mtime(entry))))
    }
}

private func contents(_ reader: OpaquePointer?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 10_000)
    while true {
        let count = archive_read_data(reader, &piece, piece.count)
        if count == 0 { return bytes }
        guard count > 0 else { throw UnreadableArchive() }
        bytes += piece[..<count]
    }
}

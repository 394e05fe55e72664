import CArchive
import Glibc

/// A file of a zip archive.
public struct UnzippedFile: Hashable, Sendable {
    /// Its path in the archive, as UTF-8; a byte that is not UTF-8 becomes U+FFFD.
    public let name: String
    public let bytes: [UInt8]
}

/// The most that is unpacked of an archive from somebody else.
public struct UnzipLimits: Sendable {
    /// The entries, also those that are not wanted.
    public var entries: Int
    /// The files that are wanted.
    public var files: Int
    /// The bytes of all wanted files together.
    public var bytes: Int
    /// The times by which the wanted files may be longer than the archive. Calendar files pack to about a tenth.
    public var ratio: Int

    public init(entries: Int, files: Int, bytes: Int, ratio: Int) {
        self.entries = entries
        self.files = files
        self.bytes = bytes
        self.ratio = ratio
    }
}

/// An error in reading an archive.
public enum UnzipError: Error, Hashable, Sendable {
    /// It is no zip archive, or is damaged, or packed in a way that libarchive does not know.
    case damaged
    /// A wanted file needs a password.
    case encrypted
    case tooManyFiles(limit: Int)
    /// The files are longer than the limits allow.
    case tooLarge(limit: Int)
    case outOfMemory
}

/// Returns true if bytes begin like a zip archive with at least one file.
public func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

/// Returns the wanted files of a zip archive, in its order. Nothing is written anywhere.
///
/// Other files are not unpacked, and an archive inside is a file like others. So an archive that unpacks to far more
/// than its length costs no more than the limits.
///
/// - Parameter isWanted: decides by the path.
/// - Throws: `UnzipError`.
public func unzip(
    _ bytes: [UInt8], _ limits: UnzipLimits, where isWanted: (String) -> Bool
) throws(UnzipError) -> [UnzippedFile] {
    let result = Result { () throws -> [UnzippedFile] in
        try inUTF8 {
            guard let archive = archive_read_new() else { throw UnzipError.outOfMemory }
            defer { archive_read_free(archive) }
            return try bytes.withUnsafeBytes { memory in
                // The directory at the end of the archive counts, as it does for other programs.
                guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
                      archive_read_open_memory(archive, memory.baseAddress, memory.count) == ARCHIVE_OK
                else { throw UnzipError.damaged }
                return try files(of: archive, packedBytes: bytes.count, limits, isWanted)
            }
        }
    }
    return try result.mapError { $0 as? UnzipError ?? .damaged }.get()
}

private func files(
    of archive: OpaquePointer, packedBytes: Int, _ limits: UnzipLimits, _ isWanted: (String) -> Bool
) throws(UnzipError) -> [UnzippedFile] {
    let most = min(limits.bytes, max(packedBytes * limits.ratio, 1 << 20))
    var found: [UnzippedFile] = [], entries = 0, room = most
    while true {
        var entry: OpaquePointer?
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return found }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else { throw .damaged }
        entries += 1
        guard entries <= limits.entries else { throw .tooManyFiles(limit: limits.entries) }
        guard archive_entry_filetype(entry) == Glibc.S_IFREG, let path = archive_entry_pathname(entry) else { continue }
        let name = String(decoding: UnsafeRawBufferPointer(start: path, count: strlen(path)), as: UTF8.self)
        guard isWanted(name) else { continue }
        guard archive_entry_is_encrypted(entry) == 0 else { throw .encrypted }
        guard found.count < limits.files else { throw .tooManyFiles(limit: limits.files) }
        let bytes = try content(archive, most: room)
        guard let bytes else { throw .tooLarge(limit: most) }
        room -= bytes.count
        found.append(UnzippedFile(name: name, bytes: bytes))
    }
}

/// Returns the bytes of the present entry; nil if there are more than `most`.
private func content(_ archive: OpaquePointer, most: Int) throws(UnzipError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = archive_read_data(archive, &piece, piece.count)
        if count == 0 { return bytes }
        guard count > 0 else { throw .damaged }
        guard bytes.count + count <= most else { return nil }
        bytes += piece[..<count]
    }
}

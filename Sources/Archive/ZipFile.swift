import CArchive
import Glibc

/// A zip archive on the disk whose files are read piece by piece. So an archive of any size needs little memory, and
/// nothing is written anywhere.
public struct ZipFile {
    private let path: String, entries: Int

    /// - Parameter entries: the most entries that the archive may have.
    public init(path: String, entries: Int) {
        self.path = path
        self.entries = entries
    }

    /// Reads the wanted files of the archive, in its order.
    ///
    /// The caller limits the bytes: if `piece` throws, nothing more is unpacked. Names may lead anywhere, so nobody
    /// may open a file by one.
    ///
    /// - Parameters:
    ///   - isWanted: decides by the name and the length that the archive declares, nil if it declares none.
    ///   - piece: gets the next bytes of the file that is wanted.
    ///   - end: is called after the last piece of each file.
    /// - Throws: `UnzipError`, or the error of a closure.
    public func read(
        where isWanted: (_ name: String, _ bytes: Int?) throws -> Bool,
        piece: (UnsafeRawBufferPointer) throws -> Void, end: () throws -> Void
    ) throws {
        try inUTF8 {
            guard let archive = archive_read_new() else { throw UnzipError.outOfMemory }
            defer { archive_read_free(archive) }
            guard archive_read_support_format_zip_seekable(archive) == ARCHIVE_OK,
                  archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK
            else { throw UnzipError.damaged }
            var count = 0
            while let entry = try nextEntry(archive) {
                count += 1
                guard count <= entries else { throw UnzipError.tooManyFiles(limit: entries) }
                guard archive_entry_filetype(entry) == Glibc.S_IFREG, let path = archive_entry_pathname(entry)
                else { continue }
                let name = String(decoding: UnsafeRawBufferPointer(start: path, count: strlen(path)), as: UTF8.self)
                let size = archive_entry_size_is_set(entry) != 0 ? Int(archive_entry_size(entry)) : nil
                guard try isWanted(name, size) else { continue }
                guard archive_entry_is_encrypted(entry) == 0 else { throw UnzipError.encrypted }
                try readEntry(archive, piece)
                try end()
            }
        }
    }

    /// Returns the next entry; nil after the last one.
    private func nextEntry(_ archive: OpaquePointer) throws(UnzipError) -> OpaquePointer? {
        var entry: OpaquePointer?
        let result = archive_read_next_header(archive, &entry)
        if result == ARCHIVE_EOF { return nil }
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let entry else { throw .damaged }
        return entry
    }

    private func readEntry(_ archive: OpaquePointer, _ piece: (UnsafeRawBufferPointer) throws -> Void) throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = archive_read_data(archive, &bytes, bytes.count)
            if count == 0 { return }
            guard count > 0 else { throw UnzipError.damaged }
            try bytes.withUnsafeBytes { try piece(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }
}

// Zip archives by libarchive, gzip by zlib.
//
// - Archive.swift: `ZipWriter`. ZipReader.swift: reading archives from others, within limits. ZipFile.swift: piece by piece.
// - Gzip.swift and Gunzip.swift: gzip. Spool.swift: octets that wait on the disk.

import CArchive
import Glibc

/// A writer of zip archives. It writes piece by piece, so that an export of any size needs little memory.
///
/// The bytes go to a closure. If it throws, `add` or `finish` throws the same error, and the archive
/// cannot be continued. Names are UTF-8 and marked as UTF-8. Use a writer on one thread only.
public final class ZipWriter {
    private let archive: OpaquePointer
    private let sink: Sink

    /// Begins an archive.
    ///
    /// - Parameter write: gets the next bytes of the archive, in order.
    public init(write: @escaping ([UInt8]) throws -> Void) throws {
        guard let archive = archive_write_new() else { throw ZipError.outOfMemory }
        self.archive = archive
        sink = Sink(write)
        try inUTF8 {
            try check(archive_write_set_format_zip(archive))
            try check(archive_write_set_options(archive, "zip:compression=deflate,zip:hdrcharset=UTF-8"))
            // Without this, libarchive pads the end to the size of tape blocks.
            try check(archive_write_set_bytes_per_block(archive, 0))
            try check(archive_write_set_bytes_in_last_block(archive, 1))
            try check(archive_write_open(
                archive, Unmanaged.passUnretained(sink).toOpaque(), nil,
                { _, context, bytes, count in
                    guard let context else { return -1 }
                    let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
                    return sink.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
                }, nil))
        }
    }

    deinit {
        // Otherwise freeing would write the end of an archive that is not finished.
        if !sink.isFinished { archive_write_fail(archive) }
        archive_write_free(archive)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, with `/` between folders.
    ///   - seconds: the time of its last change, in seconds since 1970.
    /// - Throws: `ZipError`, or the error of the closure.
    public func add(name: String, bytes: [UInt8], modified seconds: Int64) throws {
        try add(name: name, size: bytes.count, modified: seconds) { write in try write(bytes) }
    }

    /// Adds a file piece by piece.
    ///
    /// - Parameters:
    ///   - size: its length; nil if it is not known yet.
    ///   - content: calls its argument with the next octets, any number of times.
    /// - Throws: `ZipError`, the error of the closure, or what `content` throws.
    public func add(
        name: String, size: Int? = nil, modified seconds: Int64,
        content: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        guard !sink.isFinished else { throw ZipError.alreadyFinished }
        guard isSafePath(name) else { throw ZipError.unsafeName }
        guard let entry = archive_entry_new() else { throw ZipError.outOfMemory }
        defer { archive_entry_free(entry) }

        try inUTF8 {
            archive_entry_set_pathname(entry, name)
            archive_entry_set_filetype(entry, Glibc.S_IFREG)
            archive_entry_set_perm(entry, 0o644)
            archive_entry_set_mtime(entry, time_t(seconds), 0)
            if let size { archive_entry_set_size(entry, la_int64_t(size)) }
            try check(archive_write_header(archive, entry))
            try content { bytes in
                guard bytes.isEmpty || archive_write_data(archive, bytes, bytes.count) == bytes.count
                else { throw failure }
            }
            try check(archive_write_finish_entry(archive))
        }
    }

    /// Writes the directory of the archive. After this no file can be added.
    public func finish() throws {
        guard !sink.isFinished else { throw ZipError.alreadyFinished }
        try inUTF8 { try check(archive_write_close(archive)) }
        sink.isFinished = true
    }

    private func check(_ result: CInt) throws {
        guard result == ARCHIVE_OK else { throw failure }
    }

    /// The error of the closure if it threw one, else libarchive's.
    private var failure: any Error {
        if let error = sink.error { return error }
        return ZipError.failed(archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave no reason")
    }
}

/// An error in writing an archive.
public enum ZipError: Error, Hashable, Sendable {
    /// The name is empty or absolute, or it has a `..`, a backslash or a control character. Unpacking it
    /// could write outside the folder.
    case unsafeName
    case alreadyFinished
    case outOfMemory
    /// Any other error, in libarchive's words.
    case failed(String)
}

/// The destination of the archive's bytes, and its first error.
private final class Sink {
    private let write: ([UInt8]) throws -> Void
    private(set) var error: (any Error)?
    var isFinished = false

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard error == nil else { return false }
        do {
            try write(Array(bytes))
            return true
        } catch {
            self.error = error
            return false
        }
    }
}

/// Runs calls of libarchive with a UTF-8 locale for this thread only. libarchive reads names by the
/// locale, which is ASCII by default.
func inUTF8<T>(_ body: () throws -> T) throws -> T {
    guard let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else {
        throw ZipError.failed("the system lacks the locale C.UTF-8")
    }
    let before = uselocale(utf8)
    defer {
        uselocale(before)
        freelocale(utf8)
    }
    return try body()
}

private func isSafePath(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
        && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
}

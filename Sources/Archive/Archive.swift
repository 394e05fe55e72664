// Zip archives by libarchive, gzip by zlib.
//
// - Archive.swift: `ZipWriter`. Gzip.swift and Gunzip.swift: gzip.

import CArchive
import Glibc

/// Writes a zip archive piece by piece, so that an export of any size needs little memory.
///
/// What is written goes to a closure; an error it throws comes out of `add` or `finish` as it is,
/// and the archive is then over. Names are UTF-8 and marked as such. One writer a thread.
public final class ZipWriter {
    private let archive: OpaquePointer
    private let sink: Sink

    /// - Parameter write: takes the next bytes of the archive, in order.
    public init(write: @escaping ([UInt8]) throws -> Void) throws {
        guard let archive = archive_write_new() else { throw ZipError.outOfMemory }
        self.archive = archive
        sink = Sink(write)
        try inUTF8 {
            try check(archive_write_set_format_zip(archive))
            try check(archive_write_set_options(archive, "zip:compression=deflate,zip:hdrcharset=UTF-8"))
            // As it comes, without padding to tape blocks at the end.
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
        // Freeing would first write the end of an archive that was given up.
        if !sink.isFinished { archive_write_fail(archive) }
        archive_write_free(archive)
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - name: its path in the archive, folders divided by `/`.
    ///   - seconds: when it was last changed, in seconds since 1970.
    /// - Throws: `ZipError`, or what the sink threw.
    public func add(name: String, bytes: [UInt8], modified seconds: Int64) throws {
        guard !sink.isFinished else { throw ZipError.alreadyFinished }
        guard isSafePath(name) else { throw ZipError.unsafeName }
        guard let entry = archive_entry_new() else { throw ZipError.outOfMemory }
        defer { archive_entry_free(entry) }

        try inUTF8 {
            archive_entry_set_pathname(entry, name)
            archive_entry_set_filetype(entry, Glibc.S_IFREG)
            archive_entry_set_perm(entry, 0o644)
            archive_entry_set_mtime(entry, time_t(seconds), 0)
            archive_entry_set_size(entry, la_int64_t(bytes.count))
            try check(archive_write_header(archive, entry))
            guard bytes.isEmpty || archive_write_data(archive, bytes, bytes.count) == bytes.count else { throw failure }
            try check(archive_write_finish_entry(archive))
        }
    }

    /// Writes the archive's directory. Nothing can be added afterwards.
    public func finish() throws {
        guard !sink.isFinished else { throw ZipError.alreadyFinished }
        try inUTF8 { try check(archive_write_close(archive)) }
        sink.isFinished = true
    }

    private func check(_ result: CInt) throws {
        guard result == ARCHIVE_OK else { throw failure }
    }

    /// The sink's own error if there was one, else libarchive's.
    private var failure: any Error {
        if let error = sink.error { return error }
        return ZipError.failed(archive_error_string(archive).map { String(cString: $0) } ?? "libarchive gave no reason")
    }
}

/// Why an archive cannot be written.
public enum ZipError: Error, Hashable, Sendable {
    /// Empty, absolute, with a `..`, a backslash or a control character: unpacking it could write
    /// outside its folder.
    case unsafeName
    case alreadyFinished
    case outOfMemory
    /// In libarchive's words.
    case failed(String)
}

/// Where the archive goes, and what went wrong there.
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

/// Runs libarchive's calls under a UTF-8 locale of this thread alone: it reads names by the locale,
/// and a process that sets none has ASCII.
private func inUTF8<T>(_ body: () throws -> T) throws -> T {
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

package import Foundation

/// Returns a file's bytes, or everything that comes through a pipe.
///
/// - Throws: an error that names the path, which Foundation's own does not always do.
package func readBytes(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, message: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &piece, piece.count)
        if count == 0 { return bytes }
        if count > 0 {
            bytes += piece[..<count]
        } else if errno == EISDIR {
            throw FileError(path: path, message: "is a folder")
        } else if errno != EINTR {
            throw FileError(path: path, message: String(cString: strerror(errno)))
        }
    }
}

/// Returns a file's text.
package func readText(_ path: String) throws(FileError) -> String {
    guard let text = String(validating: try readBytes(path), as: UTF8.self) else {
        throw FileError(path: path, message: "is not UTF-8")
    }
    return text
}

/// Returns the files and folders below a folder, as paths relative to it, in order.
package func files(below directory: String) throws(FileError) -> [String] {
    do {
        return try FileManager.default.subpathsOfDirectory(atPath: directory).sorted()
    } catch {
        throw FileError(path: directory, message: "cannot be read")
    }
}

/// Writes a file in one step: a reader sees either the old content or the new, never a part of it.
///
/// - Throws: an error with the system's reason, as "No space left on device"; the temporary file is then deleted.
package func writeAtomically(_ bytes: [UInt8], to path: String, mode: mode_t) throws(FileError) {
    // A new name each time: a file that a killed process left must not be in the way of the next process.
    let temporary = "\(path).\(UInt64.random(in: 0 ... .max)).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(path: path, message: String(cString: strerror(errno))) }
    func fail() -> FileError {
        let message = String(cString: strerror(errno))
        unlink(temporary)
        return FileError(path: path, message: message)
    }
    if !bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) || fsync(descriptor) != 0 {
        let failure = fail()
        close(descriptor)
        throw failure
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else { throw fail() }
}

/// Writes all the bytes, and continues after interruptions and short writes.
///
/// - Returns: false if that failed, with the reason in `errno`.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        if count > 0 { rest = rest.dropFirst(count) }
    }
    return true
}

package struct FileError: Error, CustomStringConvertible {
    package let path: String
    package let message: String

    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    package var description: String { "\(path): \(message)" }
}

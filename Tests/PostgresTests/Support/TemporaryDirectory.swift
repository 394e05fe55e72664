import Glibc
import Testing

/// A directory of a test's own, removed with what was written into it.
final class TemporaryDirectory {
    let path: String
    private var files: Set<String> = []

    init() throws {
        var template = Array("/tmp/migrations-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in files { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Writes or replaces a file.
    func write(_ name: String, _ text: String) throws {
        try write(name, bytes: Array(text.utf8))
    }

    func write(_ name: String, bytes: [UInt8]) throws {
        let file = try #require(fopen("\(path)/\(name)", "w"))
        defer { fclose(file) }
        files.insert(name)
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    func remove(_ name: String) {
        unlink("\(path)/\(name)")
        files.remove(name)
    }
}

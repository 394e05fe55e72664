import Archive
import Foundation
import Testing

@Suite("Zip archives on the disk")
struct ZipFileTests {
    @Test("give their wanted files piece by piece, with the declared lengths")
    func pieces() throws {
        let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
        let path = try archive([("a.txt", large), ("folder/b.txt", [1]), ("c.txt", [])])
        defer { try? FileManager.default.removeItem(atPath: path) }
        var seen: [String] = [], bytes: [UInt8] = [], pieces = 0, ends = 0
        try ZipFile(path: path, entries: 3).read { name, length in
            seen.append("\(name) \(length ?? -1)")
            return name == "a.txt" || name == "c.txt"
        } piece: { piece in
            bytes += piece
            pieces += 1
        } end: {
            ends += 1
        }
        #expect(seen == ["a.txt 200000", "folder/b.txt 1", "c.txt 0"])
        #expect(bytes == large)
        #expect(pieces > 1)
        #expect(ends == 2)
    }

    @Test("end with the error of a closure, and with their own")
    func errors() throws {
        struct Enough: Error {}
        let path = try archive([("a.txt", [UInt8](repeating: 65, count: 1_000)), ("b.txt", [1])])
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: Enough.self) {
            try ZipFile(path: path, entries: 9).read { _, _ in true } piece: { _ in throw Enough() } end: {}
        }
        #expect(throws: UnzipError.tooManyFiles(limit: 1)) {
            try ZipFile(path: path, entries: 1).read { _, _ in true } piece: { _ in } end: {}
        }
        try Data(Array("no archive".utf8)).write(to: URL(filePath: path))
        #expect(throws: UnzipError.damaged) {
            try ZipFile(path: path, entries: 9).read { _, _ in true } piece: { _ in } end: {}
        }
        #expect(throws: UnzipError.damaged) {
            try ZipFile(path: path + ".missing", entries: 9).read { _, _ in true } piece: { _ in } end: {}
        }
    }

    /// Writes an archive to a new file, which the caller deletes.
    private func archive(_ files: [(name: String, bytes: [UInt8])]) throws -> String {
        var bytes: [UInt8] = []
        let writer = try ZipWriter { bytes += $0 }
        for file in files { try writer.add(name: file.name, bytes: file.bytes, modified: 0) }
        try writer.finish()
        let path = FileManager.default.temporaryDirectory.appending(path: "jadwal-zip-\(UUID())").path
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }
}

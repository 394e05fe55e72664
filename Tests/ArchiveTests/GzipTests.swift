import Archive
import Foundation
import SeededRandom
import TestSupport
import Testing

@Suite("gzip")
struct GzipTests {
    /// Decompresses bytes with the system's own gzip.
    private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        try folder.write("body.gz", bytes: bytes)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["--decompress", "\(folder.path)/body.gz"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try folder.bytes("body")
    }

    @Test("gunzip gives back the same bytes", arguments: [0, 1, 100, 65_537, 1_000_000])
    func roundTrip(count: Int) throws {
        var generator = SeededRandom(UInt64(count))
        let random = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let regular = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 40) }
        for bytes in [random, regular] { #expect(try unpacked(gzipped(bytes)) == bytes) }
    }

    @Test("text becomes small, and the same bytes always give the same result")
    func deterministic() throws {
        let text = Array(String(repeating: "BEGIN:VEVENT\r\nEND:VEVENT\r\n", count: 1_000).utf8)
        let packed = try gzipped(text)
        #expect(packed.count < text.count / 50)
        #expect(try gzipped(text) == packed)
        // RFC 1952 §2.3.1: the magic, deflate, no flags, and no time.
        #expect(packed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }
}

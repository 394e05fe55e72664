import Archive
import TestSupport
import Testing

@Suite("Zip archives")
struct ZipWriterTests {
    /// The pieces that a writer wrote.
    final class Pieces {
        var all: [[UInt8]] = []
        var joined: [UInt8] { all.flatMap(\.self) }
    }

    struct DiskFull: Error, Equatable {}

    @Test("contain every file with its name, bytes and time")
    func roundTrip() throws {
        let noise = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
        let expected = [
            ZippedFile(name: Array("README.txt".utf8), bytes: Array("Hello\n".utf8), modified: 1_795_232_737),
            ZippedFile(name: Array("بياناتي/الإعدادات.json".utf8), bytes: Array("{\"لغة\": \"ar\"}".utf8), modified: 0),
            ZippedFile(name: Array("empty".utf8), bytes: [], modified: 1_000_000_000),
            ZippedFile(name: Array("é–😀.bin".utf8), bytes: noise, modified: 4_107_542_400),
        ]
        let pieces = Pieces()
        let writer = try ZipWriter { pieces.all.append($0) }
        for file in expected {
            try writer.add(name: String(decoding: file.name, as: UTF8.self), bytes: file.bytes, modified: file.modified)
        }
        try writer.finish()
        let found = try unzipped(pieces.joined)
        #expect(found == expected)
    }

    @Test("take a file in pieces, its length unknown at first")
    func inPieces() throws {
        let pieces = Pieces()
        let writer = try ZipWriter { pieces.all.append($0) }
        try writer.add(name: "a.ics", modified: 7) { write in
            for number in 0..<1_000 { try write(Array("line \(number)\r\n".utf8)) }
        }
        try writer.add(name: "none", modified: 7) { _ in }
        #expect(throws: DiskFull.self) { try writer.add(name: "b", modified: 7) { _ in throw DiskFull() } }
        let whole = Pieces()
        let other = try ZipWriter { whole.all.append($0) }
        try other.add(name: "a.ics", modified: 7) { write in
            for number in 0..<1_000 { try write(Array("line \(number)\r\n".utf8)) }
        }
        try other.add(name: "none", modified: 7) { _ in }
        try other.finish()
        let text = (0..<1_000).map { "line \($0)\r\n" }.joined()
        #expect(try unzipped(whole.joined) == [
            ZippedFile(name: Array("a.ics".utf8), bytes: Array(text.utf8), modified: 7),
            ZippedFile(name: Array("none".utf8), bytes: [], modified: 7),
        ])
    }

    @Test("mark names outside ASCII as UTF-8")
    func nameFlag() throws {
        let pieces = Pieces()
        let writer = try ZipWriter { pieces.all.append($0) }
        try writer.add(name: "جدول.txt", bytes: [1], modified: 0)
        try writer.finish()
        let bytes = pieces.joined
        // APPNOTE.TXT 4.3.7 and 4.4.4: after PK\3\4 and the version, bit 11 of the flags.
        #expect(bytes.starts(with: [0x50, 0x4B, 3, 4]))
        #expect(bytes[7] & 0x08 != 0)
        #expect(bytes.firstRange(of: Array("جدول.txt".utf8)) != nil)
    }

    @Test("are written in compressed pieces while files are added")
    func streaming() throws {
        let pieces = Pieces()
        let writer = try ZipWriter { pieces.all.append($0) }
        let file = [UInt8](repeating: 7, count: 1 << 20)
        var before = 0
        for number in 1...5 {
            try writer.add(name: "\(number)", bytes: file, modified: 0)
            #expect(pieces.joined.count > before)
            before = pieces.joined.count
        }
        try writer.finish()
        #expect(pieces.all.allSatisfy { $0.count <= 256 << 10 })
        #expect(pieces.joined.count < 5 * file.count / 100)
        let found = try unzipped(pieces.joined)
        #expect(found.map(\.bytes) == [[UInt8]](repeating: file, count: 5))
    }

    @Test("fail with the error of the closure, at any piece", arguments: [0, 1, 2, 3, 5])
    func sinkFails(after successes: Int) throws {
        let pieces = Pieces()
        #expect(throws: DiskFull()) {
            let writer = try ZipWriter { piece in
                if pieces.all.count == successes { throw DiskFull() }
                pieces.all.append(piece)
            }
            for number in 1...3 { try writer.add(name: "\(number)", bytes: [1, 2, 3], modified: 0) }
            try writer.finish()
        }
        #expect(pieces.all.count == successes)
    }

    @Test("cannot be continued after the closure failed")
    func staysFailed() throws {
        var calls = 0
        let writer = try ZipWriter { _ in calls += 1; throw DiskFull() }
        #expect(throws: DiskFull()) { try writer.add(name: "a", bytes: [1], modified: 0) }
        #expect(throws: DiskFull()) { try writer.add(name: "b", bytes: [1], modified: 0) }
        #expect(throws: DiskFull()) { try writer.finish() }
        #expect(calls == 1)
    }

    @Test("that are not finished write nothing more")
    func abandoned() throws {
        let pieces = Pieces()
        var count = 0
        do {
            let writer = try ZipWriter { pieces.all.append($0) }
            try writer.add(name: "a", bytes: [1, 2, 3], modified: 0)
            count = pieces.all.count
        }
        #expect(pieces.all.count == count)
        #expect(pieces.joined.firstRange(of: [0x50, 0x4B, 5, 6]) == nil)  // no end-of-directory record
    }

    @Test("accept no file after the end")
    func finished() throws {
        let writer = try ZipWriter { _ in }
        try writer.finish()
        #expect(throws: ZipError.alreadyFinished) { try writer.add(name: "a", bytes: [], modified: 0) }
        #expect(throws: ZipError.alreadyFinished) { try writer.finish() }
    }

    @Test("refuse names that could be unpacked outside the folder", arguments: [
        "", "/etc/passwd", "../a", "a/../../b", "a//b", "a/", ".", "a/./b", "a\\b", "a\0b", "a\nb",
    ])
    func unsafeNames(name: String) throws {
        let writer = try ZipWriter { _ in }
        #expect(throws: ZipError.unsafeName) { try writer.add(name: name, bytes: [], modified: 0) }
    }

    @Test("without a file are still archives")
    func empty() throws {
        let pieces = Pieces()
        try ZipWriter { pieces.all.append($0) }.finish()
        let found = try unzipped(pieces.joined)
        #expect(found == [])
    }
}
